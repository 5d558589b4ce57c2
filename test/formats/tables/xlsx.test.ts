import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { ordinaryChoices } from '../../../src/main/formats/article/choices.ts';
import { detectXml } from '../../../src/main/formats/detect/detectXml.ts';
import type { ReadItem } from '../../../src/main/formats/readRecord.ts';
import { tableHeadings } from '../../../src/main/formats/tables/tableColumns.ts';
import { readXlsx } from '../../../src/main/formats/tables/xlsx/readXlsx.ts';
import { workbookParts } from '../../../src/main/formats/tables/xlsx/workbookParts.ts';
import { openWorkbook } from '../../../src/main/formats/tables/xlsx/workbookZip.ts';
import { WrongEntry } from '../../../src/main/formats/zip/readZipEntry.ts';
import { tableMappingSchema } from '../../../src/shared/tables/tableMapping.ts';
import { randomCases } from '../../helpers/randomCases.ts';
import { sourceFile } from '../sourceFile.ts';
import { recordsOf } from './readTableText.ts';
import { workbookOf, zipOf } from './workbookOf.ts';

const folder = mkdtempSync(join(tmpdir(), 'colophon-xlsx-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function readBytes(bytes: Buffer, mapping: unknown = null): Promise<ReadItem[]> {
  const path = join(folder, 'book.xlsx');
  // Imports keep several files in one.
  writeFileSync(path, Buffer.concat([Buffer.from('before'), bytes, Buffer.from('after')]));
  const items: ReadItem[] = [];
  const choices = {
    ...ordinaryChoices,
    mapping: mapping === null ? null : tableMappingSchema.parse(mapping),
  };
  const file = {
    name: 'book.xlsx',
    bytes: noBytes(),
    head: bytes,
    range: { path, start: 6, size: bytes.length },
    encoding: null,
    detectXml,
  };
  for await (const item of readXlsx(file, choices)) items.push(item);
  return items;
}

async function* noBytes(): AsyncGenerator<Buffer> {}

const inline = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const headings = (...names: string[]) =>
  `<row r="1">${names.map((name, at) => inline(`${String.fromCharCode(65 + at)}1`, name)).join('')}</row>`;
const readSheet = (rows: string, more: Parameters<typeof workbookOf>[1] = {}) =>
  readBytes(zipOf(workbookOf({ Sheet1: rows }, more)));

describe('a workbook', () => {
  test('has articles in every sheet with a title column, with sheet and row', async () => {
    const bytes = await writeExcelFile([
      { sheet: 'Notes', data: [[{ value: 'Nothing here' }]] },
      {
        sheet: '2023',
        data: [
          [{ value: 'Our articles' }],
          [],
          [{ value: 'Title' }, { value: 'Year' }],
          [{ value: 'Soil' }, { value: 2023 }],
        ],
      },
      {
        sheet: '2024',
        data: [
          [{ value: 'Titre' }, { value: 'Volume' }],
          [{ value: 'Sol' }, { type: String, value: '007' }],
        ],
      },
    ]).toBuffer();
    expect(await readBytes(bytes)).toEqual([
      {
        record: { bibjson: { title: 'Soil', year: '2023' } },
        index: 1,
        part: '2023',
        line: 4,
        notes: [],
        owned: ['title', 'year'],
        facts: expect.anything(),
      },
      {
        record: { bibjson: { title: 'Sol', journal: { volume: '007' } } },
        index: 2,
        part: '2024',
        line: 2,
        notes: [],
        owned: ['title', 'volume'],
        facts: expect.anything(),
      },
    ]);
  });

  test('keeps stored values: numbers as text, shared and rich texts, results of formulas, true and false', async () => {
    const items = await readSheet(
      `${headings('Title', 'Volume', 'Issue', 'ISSN', 'Keywords', 'DOI', 'Start page')}
       <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><v>12</v></c><c r="C2"><v>3.5</v></c><c r="D2"><v>379999</v></c>
       <c r="E2" t="s"><v>1</v></c><c r="F2" t="str"><f>A1&amp;B1</f><v>10.1234/a</v></c><c r="G2" t="b"><v>1</v></c></row>`,
      {
        texts: [
          '<si><r><t xml:space="preserve">Soil </t></r><r><t>water</t></r><rPh><t>reading</t></rPh></si>',
          '<si><t>a;_x000D_b _x005F_x000D_</t></si>',
        ],
      },
    );
    expect(recordsOf(items)).toMatchObject([
      {
        bibjson: {
          title: 'Soil water',
          journal: { volume: '12', number: '3.5', start_page: 'TRUE' },
          identifier: [
            { type: 'doi', id: '10.1234/a' },
            { type: 'eissn', id: '0037-9999' },
          ],
          keywords: ['a', 'b _x000D_'],
        },
      },
    ]);
  });

  test('has text above and below the line as in every format', async () => {
    const run = (text: string, level = '') =>
      `<r><rPr>${level && `<vertAlign val="${level}script"/>`}<sz val="9"/></rPr><t>${text}</t></r>`;
    const rich = [
      run('CO'),
      run('2', 'sub'),
      run(' at 10'),
      run('−', 'super'),
      run('3', 'super'),
      run(' m'),
      run('2', 'super'),
      run(', n'),
      run('a', 'super'),
      run('b', 'super'),
      run(' and 10'),
      run('2', 'base'),
    ].join('');
    const items = await readSheet(
      `${headings('Title', 'Abstract')}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="inlineStr"><is>${rich}</is></c></row>
       <row r="3">${inline('A3', 'Soil')}<c r="B3" t="s"><v>1</v></c></row>`,
      { texts: [`<si>${rich}</si>`, '<si><t>x2</t></si>'] },
    );
    const text = 'CO2 at 10⁻³ m², n^(ab) and 102';
    expect(recordsOf(items)).toMatchObject([
      { bibjson: { title: text, abstract: text } },
      { bibjson: { title: 'Soil', abstract: 'x2' } },
    ]);
  });

  const dateStyles =
    '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d/m/yy;@"/><numFmt numFmtId="165" formatCode="0.0&quot;days&quot;[Red]"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';

  test('has dates by their own parts, and warns of dates among pages and numbers', async () => {
    const rows = `${headings('Title', 'Publication date', 'Issue', 'Pages', 'Volume')}
      <row r="2">${inline('A2', 'Soil')}<c r="B2" s="1"><v>45429</v></c><c r="C2" s="2"><v>45323.9</v></c><c r="D2" s="1"><v>45323</v></c><c r="E2" s="3"><v>7</v></c></row>`;
    const [item] = await readSheet(rows, { styles: dateStyles });
    expect(item).toMatchObject({
      record: {
        bibjson: {
          title: 'Soil',
          year: '2024',
          month: '5',
          journal: { volume: '7', number: '2024-02-01', start_page: '2024-02-01' },
        },
      },
      notes: [{ key: 'import.note.dateCell', params: { columns: ['Issue', 'Pages'] } }],
    });
    const [later] = await readSheet(rows, { styles: dateStyles, properties: '<workbookPr date1904="1"/>' });
    expect(later).toMatchObject({ record: { bibjson: { year: '2028' } } });
  });

  const formats = ['yyyy', 'mmmm', '[$-409]mmm\\-yy', 'yyyy&quot;年&quot;m&quot;月&quot;'];
  const partStyles = `<numFmts>${formats
    .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`)
    .join(
      '',
    )}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="17"/><xf numFmtId="20"/><xf numFmtId="46"/>${formats
    .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
    .join('')}</cellXfs>`;
  const [general, day, monthAndYear, time, hours, onlyYear, onlyMonth, shortMonth, eastAsian] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8,
  ];
  const mac = '<workbookPr date1904="1"/>';
  const typed = (text: string, number: string) => ({
    key: 'import.note.wholeNumber',
    params: { text, number },
  });
  const dated = (column: string) => ({ key: 'import.note.dateCell', params: { columns: [column] } });

  test.each<
    [heading: string, style: number, value: string, bibjson: object, notes?: object[], more?: string]
  >([
    ['Year', day, '2021', { year: '2021' }, [typed('1905-07-13', '2021')]],
    ['Year', onlyYear, '2021', { year: '2021' }, [typed('1905-07-13', '2021')]],
    ['Publication date', day, '2021', { year: '2021' }, [typed('1905-07-13', '2021')]],
    ['Publication date', day, '2021', { year: '2021' }, [typed('1909-07-14', '2021')], mac],
    ['Volume', day, '2021', { journal: { volume: '2021' } }, [typed('1905-07-13', '2021')]],
    ['Publication date', onlyYear, '44197', { year: '2021' }],
    ['Publication date', onlyYear, '44333', { year: '2021', month: '5' }],
    ['Publication date', monthAndYear, '44317', { year: '2021', month: '5' }],
    ['Publication date', eastAsian, '44317', { year: '2021', month: '5' }],
    ['Issue', shortMonth, '44317', { journal: { number: '2021-05' } }, [dated('Issue')]],
    ['Issue', onlyMonth, '5', { journal: { number: '5' } }, [typed('1900-01-05', '5')]],
    ['Pages', time, '0.510416666666667', { journal: { start_page: '12:15' } }, [dated('Pages')]],
    ['Pages', hours, '1.51041666666667', { journal: { start_page: '36:15' } }, [dated('Pages')]],
    ['Pages', time, '0.25', { journal: { start_page: '6:00' } }, [dated('Pages')], mac],
    ['Publication date', day, '1', { year: '1900', month: '1' }],
    ['Publication date', day, '59', { year: '1900', month: '2' }],
    ['Publication date', day, '61', { year: '1900', month: '3' }],
    ['Publication date', day, '0', { year: '1904', month: '1' }, [], mac],
  ])(
    'has in the column %s, style %s, for the number %s: %j',
    async (heading, style, value, bibjson, notes = [], more = '') => {
      const rows = `${headings('Title', heading)}<row r="2">${inline('A2', 'Soil')}<c r="B2" s="${style}"><v>${value}</v></c></row>`;
      const [item] = await readSheet(rows, { styles: partStyles, properties: more });
      expect(item).toMatchObject({ record: { bibjson: { title: 'Soil', ...bibjson } }, notes });
      expect(recordsOf([item!])).toEqual([{ bibjson: { title: 'Soil', ...bibjson } }]);
    },
  );

  test.each([
    ['2021-05-17T10:00:00', day, '2021', '5'],
    [' 2021-05-17Z', general, '2021', '5'],
    ['2021-01-01', onlyYear, '2021', undefined],
    ['2021', general, '2021', undefined],
    ['44333', general, '2021', '5'],
  ])('has dates that are stored as text: %s', async (value, style, year, month) => {
    const rows = `${headings('Title', 'Publication date')}<row r="2">${inline('A2', 'Soil')}<c r="B2" s="${style}" t="d"><v>${value}</v></c></row>`;
    const items = await readSheet(rows, { styles: partStyles });
    expect(recordsOf(items)).toEqual([{ bibjson: { title: 'Soil', year, ...(month && { month }) } }]);
  });

  test('has formulas without a result, and digits that a spreadsheet does not keep, with a note', async () => {
    const [item] = await readSheet(
      `${headings('Title', 'Volume', 'Issue', 'Pages')}<row r="2">${inline('A2', 'Soil')}<c r="B2"><f>1+1</f></c><c r="C2"><v>1.2345678901234567E+16</v></c><c r="D2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`,
    );
    expect(item).toMatchObject({
      record: { bibjson: { title: 'Soil', journal: { number: '12345678901234568' } } },
      notes: [
        { key: 'import.note.roundedCell', params: { columns: ['Issue'] } },
        { key: 'import.note.formulaCell', params: { columns: ['Volume', 'Pages'] } },
      ],
      owned: ['title', 'number'],
    });
  });

  describe('that Colophon wrote', () => {
    const column = (heading: string) => String.fromCharCode(65 + tableHeadings.indexOf(heading));
    const soil = inline(`${column('Title')}2`, 'Soil');
    const readOwn = async (cells: string, attributes = '') => {
      const row = `<row r="2" ${attributes}>${soil}${cells}</row>`;
      const [item] = await readSheet(`${headings(...tableHeadings)}${row}`, { styles: dateStyles });
      return item;
    };

    test('has notes on dates in any column, and on rounded digits', async () => {
      const date = `<c r="${column('Issue number')}2" s="1"><v>45720</v></c>`;
      const digits = `<c r="${column('Start page')}2"><v>1.2345678901234567E+16</v></c>`;
      expect(await readOwn(date + digits)).toMatchObject({
        record: { bibjson: { title: 'Soil', journal: { number: '2025-03-04' } } },
        notes: [
          { key: 'import.note.dateCell', params: { columns: ['Issue number'] } },
          { key: 'import.note.roundedCell', params: { columns: ['Start page'] } },
        ],
        owned: 'all',
      });
    });

    test('says nothing of the fields of formulas without a result', async () => {
      const volume = `<c r="${column('Volume')}2"><f>1+1</f></c>`;
      const item = await readOwn(volume);
      expect(item).toMatchObject({
        record: { bibjson: { title: 'Soil' } },
        notes: [{ key: 'import.note.formulaCell', params: { columns: ['Volume'] } }],
        owned: expect.arrayContaining(['title', 'number', 'authorName', 'affiliation']),
      });
      expect(item).toMatchObject({ owned: expect.not.arrayContaining(['volume']) });
    });

    test('has no authors where a formula stands for their names', async () => {
      const authors = `<c r="${column('Authors')}2"><f>A1</f></c>${inline(`${column('Affiliations')}2`, 'X')}`;
      const item = await readOwn(authors);
      expect(recordsOf([item!])).toEqual([{ bibjson: { title: 'Soil' } }]);
      for (const name of ['authorName', 'affiliation', 'orcid'])
        expect(item).toMatchObject({ owned: expect.not.arrayContaining([name]) });
    });

    test('has marks on hidden rows', async () => {
      expect(await readOwn('', 'hidden="1"')).toMatchObject({
        notes: [{ key: 'import.doubt.hidden.row' }],
        facts: { isDoubtful: true },
      });
    });
  });

  test('may leave out cells, references, rows and prefixes', async () => {
    const files = workbookOf({ Sheet1: '' });
    files['xl/worksheets/sheet1.xml'] =
      '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Title</x:t></x:is></x:c><x:c/><x:c t="inlineStr"><x:is><x:t>Year</x:t></x:is></x:c></x:row><x:row/><x:row><x:c t="inlineStr"><x:is><x:t>Soil</x:t></x:is></x:c><x:c r="C9"><x:v>2024</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await readBytes(zipOf(files))).toMatchObject([
      { record: { bibjson: { title: 'Soil', year: '2024' } }, line: 3 },
    ]);
  });

  test('may have one sheet and its heading row chosen', async () => {
    const rows = `<row r="1">${inline('A1', 'x')}</row><row r="2">${inline('A2', 'What')}</row><row r="3">${inline('A3', 'Soil')}</row>`;
    const columns = [{ heading: 'What', target: 'title' }];
    const bytes = zipOf(workbookOf({ One: rows, Two: rows }));
    expect(await readBytes(bytes, { columns, sheet: 'Two', headingRow: 2 })).toMatchObject([
      { record: { bibjson: { title: 'Soil' } }, part: 'Two' },
    ]);
    expect(await readBytes(bytes)).toMatchObject([{ message: { key: 'import.read.noHeadings' } }]);
  });
});

describe('hostile workbooks', () => {
  const title = headings('Title', 'Year');
  const row = `<row r="2">${inline('A2', 'Soil')}</row>`;

  test('a text that is larger than any cell is not read to its end', async () => {
    const text = randomBytes(100_000).toString('hex');
    const [item, ...more] = await readSheet(`${title}${row}<row r="3">${text.repeat(150)}</row>`);
    expect(item).toMatchObject({ record: { bibjson: { title: 'Soil' } } });
    expect(more).toMatchObject([{ part: 'Sheet1', line: 3, message: { key: 'import.read.sheetBroken' } }]);
  });

  test('a zip bomb is not unpacked', async () => {
    const cell = inline('A3', 'x'.repeat(1000));
    const rows = `${title}${row}<row r="3">${cell.repeat(30_000)}</row>`;
    expect(await readSheet(rows)).toMatchObject([{}, { line: 3, message: { key: 'import.read.zipRatio' } }]);
  });

  test.each([
    ['a broken sheet', `${title}${row}<row r="3"><c`, 'import.read.sheetBroken'],
    ['an unclosed sheet', `${title}${row}<row r="3"></x>`, 'import.read.sheetBroken'],
    ['deep elements', `${title}${row}<row r="3">${'<a>'.repeat(60)}`, 'import.read.sheetBroken'],
    [
      'a row of 16,385 columns',
      `${title}${row}<row r="3">${inline('XFE3', 'x')}</row>`,
      'import.read.tooManyColumns',
    ],
    [
      'an enormous column',
      `${title}${row}<row r="3">${inline('ZZZZ3', 'x')}</row>`,
      'import.read.tooManyColumns',
    ],
    [
      'many attributes',
      `${title}${row}<row ${Array.from({ length: 600 }, (_, at) => `a${at}=""`).join(' ')}/>`,
      'import.read.sheetBroken',
    ],
  ])('%s loses nothing before it', async (_, rows, key) => {
    const items = await readSheet(rows);
    expect(recordsOf(items)).toEqual([{ bibjson: { title: 'Soil' } }]);
    expect(items.slice(1)).toMatchObject([{ part: 'Sheet1', message: { key } }]);
  });

  test('a long text to which many cells refer is neither kept many times nor read without end', async () => {
    const cell = '<c t="s"><v>0</v></c>';
    const texts = [`<si><t>${Array.from({ length: 100_000 }, (_, at) => at).join(' ')}</t></si>`];
    const wide = `<row r="3">${cell.repeat(10_000)}</row>`;
    const next = `<row r="4">${inline('A4', 'Water')}</row>`;
    expect(await readSheet(`${title}${row}${wide}${next}`, { texts })).toMatchObject([
      { record: { bibjson: { title: 'Soil' } } },
      { line: 3, message: { key: 'import.read.recordTooLarge' } },
      { record: { bibjson: { title: 'Water' } } },
    ]);
    const many = `<row>${cell.repeat(6)}</row>`.repeat(1_000);
    const items = await readSheet(`${title}${row}${many}`, { texts });
    expect(items[0]).toMatchObject({ record: { bibjson: { title: 'Soil' } } });
    expect(items.at(-1)).toMatchObject({ message: { key: 'import.read.sheetTooLarge' } });
    expect(items.length).toBeLessThan(100);
  });

  test('a document type is not read', async () => {
    const files = workbookOf({ Sheet1: title + row });
    files['xl/worksheets/sheet1.xml'] = `<!DOCTYPE a [<!ENTITY b "c">]>${files['xl/worksheets/sheet1.xml']}`;
    expect(await readBytes(zipOf(files))).toMatchObject([
      { message: { key: 'import.read.sheetBroken' } },
      {},
    ]);
  });

  test('a sheet that is not there does not hide the others', async () => {
    const files = workbookOf({ One: title + row, Two: title + row });
    delete files['xl/worksheets/sheet1.xml'];
    expect(await readBytes(zipOf(files))).toMatchObject([
      { part: 'One', message: { key: 'import.read.sheetMissing' } },
      { part: 'Two', record: { bibjson: { title: 'Soil' } } },
    ]);
  });

  test('bytes that are no workbook are a problem, and random edits do not throw', async () => {
    expect(await readBytes(Buffer.from('PK\x03\x04 nothing'))).toMatchObject([
      { message: { key: 'import.read.zipDamaged' } },
    ]);
    expect(await readBytes(zipOf({ 'a.txt': 'a' }))).toMatchObject([
      { message: { key: 'import.read.zipDamaged' } },
    ]);
    expect(await readBytes(zipOf({ ...workbookOf({ One: title + row }), '../a.xml': 'a' }))).toMatchObject([
      { record: { bibjson: { title: 'Soil' } } },
    ]);
    const good = zipOf(workbookOf({ One: title + row }, { texts: ['<si><t>a</t></si>'] }));
    const edit = fc.record({ at: fc.nat(good.length - 1), value: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 5 }), fc.nat(good.length), async (edits, cut) => {
        const bytes = Buffer.from(good);
        for (const { at, value } of edits) bytes[at] = value;
        await readBytes(bytes);
        await readBytes(bytes.subarray(0, cut));
      }),
      randomCases(50, 150),
    );
  });

  test('random XML in a sheet does not throw', async () => {
    const piece = fc.constantFrom(
      '<row r="3">',
      '</row>',
      '<c r="A3" t="s">',
      '<c t="d">',
      '</c>',
      '<v>',
      '</v>',
      '5',
      '<f>',
      '</f>',
      '<is><t>',
      '</t></is>',
      '&amp;',
      'x',
      '<row r="-1"/>',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 20 }),
        async (pieces) => void (await readSheet(title + row + pieces.join(''))),
      ),
      randomCases(40, 100),
    );
  });
});

test('a sheet is read twice, for its merged cells and its rows, and each reading may reach the limit', async () => {
  const rows = '<row><c t="inlineStr"><is><t>Soil</t></is></c></row>'.repeat(2_000);
  const bytes = zipOf(workbookOf({ Sheet1: rows }));
  const workbook = await openWorkbook(sourceFile(bytes, { onDisk: true }), rows.length * 1.5);
  const size = async () => {
    let read = 0;
    for await (const piece of workbook.read('xl/worksheets/sheet1.xml')) read += piece.length;
    return read;
  };
  expect(await size()).toBeGreaterThan(rows.length);
  expect(await size()).toBeGreaterThan(rows.length);
  await expect(size()).rejects.toBeInstanceOf(WrongEntry);
  await workbook.close();
});

test('the rows of a sheet that nobody wants are passed over, and those of the next are not', async () => {
  const row = (text: string) => `<row>${inline('A1', text)}</row>`;
  const sheets = { Long: row('no').repeat(1_000), Next: row('yes').repeat(300) };
  const bytes = zipOf(workbookOf(sheets));
  const parts = workbookParts(sourceFile(bytes, { onDisk: true }));
  const read: string[] = [];
  for (let part = await parts.next(); !part.done; part = await parts.next({ skip: 0 })) {
    const { value } = part;
    read.push('rows' in value ? `${value.rows.length}` : 'sheet' in value ? value.sheet : 'wrong');
  }
  expect(read).toEqual(['Long', 'Next', '200', '100']);
});

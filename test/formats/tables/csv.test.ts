import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ordinaryChoices } from '../../../src/main/formats/article/choices.ts';
import { detectXml } from '../../../src/main/formats/detect/detectXml.ts';
import { csvCells } from '../../../src/main/formats/tables/csv/csvCells.ts';
import { readTextTable } from '../../../src/main/formats/tables/csv/readTextTable.ts';
import { readTableText, recordsOf } from './readTableText.ts';

const titled = (title: string, more: object = {}) => ({ bibjson: { title, ...more } });

describe('the text of a table', () => {
  test.each([
    ['commas', 'Title,Year\nSoil,2024\n'],
    ['semicolons', 'Title;Year\nSoil;2024\n'],
    ['tabs', 'Title\tYear\nSoil\t2024\n'],
    ['bars', 'Title|Year\nSoil|2024\n'],
    ['carriage returns', 'Title,Year\rSoil,2024\r'],
    ['both line ends', 'Title,Year\r\nSoil,2024\r\n'],
    ['quoted cells', '"Title","Year"\n"Soil","2024"'],
    ['blanks after the separators', 'Title, Year\n"Soil", "2024"\n'],
    ['a line that names the separator', 'sep=;\r\nTitle;Year\r\nSoil;2024\r\n'],
    ['a quoted line that names the separator', '"sep=,"\nTitle,Year\nSoil,2024\n'],
    ['a byte order mark', '\ufeffTitle,Year\nSoil,2024\n'],
    ['blank lines', '\n\nTitle,Year\n\n  \nSoil,2024\n\n'],
    ['a heading above the headings', 'Our articles,\nTitle,Year\nSoil,2024\n'],
    ['repeated headings', 'Title,Year\nTitle,Year\nSoil,2024\nTitle,Year\n'],
  ])('may have %s', async (_, text) => {
    expect(recordsOf(await readTableText(text))).toEqual([titled('Soil', { year: '2024' })]);
  });

  test.each(['utf16le', 'utf8'] as const)('may be %s with a byte order mark', async (encoding) => {
    const bytes = Buffer.from('\ufeffTitre;Année\nLe sol à l’été;2024\n', encoding);
    expect(recordsOf(await readTableText(bytes))).toEqual([titled('Le sol à l’été', { year: '2024' })]);
  });

  test('is read in the likeliest encoding with a note if it is not UTF-8', async () => {
    const [item] = await readTableText(Buffer.from('Titre;Ann\xe9e\n\xc9t\xe9 \x96 sol;2024\n', 'latin1'));
    expect(item).toMatchObject({ record: titled('Été – sol', { year: '2024' }) });
    expect(item).toMatchObject({
      notes: [{ key: 'import.note.doubtfulEncoding', params: { name: 'Windows-1252' } }],
    });
  });

  test('may have its separator in titles, abstracts and headings of other columns', async () => {
    const text = 'Title;Authors;Note, with comma\n"Soil; and, water";Okoro, Ada;a, b, c, d\n';
    expect(recordsOf(await readTableText(text))).toEqual([
      titled('Soil; and, water', { author: [{ name: 'Ada Okoro' }] }),
    ]);
  });

  test('keeps line ends and quotation marks in quoted cells, and gives the line of each row', async () => {
    const text = 'Title,Abstract\n"The ""soil""","one\r\ntwo"\nWater,three\n';
    expect(await readTableText(text, { pieceLength: 3 })).toEqual([
      {
        record: titled('The "soil"', { abstract: 'one\ntwo' }),
        index: 1,
        line: 2,
        notes: [],
        owned: ['title', 'abstract'],
        facts: expect.anything(),
      },
      {
        record: titled('Water', { abstract: 'three' }),
        index: 2,
        line: 4,
        notes: [],
        owned: ['title', 'abstract'],
        facts: expect.anything(),
      },
    ]);
  });

  test('has quotation marks inside cells that are not quoted', async () => {
    const text = 'Title,Year\nA 5" pipe,2024\nThe "new" soil,2023\n"Old" soil,2022\n';
    const titles = ['A 5" pipe', 'The "new" soil', '"Old" soil'];
    const years = ['2024', '2023', '2022'];
    expect(recordsOf(await readTableText(text))).toEqual(
      titles.map((title, at) => titled(title, { year: years[at] })),
    );
  });

  test('loses one record to a quotation mark that is never closed', async () => {
    const text = 'Title,Year\nOne,2021\n"Two,2022\nThree,2023\n"Four",2024\n"Five\nlines",2025\n';
    const items = await readTableText(text);
    expect(recordsOf(items)).toEqual([
      titled('One', { year: '2021' }),
      titled('Three', { year: '2023' }),
      titled('Four', { year: '2024' }),
      titled('Five lines', { year: '2025' }),
    ]);
    expect(items.filter((item) => 'message' in item)).toEqual([
      { index: 2, line: 3, message: { key: 'import.read.quoteNotClosed', params: { line: 3 } } },
    ]);
    expect(items.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5]);
  });

  test('loses one record to a quotation mark that is open at the end of the file', async () => {
    const items = await readTableText('Title,Year\n"One,2021\nTwo,2022\nThree,2023');
    expect(recordsOf(items)).toHaveLength(2);
    expect(items[0]).toMatchObject({ line: 2, message: { key: 'import.read.quoteNotClosed' } });
  });

  test('may have short rows, and values without a heading are noted', async () => {
    const items = await readTableText('Title,Year,DOI\nSoil\nWater,2024,10.1234/a,more,,and more\n');
    expect(items).toMatchObject([
      { record: titled('Soil'), notes: [] },
      {
        record: { bibjson: { title: 'Water' } },
        notes: [{ key: 'import.note.surplusCells', params: { count: 2 } }],
      },
    ]);
  });

  test('without headings of articles is refused with its first row', async () => {
    const [item, ...more] = await readTableText('a,b\n1,2\n');
    expect(more).toEqual([]);
    expect(item).toEqual({
      index: null,
      line: null,
      message: { key: 'import.read.noHeadings', params: { columns: ['a', 'b'] } },
    });
    expect(await readTableText('')).toMatchObject([{ message: { key: 'import.read.empty' } }]);
  });

  test('leaves rows out that have values only in columns that are not used', async () => {
    const items = await readTableText('Title,Remark\nSoil,\n,Total: 1\n');
    expect(items).toMatchObject([{ index: 1, record: { bibjson: { title: 'Soil' } } }]);
  });
});

describe('hostile tables', () => {
  test('a row of 16,385 columns is refused, and the next one read', async () => {
    const items = await readTableText(`Title,Year\n${'x,'.repeat(16_384)}x\nSoil,2024\n`);
    expect(items).toMatchObject([
      { line: 2, message: { key: 'import.read.tooManyColumns', params: { count: 16_385 } } },
      { record: { bibjson: { title: 'Soil' } } },
    ]);
  });

  test('an endless line costs neither memory nor the next row', async () => {
    const piece = Buffer.alloc(1_000_000, 'x');
    const pieces = (async function* () {
      yield Buffer.from('Title,Year\n"');
      for (let count = 0; count < 200; count++) yield piece;
      yield Buffer.from('\nSoil,2024\n');
    })();
    const items = [];
    const file = {
      name: 'x.csv',
      bytes: pieces,
      head: Buffer.from('Title,Year\n"xxx'),
      range: null,
      encoding: null,
      detectXml,
    };
    for await (const item of readTextTable(file, ordinaryChoices)) items.push(item);
    expect(items).toMatchObject([
      { line: 2, message: { key: 'import.read.recordTooLarge' } },
      { record: titled('Soil', { year: '2024' }) },
    ]);
  });

  test.each([
    ['unclosed quotation marks in every line', 'a,"b\n'],
    ['single quotation marks in every line', 'a",b\n'],
    ['odd and even ones', 'a,"b\n""c"",d\n'],
    ['blanks', `a${' '.repeat(1000)},${','.repeat(500)}\n`],
    ['lists of separators', `${';,|'.repeat(300)} and \n`],
  ])('%s take no long time', async (_, line) => {
    const items = await readTableText(`Title,Authors\n${line.repeat(Math.ceil(200_000 / line.length))}`);
    expect(items.length).toBeGreaterThan(0);
  });

  test('long cells of every field take no long time', async () => {
    const headings =
      'Title,Authors,Affiliations,ORCID,DOI,ISSN,Date,Pages,Keywords,URL,Year,Month,Author 1 name,Language';
    for (const sign of [' ', ',', ';', '-', '1', 'et al ', ' and ', '<', '&', '(', '1234-', '/', 'a']) {
      const cell = `"x${sign.repeat(Math.ceil(100_000 / sign.length))}x"`;
      const row = headings.split(',').map(() => cell);
      expect(await readTableText(`${headings}\n${row.join(',')}\n`)).toHaveLength(1);
    }
  }, 60_000);

  test('random bytes and random edits of a good table do not throw', async () => {
    const good = Buffer.from(
      'Title,Authors,ISSN,Date\n"Soil, ""wet""","Okoro, Ada; Li, Bo",0037-9999,2024-05-17\nWater,,,\n',
    );
    const edit = fc.record({
      at: fc.nat(good.length),
      bytes: fc.uint8Array({ maxLength: 6 }),
      cut: fc.nat(10),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        async (bytes) => void (await readTableText(Buffer.from(bytes))),
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        async (edits, pieceLength) => {
          let bytes: Buffer = good;
          for (const { at, bytes: more, cut } of edits)
            bytes = Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + cut)]);
          await readTableText(bytes, { pieceLength });
        },
      ),
    );
  });
});

describe('the cells of a record', () => {
  test('are those that csv-parse finds', async () => {
    const { parse } = await import('csv-parse/sync');
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', 'é', ' ', ';') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
        const text = cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',');
        expect(csvCells(text, ',')).toEqual(cells);
        expect(parse(text, { record_delimiter: '\r\n' })[0]).toEqual(cells);
      }),
    );
    fc.assert(
      fc.property(cell, (text) => {
        let expected: unknown = null;
        try {
          expected = parse(text, { record_delimiter: '\r\n', relax_column_count: true, trim: true })[0] ?? [
            '',
          ];
        } catch {
          return;
        }
        if (!text.includes('\n')) expect(csvCells(text, ',')).toEqual(expected);
      }),
    );
  });
});

test('a table without rows says so', async () => {
  expect(await readTableText('Title,Year\n,\n')).toEqual([
    { index: null, line: null, message: { key: 'import.read.noRecords' } },
  ]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRis } from '../../src/main/formats/ris/readRis.ts';
import { textOf } from '../helpers/textOf.ts';
import { bibjsonOf, notesOf, readAll, readOne } from './readAll.ts';

const sample = `TY  - JOUR
TI  - Soil
AU  - Okoro, Ada
PY  - 2024/05//
SP  - 12-19
SN  - 0037-9999
ER  - 
`;

const record = (...lines: string[]) => ['TY  - JOUR', ...lines, 'ER  - ', ''].join('\n');
const ris = (...lines: string[]) => bibjsonOf(readRis, record(...lines));

describe('RIS', () => {
  test('the example of the reference becomes an article', async () => {
    const read = await readOne(readRis, sample);
    expect(read).toMatchObject({ index: 1, line: 1 });
    expect(read.record).toEqual({
      bibjson: {
        title: 'Soil',
        year: '2024',
        month: '5',
        identifier: [{ type: 'eissn', id: '0037-9999' }],
        journal: { start_page: '12', end_page: '19' },
        author: [{ name: 'Ada Okoro' }],
      },
    });
    expect(notesOf(read)).toEqual([
      'The file does not say which ISSN is print and which is online. Check them.',
    ]);
  });

  test('a day and month without a year are of the year beside them', async () => {
    expect(await ris('PY  - 2024', 'DA  - May 17')).toEqual({ year: '2024', month: '5' });
    expect(await ris('DA  - MAY', 'Y1  - 2024')).toEqual({ year: '2024', month: '5' });
    expect(await ris('DA  - May 17')).toEqual({});
  });

  test('keywords on lines of their own may end in a separator', async () => {
    expect(await ris('KW  - soil;', 'KW  - clay, loam;', 'KW  - sand')).toEqual({
      keywords: ['soil', 'clay, loam', 'sand'],
    });
  });

  test('an ISSN may have a blank instead of its hyphen, and its kind in French', async () => {
    const issns = async (line: string) => (await ris(line)).identifier;
    expect(await issns('SN  - 0037 9999')).toEqual([{ type: 'eissn', id: '0037-9999' }]);
    expect(await issns('SN  - 0037-9999 (électronique)')).toEqual([{ type: 'eissn', id: '0037-9999' }]);
    expect(await issns('SN  - 0037-9999 (papier)')).toEqual([{ type: 'pissn', id: '0037-9999' }]);
  });

  test.each(['https://doi.org/10.1234/a; https://e.org/a', 'https://e.org/a;https://doi.org/10.1234/a'])(
    'the DOI is found among several addresses: %s',
    async (addresses) =>
      expect(await ris(`UR  - ${addresses}`)).toMatchObject({
        identifier: [{ type: 'doi', id: '10.1234/a' }],
        link: [{ url: 'https://e.org/a' }],
      }),
  );

  test('every tag of a full record goes to its field', async () => {
    const read = await readOne(
      readRis,
      record(
        'ID  - okoro2024',
        'TI  - Soil and CO<sub>2</sub>',
        'AU  - Okoro, Ada',
        'AU  - van der Berg, Jan, Jr.',
        'AU  - WHO Soil Group',
        'A2  - Smith, Ed',
        'AB  - First line',
        'second line.',
        'KW  - soil',
        'KW  - carbon, organic',
        'T2  - Soil Letters',
        'JO  - Soil Lett.',
        'VL  - 007',
        'IS  - 3-4',
        'SP  - 12',
        'EP  - 19',
        'DA  - 2024/05/17/',
        'PY  - 2024',
        'Y2  - 2025/01/01/',
        'DO  - https://doi.org/10.5555/S.41',
        'SN  - 0037-9999 (Print)',
        'SN  - 2345-6787 (Online)',
        'UR  - https://j.example.org/41',
        'L1  - https://j.example.org/41/file',
        'L2  - https://j.example.org/41/text.xml',
        'L1  - internal-pdf://41.pdf',
        'AD  - Univ X',
        'N1  - A remark',
        'LA  - en',
      ),
    );
    expect(read.record).toEqual({
      bibjson: {
        title: 'Soil and CO2',
        abstract: 'First line\nsecond line.',
        year: '2024',
        month: '5',
        keywords: ['soil', 'carbon, organic'],
        identifier: [
          { type: 'doi', id: '10.5555/S.41' },
          { type: 'pissn', id: '0037-9999' },
          { type: 'eissn', id: '2345-6787' },
        ],
        journal: { title: 'Soil Letters', volume: '007', number: '3-4', start_page: '12', end_page: '19' },
        author: [{ name: 'Ada Okoro' }, { name: 'Jan van der Berg Jr.' }, { name: 'WHO Soil Group' }],
        link: [
          { type: 'fulltext', content_type: 'HTML', url: 'https://j.example.org/41' },
          { type: 'fulltext', content_type: 'PDF', url: 'https://j.example.org/41/file' },
          { type: 'fulltext', content_type: 'XML', url: 'https://j.example.org/41/text.xml' },
        ],
      },
    });
    expect(notesOf(read)).toEqual([
      'Contributors who are not authors were not imported: Ed Smith (A2).',
      'Links that are no complete web addresses were not imported: internal-pdf://41.pdf.',
      'Not imported (no matching field): “Y2” (2025/01/01/), joint address of the authors (Univ X), remarks (A remark).',
    ]);
  });

  test('the tag may be followed by one or two blanks or a tab, and a blank after the hyphen is optional', async () => {
    const { records } = await readAll(readRis, 'TY - JOUR\nTI - A\nER -\nTY  -JOUR\nTI\t-B\nER  -\n');
    expect(records.map(({ record }) => record)).toEqual([
      { bibjson: { title: 'A' } },
      { bibjson: { title: 'B' } },
    ]);
  });

  test('a line that only looks like a tag continues the one before', async () => {
    expect(await ris('TI  - T', 'AB  - The soils of the', 'US - in the north', 'XX: no tag')).toEqual({
      title: 'T',
      abstract: 'The soils of the\nUS - in the north\nXX: no tag',
    });
  });

  test('a record ends with ER, with the next TY and with the file', async () => {
    const { records, problems } = await readAll(
      readRis,
      'TY  - JOUR\nTI  - A\nTY  - JOUR\nTI  - B\nER  - \n\nTY  - JOUR\nTI  - C',
    );
    expect(problems).toEqual([]);
    expect(records.map(({ record, line, index }) => [record, index, line])).toEqual([
      [{ bibjson: { title: 'A' } }, 1, 1],
      [{ bibjson: { title: 'B' } }, 2, 3],
      [{ bibjson: { title: 'C' } }, 3, 7],
    ]);
    const unfinished = 'The record has no end mark, so it may be incomplete.';
    expect(records.map(notesOf)).toEqual([[unfinished], [], [unfinished]]);
  });

  test('text before the first record is passed over, fields between records are reported once', async () => {
    const { records, problems } = await readAll(
      readRis,
      `Provider: X\nDB  - Y\n\n${sample}AU  - Lost, A\nTI  - Lost\n${sample}`,
    );
    expect(records).toHaveLength(2);
    expect(problems.map(({ line }) => line)).toEqual([11]);
    expect((await readAll(readRis, 'Provider: X\n')).problems.map(({ message }) => textOf(message))).toEqual([
      'The file contains no records.',
    ]);
  });

  test.each(['\u00ef\u00bb\u00bf', '\ufeff\u00ef\u00bb\u00bf', '\u200b'])(
    'the first record counts behind %j',
    async (mark) => {
      const { records, problems } = await readAll(readRis, mark + sample + sample);
      expect(records).toHaveLength(2);
      expect(problems).toEqual([]);
    },
  );

  test('a record that lost its first tag is reported, also as the first one', async () => {
    const lost = 'TI  - Lost\nAU  - Lost, A\nER  - \n\n';
    const { records, problems } = await readAll(readRis, lost + sample + lost + lost + sample);
    expect(records).toHaveLength(2);
    expect(problems.map(({ line }) => line)).toEqual([1, 12, 16]);
  });

  test('the fullest of the dates counts, never the date of access', async () => {
    const dateOf = async (...lines: string[]) => {
      const { year, month } = await ris(...lines);
      return [year, month];
    };
    expect(await dateOf('PY  - 2024', 'DA  - 2024/05/17/')).toEqual(['2024', '5']);
    expect(await dateOf('Y1  - 2024/05//', 'PY  - 2024')).toEqual(['2024', '5']);
    expect(await dateOf('PY  - 2024///Spring')).toEqual(['2024', undefined]);
    expect(await dateOf('PY  - 2024///May')).toEqual(['2024', '5']);
    expect(await dateOf('PY  - 2024/May/17')).toEqual(['2024', '5']);
    expect(await dateOf('DA  - 2024-05-17', 'PY  - 2024')).toEqual(['2024', '5']);
    expect(await dateOf('DA  - 17 mai 2024')).toEqual(['2024', '5']);
    expect(await dateOf('DA  - 03/04/2024')).toEqual(['2024', '4']);
    expect(await dateOf('PY  - 2023', 'DA  - 2024/01/05')).toEqual(['2024', '1']);
    expect(await dateOf('Y2  - 2024/05/17/')).toEqual([undefined, undefined]);
    expect(await dateOf('DA  - 2020/00/00')).toEqual(['2020', undefined]);
    expect(await dateOf('DA  - /03/15', 'PY  - 2020')).toEqual(['2020', '3']);
  });

  test.each<[string[], string[]]>([
    [['DA  - 2020/00/00'], []],
    [['PY  - 2020/2021'], ['The publication year is 2020; the file also says 2020/2021.']],
    [
      ['DA  - 2020/13/45'],
      ['The month “13” is not a number from 1 to 12 (perhaps a season) and was not imported.'],
    ],
  ])('the remarks on the date %j', async (lines, notes) => {
    expect(notesOf(await readOne(readRis, record(...lines)))).toEqual(notes);
  });

  test('a range in the start page is cut, with or without an end page', async () => {
    const pagesOf = async (...lines: string[]) => (await ris(...lines)).journal;
    expect(await pagesOf('SP  - 12-19')).toEqual({ start_page: '12', end_page: '19' });
    expect(await pagesOf('SP  - 12-19', 'EP  - 19')).toEqual({ start_page: '12', end_page: '19' });
    for (const start of ['12-19', '12', '12-', ''])
      expect(await pagesOf(`SP  - ${start}`, 'EP  - 12-19')).toEqual({ start_page: '12', end_page: '19' });
    expect(await pagesOf('SP  - 12-', 'EP  - 19')).toEqual({ start_page: '12', end_page: '19' });
    expect(await pagesOf('SP  - 3-4', 'EP  - 3-9')).toEqual({ start_page: '3-4', end_page: '3-9' });
    expect(await pagesOf('SP  - e101', 'EP  - e112')).toEqual({ start_page: 'e101', end_page: 'e112' });
    expect(await pagesOf('SP  - 7')).toEqual({ start_page: '7' });
    expect(await pagesOf('C7  - e101')).toEqual({ start_page: 'e101' });
    expect(await pagesOf('SP  - 7', 'C7  - e101')).toEqual({ start_page: '7' });
  });

  test('one keyword line may hold several, several lines hold one each', async () => {
    const keywordsOf = async (...lines: string[]) => (await ris(...lines)).keywords;
    expect(await keywordsOf('KW  - soil; carbon, organic')).toEqual(['soil', 'carbon, organic']);
    expect(await keywordsOf('KW  - soil, carbon')).toEqual(['soil', 'carbon']);
    expect(await keywordsOf('KW  - soil', 'carbon', 'water, deep')).toEqual([
      'soil',
      'carbon',
      'water, deep',
    ]);
    expect(await keywordsOf('KW  - a, b', 'KW  - c; d')).toEqual(['a, b', 'c; d']);
    expect(await keywordsOf('KW  - a|b', 'KW  - ')).toEqual(['a', 'b']);
  });

  test('a text of any length is read in linear time', async () => {
    const long = '~'.repeat(200_000);
    expect(await ris('TI  - Soil', 'PY  - 2024', `DA  - ${long}x`)).toMatchObject({ year: '2024' });
    expect(await ris(`KW  - a${' '.repeat(200_000)}x`, 'KW  - b;')).toEqual({ keywords: ['a x', 'b'] });
  });

  test('two title lines are title and subtitle, equal ones are one', async () => {
    expect(await ris('TI  - Soil', 'TI  - A survey')).toEqual({ title: 'Soil: A survey' });
    expect(await ris('T1  - Soil', 'TI  - Soil')).toEqual({ title: 'Soil' });
    expect(await ris('TI  - Why soil?', 'TI  - A survey')).toEqual({ title: 'Why soil? A survey' });
  });

  test('the DOI comes from DO, or from M3 or an address that is one', async () => {
    const identifiers = async (...lines: string[]) => (await ris(...lines)).identifier;
    expect(await identifiers('DO  - doi:10.5555/s.41')).toEqual([{ type: 'doi', id: '10.5555/s.41' }]);
    expect(await identifiers('M3  - 10.5555/s.41')).toEqual([{ type: 'doi', id: '10.5555/s.41' }]);
    expect(await identifiers('M3  - Article', 'UR  - https://doi.org/10.5555/s.41')).toEqual([
      { type: 'doi', id: '10.5555/s.41' },
    ]);
    expect(await identifiers('SN  - 978-3-16-148410-0')).toBeUndefined();
    expect(await identifiers('SN  - 00379999; 2345-6787')).toEqual([
      { type: 'pissn', id: '0037-9999' },
      { type: 'eissn', id: '2345-6787' },
    ]);
  });

  test('anonymous authors and “et al.” are left out and reported', async () => {
    const read = await readOne(readRis, record('AU  - Anonymous', 'AU  - Okoro, V.', 'A1  - et al.'));
    expect(read.record).toEqual({ bibjson: { author: [{ name: 'V. Okoro' }] } });
    expect(notesOf(read)).toEqual([
      'An anonymous contributor was not imported.',
      'The list of authors ends with “et al.”: the file does not name all authors.',
    ]);
  });

  test('authors under both tags are listed once', async () => {
    expect((await ris('A1  - Okoro, Ada', 'AU  - Okoro, Ada', 'AU  - Li, Wei')).author).toEqual([
      { name: 'Ada Okoro' },
      { name: 'Wei Li' },
    ]);
    expect((await ris('AU  - Okoro, Ada; Li, Wei')).author).toEqual([
      { name: 'Ada Okoro' },
      { name: 'Wei Li' },
    ]);
  });

  test('other types are doubtful, and the sorted authors of the directory’s export are pointed out', async () => {
    const read = await readOne(readRis, 'TY  - CHAP\nTI  - A\nUR  - https://doaj.org/article/1\nER  - ');
    expect(notesOf(read)).toEqual([
      'This is not a journal article but “CHAP”.',
      'The directory’s own export lists authors in alphabetical order. Check the order of the authors.',
    ]);
    for (const type of ['JOUR', 'EJOUR', 'MGZN', ''])
      expect(notesOf(await readOne(readRis, `TY  - ${type}\nTI  - A\nER  - `))).toEqual([]);
  });

  test('any line ends, a byte order mark, UTF-16 and Windows-1252 are read', async () => {
    const text = sample.replace('Soil', 'Économie');
    const expected = await bibjsonOf(readRis, text);
    expect(expected.title).toBe('Économie');
    for (const content of [
      text.replaceAll('\n', '\r\n'),
      text.replaceAll('\n', '\r'),
      `\ufeff${text}`,
      Buffer.from(`\ufeff${text}`, 'utf16le'),
    ]) {
      for (const pieceSize of [1, 7, 1 << 16]) {
        const { records } = await readAll(readRis, content, { pieceSize });
        expect(records.map(({ record }) => record.bibjson)).toEqual([expected]);
      }
    }
    const latin = await readOne(readRis, Buffer.from(text, 'latin1'));
    expect(latin.record.bibjson).toEqual(expected);
    expect(notesOf(latin).join(' ')).toContain('Windows-1252');
  });

  test.each(['\u2028', '\u2029', '\u0085', '\u000b'])('a line with %j keeps its tag', async (sign) => {
    const { records } = await readAll(readRis, `TY  - JOUR\nTI  - The ${sign} soil\nPY  - 2024\nER  - \n`);
    expect(records.map(({ record }) => record.bibjson)).toEqual([{ title: 'The soil', year: '2024' }]);
  });

  test('a record that is too large is reported, and the next one is read', async () => {
    const long = `AB  - ${'lorem ipsum '.repeat(500_000)}\n`;
    for (const text of [long.repeat(4), long + long.trimEnd() + long]) {
      const { records, problems } = await readAll(
        readRis,
        `${record('TI  - A')}TY  - JOUR\n${text}ER  - \n${record('TI  - B')}`,
      );
      expect(records.map(({ index }) => index)).toEqual([1, 3]);
      expect(problems).toMatchObject([{ index: 2, line: 4 }]);
    }
  });

  test('nothing throws on random bytes or a damaged file, however it is split', async () => {
    const harm = fc.record({
      at: fc.nat(sample.length),
      cut: fc.nat(20),
      text: fc.string({ maxLength: 10 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(harm, { maxLength: 5 }),
        fc.uint8Array({ maxLength: 40 }),
        async (harms, bytes) => {
          const text = harms.reduce(
            (file, { at, cut, text }) => file.slice(0, at) + text + file.slice(at + cut),
            sample,
          );
          const content = Buffer.concat([Buffer.from(text), bytes]);
          const whole = await readAll(readRis, content);
          expect(await readAll(readRis, content, { pieceSize: 3 })).toEqual(whole);
        },
      ),
    );
  });
});

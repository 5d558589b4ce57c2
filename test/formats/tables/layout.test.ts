import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ordinaryChoices } from '../../../src/main/formats/article/choices.ts';
import { detectXml } from '../../../src/main/formats/detect/detectXml.ts';
import type { ReadItem } from '../../../src/main/formats/readRecord.ts';
import { guessMapping } from '../../../src/main/formats/tables/guessMapping.ts';
import { readXlsx } from '../../../src/main/formats/tables/xlsx/readXlsx.ts';
import { readTableText } from './readTableText.ts';
import { workbookOf, zipOf } from './workbookOf.ts';

const folder = mkdtempSync(join(tmpdir(), 'colophon-layout-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function readBook(parts: Record<string, string>): Promise<ReadItem[]> {
  const path = join(folder, 'book.xlsx');
  const bytes = zipOf(parts);
  writeFileSync(path, bytes);
  const range = { path, start: 0, size: bytes.length };
  const file = {
    name: 'book.xlsx',
    bytes: (async function* () {})(),
    head: bytes,
    range,
    detectXml,
    encoding: null,
  };
  const items: ReadItem[] = [];
  for await (const item of readXlsx(file, ordinaryChoices)) items.push(item);
  return items;
}

const rowsOf = (lines: readonly (readonly string[])[], attributes: Record<number, string> = {}) =>
  lines
    .map((cells, at) => {
      const inside = cells.map((text, column) =>
        text === ''
          ? ''
          : `<c r="${String.fromCharCode(65 + column)}${at + 1}" t="inlineStr"><is><t>${text}</t></is></c>`,
      );
      return `<row r="${at + 1}" ${attributes[at + 1] ?? ''}>${inside.join('')}</row>`;
    })
    .join('');

/** A workbook of one sheet with merged cells. */
function book(
  lines: readonly (readonly string[])[],
  merges: readonly string[] = [],
  attributes = {},
): Record<string, string> {
  const parts = workbookOf({ One: rowsOf(lines, attributes) });
  const path = 'xl/worksheets/sheet1.xml';
  const list = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return {
    ...parts,
    [path]: parts[path]!.replace('</sheetData>', `</sheetData><mergeCells>${list}</mergeCells>`),
  };
}

const articles = (items: readonly ReadItem[]) =>
  items.map((item) => ('record' in item ? (item.record.bibjson as Record<string, unknown>) : item.message));
const notes = (items: readonly ReadItem[]) => items.flatMap((item) => ('record' in item ? item.notes : []));

describe('headings over two rows', () => {
  const data = ['Quiet soil', 'Ada Okoro', '12', '19', '2024'];
  const journal = { start_page: '12', end_page: '19' };

  test.each([
    ['below a group', [['Title', 'Authors', 'Pages', '', 'Year'], ['', '', 'from', 'to', ''], data]],
    [
      'with merged cells',
      [['Title', 'Authors', 'Pages', '', 'Year'], ['', '', 'from', 'to', ''], data],
      ['A1:A2', 'B1:B2', 'C1:D1', 'E1:E2'],
    ],
    [
      'under a group above',
      [['Contents'], ['', '', 'Pages', '', ''], ['Title', 'Authors', 'from', 'to', 'Year'], data],
    ],
  ])('%s are joined', async (_, lines, merges: readonly string[] = []) => {
    expect(articles(await readBook(book(lines, merges)))).toMatchObject([
      { title: 'Quiet soil', year: '2024', author: [{ name: 'Ada Okoro' }], journal },
    ]);
  });

  test('may be in a text file', async () => {
    const text = 'Title,Authors,Pages,,Year\n,,from,to,\nQuiet soil,Ada Okoro,12,19,2024\n';
    expect(articles(await readTableText(text))).toMatchObject([{ title: 'Quiet soil', journal }]);
  });

  test('are not made of a first row of values', async () => {
    const text = 'Title,Authors,Pages,,Year\nQuiet soil,Ada Okoro,12,19,2024\n';
    expect(articles(await readTableText(text))).toHaveLength(1);
  });
});

describe('merged cells', () => {
  test('belong to all of their rows', async () => {
    const lines = [
      ['Title', 'Authors', 'Issue'],
      ['Quiet soil', 'Ada Okoro', '3-4'],
      ['Loud soil', 'Ben Li', ''],
      ['Late soil', 'Cara Modell', '5'],
    ];
    expect(articles(await readBook(book(lines, ['C2:C3'])))).toMatchObject(
      ['3-4', '3-4', '5'].map((number) => ({ journal: { number } })),
    );
  });

  test('of the title leave each row one author', async () => {
    const lines = [
      ['Title', 'Year', 'Given name', 'Family name'],
      ['Quiet soil', '2024', 'Ada', 'Okoro'],
      ['', '', 'Ben', 'Li'],
    ];
    expect(articles(await readBook(book(lines, ['A2:A3', 'B2:B3'])))).toMatchObject([
      { title: 'Quiet soil', author: [{ name: 'Ada Okoro' }, { name: 'Ben Li' }] },
    ]);
  });
});

describe('a title merged over several rows', () => {
  const rows = [
    ['Title', 'Author', 'Affiliation', 'DOI'],
    ['Quiet soil', 'Okoro, Ada', 'Univ. X', '10.5555/1'],
    ['', 'Li, Ben', '', ''],
    ['', 'Modell, Cara', 'Univ. Y', '10.5555/1'],
    ['Loud soil', 'Diaz, Eva', '', '10.5555/2'],
  ];

  test('is that of one article, whose authors are in all of them', async () => {
    const items = await readBook(book(rows, ['A2:A4', 'C2:C3']));
    expect(articles(items)).toMatchObject([
      {
        title: 'Quiet soil',
        author: [
          { name: 'Ada Okoro', affiliation: 'Univ. X' },
          { name: 'Ben Li', affiliation: 'Univ. X' },
          { name: 'Cara Modell', affiliation: 'Univ. Y' },
        ],
      },
      { title: 'Loud soil', author: [{ name: 'Eva Diaz' }] },
    ]);
    expect(notes(items)).toEqual([]);
  });

  test('has two articles where their DOIs differ', async () => {
    const own = rows.map((row, at) => (at === 3 ? row.with(3, '10.5555/3') : row));
    expect(articles(await readBook(book(own, ['A2:A4'])))).toMatchObject([
      { title: 'Quiet soil', author: [{ name: 'Ada Okoro' }, { name: 'Ben Li' }] },
      { title: 'Quiet soil', author: [{ name: 'Cara Modell' }] },
      { title: 'Loud soil' },
    ]);
  });

  test('repeats no authors that are merged, too', async () => {
    const merged = [rows[0]!, ['Quiet soil', 'Okoro, Ada; Li, Ben', 'Univ. X', ''], ['', '', 'Univ. Y', '']];
    expect(articles(await readBook(book(merged, ['A2:A3', 'B2:B3'])))).toMatchObject([
      { title: 'Quiet soil', author: [{ name: 'Ada Okoro' }, { name: 'Ben Li' }] },
    ]);
  });
});

const lines = (...more: string[][]) => [
  ['Title', 'Authors', 'Year', 'DOI'],
  ['Quiet soil', 'Ada Okoro', '2024', '10.5555/1'],
  ...more,
  ['Loud soil', 'Ben Li', '2024', '10.5555/2'],
];

test.each([
  ['a merged row', lines(['Research papers']), ['A3:D3']],
  ['the heading of a section', lines(['Section: Reviews']), []],
  ['a total', lines(['Total', '', '1']), []],
  ['a total in another language', lines(['Итого: 2']), []],
  ['a note', lines(['* peer reviewed']), []],
  ['a value without a title', lines(['', 'Reviews']), []],
])('%s is no article, and is named', async (_, rows, merges) => {
  const items = await readBook(book(rows, merges));
  expect(articles(items)).toMatchObject([{ title: 'Quiet soil' }, { title: 'Loud soil' }]);
  expect(notes(items).filter(({ key }) => key === 'import.note.besideRows')).toHaveLength(1);
});

test('a total in the column of titles is no article', async () => {
  const rows = lines().map((row, at) => [String(at), ...row]);
  rows[0]![0] = 'Lp.';
  const items = await readBook(book([...rows, ['Razem', '2']]));
  expect(articles(items)).toMatchObject([{ title: 'Quiet soil' }, { title: 'Loud soil' }]);
});

test('an article whose title begins like a note has an author and a DOI', async () => {
  const items = await readBook(book(lines(['Note: on soil', 'Cara Modell', '', '10.5555/3'])));
  expect(articles(items)).toMatchObject([
    { title: 'Quiet soil' },
    { title: 'Note: on soil', author: [{ name: 'Cara Modell' }] },
    { title: 'Loud soil' },
  ]);
});

test('repeated headings are no article, and an article may have only a title', async () => {
  const items = await readBook(book(lines(['TITLE ', 'Authors', 'Year', 'DOI'], ['A title alone'])));
  expect(articles(items)).toMatchObject([
    { title: 'Quiet soil' },
    { title: 'A title alone' },
    { title: 'Loud soil' },
  ]);
});

test('hidden rows and sheets are marked', async () => {
  const rows = book(lines(), [], { 2: 'hidden="1"' });
  const sheet = {
    ...rows,
    'xl/workbook.xml': rows['xl/workbook.xml']!.replace('<sheet ', '<sheet state="hidden" '),
  };
  const doubts = (items: ReadItem[]) => items.map((item) => 'facts' in item && item.facts?.isDoubtful);
  expect(doubts(await readBook(rows))).toEqual([true, false]);
  expect(doubts(await readBook(sheet))).toEqual([true, true]);
});

test.each([
  ['No', ['1', '2', '3'], 'ignored'],
  ['№', ['1.', '2.', '3.'], 'ignored'],
  ['S.No.', ['1', '2'], 'ignored'],
  ['No', ['3', '3', '4'], 'number'],
  ['Issue', ['1', '2', '3'], 'number'],
])('a first column %s with %s is %s', (heading, values, target) => {
  const rows = values.map((value) => [value, 'Soil']);
  expect(guessMapping([heading, 'Title'], rows).columns[0]!.target).toBe(target);
});

test.each([
  [['03.04.2024', '15.03.2024'], 'day'],
  [['03/04/2024', '03/15/2024'], 'month'],
  [['03/04/2024', '03/15/2024', '15/03/2024'], undefined],
  [['03/04/2024'], undefined],
])('dates %s have the order %s', (values, order) => {
  const rows = values.map((value) => ['Soil', value]);
  expect(guessMapping(['Title', 'Date'], rows).columns[1]!.dateOrder).toBe(order);
});

test('a date that only one order explains tells the month of the others', async () => {
  const items = await readTableText('Title,Date\nSoil,03/04/2024\nLoud soil,03/15/2024\n');
  expect(articles(items)).toMatchObject([{ month: '3' }, { month: '3' }]);
  expect(notes(items)).toEqual([]);
});

test.each([
  [{ Volume: 'Vol. 14 No. 3 (2025)' }, { volume: '14', number: '3' }, '2025'],
  [{ Volume: '14 No. 3 (2025)' }, { volume: '14', number: '3' }, '2025'],
  [{ Issue: 'Vol 14, No 3-4' }, { volume: '14', number: '3-4' }, undefined],
  [{ Cilt: 'Cilt: 14 Sayı: 3' }, { volume: '14', number: '3' }, undefined],
  [{ Том: 'Т. 14, № 3 (2025)' }, { volume: '14', number: '3' }, '2025'],
  [{ 'Volume/Issue': 'Vol. 14 No. 3', Year: '2024' }, { volume: '14', number: '3' }, '2024'],
  [{ Volume: '12,0', Issue: '3.0' }, { volume: '12', number: '3' }, undefined],
  [{ Volume: 'Vol. 14 No. 3', Issue: '5' }, { volume: 'Vol. 14 No. 3', number: '5' }, undefined],
])('%o is divided', async (columns, journal, year) => {
  const cells = (list: string[]) => list.map((cell) => `"${cell}"`).join(',');
  const items = await readTableText(
    `${cells(['Title', ...Object.keys(columns)])}\n${cells(['Soil', ...Object.values(columns)])}\n`,
  );
  expect(articles(items)).toMatchObject([{ journal }]);
  expect((articles(items)[0] as { year?: string }).year).toBe(year);
});

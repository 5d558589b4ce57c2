import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readXlsx } from '../../src/main/formats/tables/xlsx/readXlsx.ts';
import { spoolFolder } from '../../src/main/platform/files/importSpool.ts';
import type { CallData } from '../../src/shared/contract/contract.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import type { ReturnedRows } from '../../src/shared/draft/returnedRows.ts';
import { literal } from '../../src/shared/message.ts';
import { readAll } from '../formats/readAll.ts';
import { workbookOf, zipOf } from '../formats/tables/workbookOf.ts';
import { acceptNow, asking } from '../helpers/confirm.ts';
import { type DirectoryServices, openDirectoryServices } from '../helpers/directoryServices.ts';

let services: DirectoryServices;

beforeEach(async () => {
  services = await openDirectoryServices();
});
afterEach(() => services.end());

type Content = string | Uint8Array;

/** Reads files as one import that waits for its acceptance. */
async function previewFiles(list: readonly { name: string; content: Content }[]): Promise<number> {
  const { handlers, accountId } = services;
  const contents = list.map(({ content }) => Buffer.from(content as string));
  const bytes = Buffer.concat(contents);
  const files = list.map(({ name }, at) => ({ name, size: contents[at]!.length }));
  const { id } = await handlers['imports.open']({
    accountId,
    name: list[0]!.name,
    size: bytes.length,
    files,
    asks: false,
  });
  await handlers['imports.write']({ id, at: 0, piece: bytes.toString('base64') });
  await handlers['imports.read']({ id });
  await services.when(async () => (await handlers['imports.get']({ id })).state === 'preview');
  return id;
}

async function accept(id: number): Promise<number> {
  await acceptNow(asking(services.handlers), id);
  await services.when(async () => (await services.handlers['imports.get']({ id })).state === 'accepted');
  return id;
}

const preview = (name: string, content: Content) => previewFiles([{ name, content }]);
const importFile = async (name: string, content: Content) => accept(await preview(name, content));

const returned = (source: CallData<'exports.returned'>['source'], rows: ReturnedRows, importId: number) =>
  services.handlers['exports.returned']({ source, table: { importId, file: 0 }, rows });

async function bytesOf({ id, size }: { id: number; size: number }): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  while (bytes.length < size) {
    const { piece } = await services.handlers['exports.read']({ id, at: bytes.length });
    bytes = Buffer.concat([bytes, Buffer.from(piece, 'base64')]);
  }
  return bytes;
}

const ofImport = async (importId: number, rows: ReturnedRows = 'all') =>
  bytesOf(await returned({ importId }, rows, importId));

async function drafts(): Promise<DraftRecord[]> {
  const { rows } = await services.list();
  return (await services.drafts(rows.map(({ id }) => id))).map(({ record }) => record);
}

const good = 'Ada Lovelace,2049-3630,2024,1,1';
const table = `Title,DOI,Authors,Online ISSN,Year,Volume,Number,My notes
Soil,10.5555/soil,${good},keep
,10.5555/untitled,${good},"two
lines"
Water,,${good},=1+1
`;

test('the whole table has the user’s columns, cells and rows, and columns for problems', async () => {
  const id = await preview('articles.csv', table);
  const made = await returned({ importId: id }, 'all', id);
  expect(made).toMatchObject({ name: 'articles-problems.csv', type: 'text/csv', written: 3 });
  const [headings, soil, untitled, water] = parse(await bytesOf(made)) as string[][];
  expect(headings).toEqual([
    ...table.split('\n')[0]!.split(','),
    ...['Problem (Colophon)', 'Field (Colophon)', 'Advice (Colophon)', 'ID (Colophon)'],
  ]);
  expect(soil!.slice(0, 8)).toEqual(['Soil', '10.5555/soil', ...good.split(','), 'keep']);
  expect(untitled![7]).toBe('two\nlines');
  expect(untitled![8]).toMatch(/^Error: .*title/i);
  expect(untitled![9]!.split('\n')[0]).toBe('Title');
  expect(untitled![10]).not.toBe('');
  // Spreadsheets would take it for a formula.
  expect(water![7]).toBe("'=1+1");
});

test('only the rows with errors are returned, or those with warnings too', async () => {
  const id = await preview('articles.csv', `${table}A TITLE IN CAPITALS ONLY,10.5555/loud,${good},\n`);
  const titles = async (rows: ReturnedRows) =>
    (parse(await ofImport(id, rows)) as string[][]).slice(1).map(([title]) => title);
  expect(await titles('errors')).toEqual(['', 'Water']);
  expect(await titles('problems')).toEqual(['', 'Water', 'A TITLE IN CAPITALS ONLY']);
});

test('a returned table without edits has the same records, and changes nothing', async () => {
  const id = await importFile('articles.csv', table);
  const before = await drafts();
  const again = await preview('articles-problems.csv', await ofImport(id));
  expect(await services.handlers['imports.get']({ id: again })).toMatchObject({
    read: 3,
    created: 0,
    updated: 0,
    unchanged: 3,
  });
  await accept(again);
  expect(await drafts()).toEqual(before);
});

test('rows that were corrected update the drafts that they became, whatever identifies them', async () => {
  const id = await importFile('articles.csv', table);
  const problems = (await ofImport(id, 'errors')).toString();
  const fixed = problems
    .replace(',10.5555/untitled,', 'Found title,10.5555/new,')
    .replace('Water,,', 'Water,10.5555/water,');
  const again = await importFile('articles-problems.csv', fixed);
  expect(await services.handlers['imports.get']({ id: again })).toMatchObject({ created: 0, updated: 2 });
  expect(await drafts()).toMatchObject([
    {
      bibjson: {
        title: 'Found title',
        identifier: expect.arrayContaining([{ type: 'doi', id: '10.5555/new' }]),
      },
    },
    { bibjson: { title: 'Soil' } },
    {
      bibjson: { title: 'Water', identifier: expect.arrayContaining([{ type: 'doi', id: '10.5555/water' }]) },
    },
  ]);
});

test('a row that was copied becomes a new draft, and so does one from another account', async () => {
  const id = await importFile('articles.csv', table);
  const [headings, soil] = (await ofImport(id)).toString().split('\n');
  const copy = soil!.replace('10.5555/soil', '10.5555/copy');
  const foreign = copy.replace('copy', 'foreign').replace(/-[0-9a-f]+$/, '-000000000000');
  const again = await importFile('b.csv', [headings, soil, copy, foreign].join('\n'));
  expect(await services.handlers['imports.get']({ id: again })).toMatchObject({ created: 2, unchanged: 1 });
});

test('a table that is returned twice has the added columns once', async () => {
  const id = await importFile('articles.csv', table);
  const first = (await ofImport(id)).toString();
  const again = await preview('articles-problems.csv', first);
  expect((await ofImport(again)).toString()).toBe(first);
});

test('separator, line ends, byte order mark and rows above the headings stay', async () => {
  const text =
    '\ufeffOur articles\r\n\r\n;;\r\nTitle;DOI;Year\r\n"Soil; water";10.5555/a;2024\r\n;;\r\nAir;;2023\r\n';
  const id = await preview('articles.csv', text);
  const lines = (await ofImport(id)).toString().split('\r\n');
  expect(lines[0]).toBe('\ufeffOur articles');
  expect(lines[2]).toMatch(/^Title;DOI;Year;Problem/);
  expect(lines[3]).toMatch(/^"Soil; water";10\.5555\/a;2024;/);
  expect(lines.slice(4).join('\n')).toMatch(/^Air;;2023;/m);
});

test('a table in an old encoding is returned as UTF-8 with a byte order mark', async () => {
  const id = await preview(
    'a.csv',
    Buffer.from('Title,Year\nLe sol à l’est,2024\n'.replace('’', "'"), 'latin1'),
  );
  expect((await ofImport(id)).toString()).toMatch(/^\ufeffTitle,Year,[\s\S]*\nLe sol à l'est,2024/);
});

test('a row that could not be read is returned with its cells and the reason', async () => {
  const id = await preview('a.csv', 'Title,Year\nSoil,2024\n"Water,2024\nAir,2023\n');
  const row = (parse(await ofImport(id, 'errors')) as string[][]).find(([title]) => title === '"Water');
  expect(row).toEqual(['"Water', '2024', expect.stringMatching(/quotation mark/), '', '', '']);
});

test('all rows of an article are returned, and an author’s problem is in the author’s row', async () => {
  const id = await preview(
    'janeway.csv',
    `Janeway ID,Article title,DOI,Author given name,Author surname,Author ORCID
1,Soil,10.5555/a,Ada,Lovelace,
,,,Bo,Li,1234
,,,Cy,Roe,
`,
  );
  const rows = (parse(await ofImport(id, 'problems')) as string[][]).slice(1);
  expect(rows.map(([, , , given]) => given)).toEqual(['Ada', 'Bo', 'Cy']);
  expect(rows[1]![6]).toMatch(/ORCID of Bo Li/);
  expect(rows[0]![6]).not.toMatch(/ORCID of Bo Li/);
  expect(rows.map((row) => row[9] !== '')).toEqual([true, false, false]);
});

test('a workbook is returned with its sheets, and reads as the same records', async () => {
  const cell = (reference: string, text: string) =>
    `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const book = zipOf(
    workbookOf({
      Notes: `<row r="1">${cell('A1', 'Please check')}</row>`,
      'A &amp; B': `<row r="2">${cell('A2', 'Title')}${cell('B2', 'DOI')}${cell('C2', 'Volume')}</row>
        <row r="4">${cell('A4', 'Soil')}${cell('B4', '10.5555/a')}<c r="C4"><v>7</v></c></row>
        <row r="5">${cell('A5', '-omics')}</row>`,
    }),
  );
  const id = await preview('book.xlsx', book);
  const whole = await ofImport(id);
  const { records } = await readAll(readXlsx, whole);
  expect(records.map(({ record, part, line }) => ({ record, part, line }))).toEqual(
    (await readAll(readXlsx, book)).records.map(({ record, part, line }) => ({ record, part, line })),
  );
  expect(records.map(({ draft }) => draft)).toEqual([expect.any(String), expect.any(String)]);
  const left = () =>
    existsSync(join(services.folder, spoolFolder)) && readdirSync(join(services.folder, spoolFolder));
  expect(left()).toEqual([expect.stringMatching(/^colophon-export-\d+\.part$/)]);
});

test('the tables of an import and of an upload can be chosen', async () => {
  const { handlers } = services;
  const id = await accept(
    await previewFiles([
      { name: 'a.csv', content: table },
      { name: 'b.json', content: '[{"bibjson":{"title":"Ice"}}]' },
      { name: 'c.tsv', content: 'Title\tDOI\nFire\t10.5555/fire\n' },
    ]),
  );
  expect(await handlers['exports.tables']({ source: { importId: id } })).toEqual([
    { importId: id, file: 0, name: 'a.csv', records: null },
    { importId: id, file: 2, name: 'c.tsv', records: null },
  ]);
  const list = await services.list({ text: 'soil' });
  const upload = await services.send(list.rows.map((row) => row.id));
  await services.until(upload.id, ({ state }) => state === 'done');
  const source = { uploadId: upload.id };
  expect(await handlers['exports.tables']({ source })).toEqual([
    { importId: id, file: 0, name: 'a.csv', records: 1 },
  ]);
  const refusal = { path: 'bibjson.month', code: 'x', message: literal('Not so.'), help: literal('Do so.') };
  services.db
    .prepare("UPDATE upload_items SET state = 'refused', refusal = ? WHERE upload_id = ?")
    .run(JSON.stringify(refusal), upload.id);
  const rows = parse(await bytesOf(await returned(source, 'errors', id))) as string[][];
  expect(rows).toHaveLength(2);
  expect(rows[1]!.slice(0, 1)).toEqual(['Soil']);
  expect(rows[1]!.slice(8, 11)).toEqual(['Error: Not so.', 'Month', 'Do so.']);
});

test('a table that is not kept is reported, and a cancelled import keeps none', async () => {
  const id = await preview('a.csv', table);
  await services.handlers['imports.cancel']({ id });
  const kept = () => services.db.prepare('SELECT count(*) FROM import_files').pluck().get();
  await expect.poll(kept).toBe(0);
  await expect(returned({ importId: id }, 'all', id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(services.handlers['exports.tables']({ source: { importId: 99 } })).rejects.toMatchObject({
    code: 'not_found',
  });
});

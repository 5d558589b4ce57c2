import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import readExcelFile from 'read-excel-file/node';
import { afterAll, describe, expect, test } from 'vitest';
import { formats } from '../../../src/main/formats/formats.ts';
import { Losses } from '../../../src/main/formats/losses.ts';
import { isRecord, readArticles } from '../../../src/main/formats/readArticles.ts';
import { tableHeadings } from '../../../src/main/formats/tables/tableColumns.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { randomCases } from '../../helpers/randomCases.ts';
import { anyRecord } from '../anyRecord.ts';

const folder = mkdtempSync(join(tmpdir(), 'colophon-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function* each<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}

async function write(format: 'csv' | 'xlsx', records: readonly DraftRecord[]): Promise<Buffer> {
  const writer = await formats[format].write();
  const pieces: Buffer[] = [];
  const context = { losses: new Losses(), journalTitles: new Map<string, string>() };
  for await (const piece of writer(each(records), context)) pieces.push(Buffer.from(piece as string));
  expect(context.losses.parts).toEqual([]);
  return Buffer.concat(pieces);
}

async function read(bytes: Buffer) {
  const path = join(folder, 'table');
  writeFileSync(path, bytes);
  const items = [];
  const options = {
    format: 'auto',
    fileName: 'table',
    range: { path, start: 0, size: bytes.length },
  } as const;
  for await (const item of readArticles(each([bytes]), options)) items.push(item);
  return items;
}

async function readRecords(bytes: Buffer): Promise<DraftRecord[]> {
  return (await read(bytes)).map((item) => {
    if (!isRecord(item)) throw new Error(JSON.stringify(item));
    expect(item.notes).toEqual([]);
    return item.record;
  });
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      "'",
      '"',
      ',',
      ';',
      '|',
      ' ',
      '<',
      '&',
      'x',
      '_x000D_',
      '\ud800',
      '\udc00',
      '\u0000',
      '\uffff',
      '\ufeff',
      '\u2028',
      '\u0085',
    ),
  }),
  fc
    .string({ unit: fc.constantFrom('ab', '"', '\n', '𝒳'), minLength: 1, maxLength: 3 })
    .map((text) => text.repeat(20_000)),
);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    hostile,
    fc.constantFrom(null, true, 0, 12, '', 2024.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom('type', 'id', 'name', 'url', 'title', 'toString'), fc.string()),
      tie('value'),
      { maxKeys: 3 },
    ),
  ),
})).value;
const object = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] });
const author = object({ name: hostile, affiliation: hostile, orcid_id: hostile, more: json });
const identifier = object({ type: fc.constantFrom('doi', 'pissn', 'eissn', 'x'), id: hostile });
const link = object({
  type: fc.constantFrom('fulltext', 'x'),
  content_type: fc.constantFrom('PDF', ''),
  url: fc.constantFrom('https://a.b/c', 'x|y', ' '),
});
const list = (entry: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 4, arbitrary: fc.array(entry, { maxLength: 3 }) }, json);
const hostileRecord = object({
  bibjson: fc.oneof(
    {
      weight: 9,
      arbitrary: object({
        ...{ title: json, abstract: hostile, year: fc.constantFrom('2024', 2024), month: json },
        journal: fc.oneof(
          object({ volume: hostile, number: hostile, start_page: json, title: hostile, country: hostile }),
          json,
        ),
        keywords: list(hostile),
        identifier: list(identifier),
        author: list(author),
        link: list(link),
        subject: json,
      }),
    },
    { weight: 1, arbitrary: json },
  ),
  admin: fc.oneof(object({ publisher_record_id: hostile, in_doaj: fc.boolean() }), json),
  id: json,
}).map((record) => JSON.parse(JSON.stringify(record)) as DraftRecord);

describe.each(['csv', 'xlsx'] as const)('a table written as %s', (format) => {
  test('is read as the same records', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { minLength: 1, maxLength: 5 }), async (records) => {
        expect(await readRecords(await write(format, records as DraftRecord[]))).toEqual(records);
      }),
      randomCases(25, 50),
    );
  });

  test('loses nothing of the most hostile records', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileRecord, { minLength: 1, maxLength: 3 }), async (records) => {
        expect(await readRecords(await write(format, records))).toEqual(records);
      }),
      randomCases(20, 60),
    );
  });

  test('may have much text in few cells', async () => {
    const author = (at: number) => ({
      name: `Collaborator ${at}`,
      affiliation: 'Institute of Physics '.repeat(5),
    });
    const bibjson = { author: Array.from({ length: 3_000 }, (_, at) => author(at)) };
    const records = Array.from({ length: 20 }, (_, at) => ({
      bibjson: { title: `Result ${at}`, ...bibjson },
    }));
    expect(await readRecords(await write(format, records))).toEqual(records);
  });

  test.each([
    [{ bibjson: { identifier: [{ type: { toString: 'doi' }, id: '10.1234/a' }] } }],
    [{ bibjson: { identifier: [{ type: ['doi'], id: '10.1234/a' }] } }],
    [{ bibjson: { identifier: [{ type: 'x', id: '1' }] }, 'order of the identifiers': ['pissn', 'doi'] }],
    [{ bibjson: { title: 'Soil' }, 'order of the identifiers': ['doi'] }],
  ] as unknown as [DraftRecord][])('loses nothing of %j', async (record) => {
    expect(await readRecords(await write(format, [record]))).toEqual([record]);
  });

  test('is empty without records', async () => {
    expect(await write(format, [])).toHaveLength(0);
  });

  test('has texts longer than a cell in several rows', async () => {
    const records = ['a', '"\n', '𝒳'].map((text) => ({
      bibjson: { title: 'Soil', abstract: text.repeat(90_000) },
    }));
    expect(await readRecords(await write(format, records))).toEqual(records);
  });
});

const record: DraftRecord & { bibjson: object } = {
  bibjson: {
    title: '=1+1',
    year: '2024',
    journal: { volume: '007' },
    identifier: [
      { type: 'doi', id: '10.1234/a' },
      { type: 'eissn', id: '0037-9999' },
    ],
    keywords: ['soil', '@water'],
    author: [
      { name: 'Ada Okoro', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
      { name: 'Bo Li', affiliation: 'Univ; Lagos, "X"' },
    ],
    link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://example.org/a' }],
    subject: [{ code: 'S' }],
  },
};

test('a CSV table has readable columns, no formulas, and the rest as JSON', async () => {
  const [heading, row, ...more] = (await write('csv', [record])).toString().split('\r\n');
  expect(heading).toBe(`\ufeff${tableHeadings.join(',')}`);
  expect(row).toBe(
    `'=1+1,,2024,,10.1234/a,,0037-9999,,007,,,,Ada Okoro | Bo Li,"| Univ; Lagos, ""X""",https://orcid.org/0000-0002-1825-0097 |,soil | @water,https://example.org/a,HTML,,"{""bibjson"":{""subject"":[{""code"":""S""}]}}"`
      .replace('"| Univ', '" | Univ')
      .replace('0097 |,', '0097 | ",')
      .replace('https://orcid', '"https://orcid'),
  );
  expect(more).toEqual(['']);
});

test('a workbook is readable by other programs', async () => {
  const path = join(folder, 'other.xlsx');
  writeFileSync(path, await write('xlsx', [record]));
  const [sheet] = await readExcelFile(path);
  expect(sheet!.sheet).toBe('Articles');
  expect(sheet!.data[0]).toEqual(tableHeadings);
  expect(sheet!.data[1]!.slice(0, 5)).toEqual(["'=1+1", null, '2024', null, '10.1234/a']);
});

test('a table that was edited in a spreadsheet is read with the edits', async () => {
  const text = (await write('csv', [record, { bibjson: { title: 'Next' } }])).toString();
  const edited = text
    .replace('2024', '2025')
    .replace('soil | @water', 'soil | mud')
    .replace('Next', 'Last')
    .replaceAll('\r\n', '\n');
  const swapped = edited.split('\n').map((line) => (line === '' ? line : `x,${line.replace('\ufeff', '')}`));
  const { bibjson } = record;
  expect(await readRecords(Buffer.from(swapped.join('\n').replace('x,', 'Remark,')))).toEqual([
    { bibjson: { ...bibjson, year: '2025', keywords: ['soil', 'mud'] } },
    { bibjson: { title: 'Last' } },
  ]);
  const broken = edited.replace('{""bibjson""', '{bibjson""');
  expect((await read(Buffer.from(broken))).map((item) => isRecord(item))).toEqual([false, true]);
});

test('without the column of JSON it is read like any other table', async () => {
  const text = (
    await write('csv', [
      {
        bibjson: {
          title: 'Soil',
          keywords: ['a', 'b'],
          author: [{ name: 'Ada Okoro' }, { name: 'Bo Li', affiliation: 'Y' }],
        },
      },
    ])
  ).toString();
  const lines = text.split('\r\n').map((line) => line.replace(/,[^,]*$/, ''));
  expect((await read(Buffer.from(lines.join('\n'))))[0]).toMatchObject({
    record: {
      bibjson: {
        title: 'Soil',
        keywords: ['a', 'b'],
        author: [{ name: 'Ada Okoro' }, { name: 'Bo Li', affiliation: 'Y' }],
      },
    },
  });
});

test('identifiers keep their order, and filling in one keeps the others', async () => {
  const identifier = [
    { type: 'pissn', id: '0378-5955' },
    { type: 'doi', id: '10.1234/a' },
  ];
  const text = (await write('csv', [{ bibjson: { title: 'Soil', identifier } }])).toString();
  expect(await readRecords(Buffer.from(text))).toEqual([{ bibjson: { title: 'Soil', identifier } }]);
  const filled = text.replace('10.1234/a,0378-5955,,', '10.1234/a,0378-5955,0037-9999,');
  expect(await readRecords(Buffer.from(filled))).toEqual([
    { bibjson: { title: 'Soil', identifier: [...identifier, { type: 'eissn', id: '0037-9999' }] } },
  ]);
});

test('cells that stand for a list which is in the column of JSON do not replace it', async () => {
  const author = [{ name: 'Ada Okoro', email: 'ada@example.org' }];
  const text = (await write('csv', [{ bibjson: { title: 'Soil', author } }])).toString();
  const [heading = '', row = ''] = text.split('\r\n');
  const cells = row.split(',');
  const place = tableHeadings.indexOf('ORCID iDs');
  expect(cells[place]).toBe('');
  cells[place] = 'https://orcid.org/0000-0002-1825-0097';
  const [item] = await read(Buffer.from(`${heading}\r\n${cells.join(',')}\r\n`));
  expect(item).toMatchObject({
    message: { key: 'import.read.inBoth', params: { columns: 'ORCID iDs', rest: 'Other fields (JSON)' } },
  });
});

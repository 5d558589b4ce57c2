import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { isRecord, type ReadItem, readArticles } from '../../src/main/formats/readArticles.ts';
import { maxCharacters, maxRecords, smallRecords } from '../../src/main/formats/readRecord.ts';
import { readText } from '../import/readText.ts';
import { workbookOf } from './tables/workbookOf.ts';
import { zipBytes } from './zipBytes.ts';

async function* lines(count: number): AsyncGenerator<Buffer> {
  const line = `{"bibjson":{"title":"${'Soil '.repeat(20)}"}}\n`;
  for (let left = count; left > 0; left -= 1_000) yield Buffer.from(line.repeat(Math.min(1_000, left)));
}

async function lastOf(count: number): Promise<{ records: number; last: ReadItem | undefined }> {
  let records = 0;
  let last: ReadItem | undefined;
  for await (const item of readArticles(lines(count), { format: 'jsonl', fileName: 'a.jsonl' })) {
    if (isRecord(item)) records++;
    last = item;
  }
  return { records, last };
}

test('more records than a file may have are not read, and a problem says so', async () => {
  expect(await lastOf(maxRecords + 5)).toEqual({
    records: maxRecords,
    last: {
      index: null,
      line: maxRecords + 1,
      message: { key: 'import.read.tooManyRecords', params: { total: maxRecords } },
    },
  });
});

test('as many records as a file may have are read', async () => {
  const { records, last } = await lastOf(maxRecords);
  expect(records).toBe(maxRecords);
  expect(last).toMatchObject({ index: maxRecords });
});

test.each([
  ['JSON', (at: number) => `{"bibjson":{"title":"T${at}"}}\n`, 'jsonl', ''],
  ['a table', (at: number) => `T${at}\n`, 'csv', 'Title\n'],
] as const)(
  'very small records of %s are read as long as they cost no more than others',
  async (_, line, format, head) => {
    const { free, bytes } = smallRecords;
    const text = head + Array.from({ length: 2 * free }, (_one, at) => line(at)).join('');
    const most = Math.floor(free + text.length / bytes);
    const { records, problems } = await readText(text, { format });
    expect(records).toHaveLength(most);
    expect(problems).toEqual([
      {
        index: null,
        line: most + (head === '' ? 1 : 2),
        message: { key: 'import.read.recordsTooSmall', params: { total: most } },
      },
    ]);
  },
);

test('a record with a text that is too long is skipped, and the next one is read', async () => {
  const record = (title: string) => Buffer.from(`${JSON.stringify({ bibjson: { keywords: [title] } })}\n`);
  const pieces = async function* () {
    yield record('A'.repeat(maxCharacters + 1));
    yield record('A'.repeat(maxCharacters));
  };
  const items: ReadItem[] = [];
  for await (const item of readArticles(pieces(), { format: 'jsonl', fileName: 'a.jsonl' })) items.push(item);
  const message = expect.objectContaining({ key: 'import.read.textTooLong' });
  expect(items).toEqual([{ index: 1, line: 1, message }, expect.objectContaining({ index: 2 })]);
});

const halfPair = (text: string) => Buffer.from(`\ufeff${text.replace('?', '\ud835')}`, 'utf16le');
const row = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
const parts = workbookOf({ Articles: `${row('Title')}${row('S\u00fcil')}` });
const workbook = zipBytes(
  Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(content, 'latin1') })),
);

test.each([
  ['a table in UTF-16', halfPair('Title,Year\nS?il,2024\n')],
  ['RIS in UTF-16', halfPair('TY  - JOUR\nTI  - S?il\nER  - \n')],
  ['BibTeX in UTF-16', halfPair('@article{a, title = {S?il}}\n')],
  ['a workbook', workbook],
  ['JSON that was damaged before', Buffer.from('{"bibjson": {"title": "S\ufffdil"}}')],
])('a record with characters that could not be read says so in %s', async (_, content) => {
  const items: ReadItem[] = [];
  const source = Readable.from([content]);
  for await (const item of readArticles(source, { format: 'auto', fileName: 'a' })) items.push(item);
  expect(items).toEqual([
    expect.objectContaining({
      record: { bibjson: expect.objectContaining({ title: 'S\ufffdil' }) },
      notes: expect.arrayContaining([{ key: 'import.note.lostCharacters' }]),
    }),
  ]);
});

test.each([
  ['JSON', '[{"bibjson":{"title":"Soil"}}]'],
  ['lines of JSON', '{"bibjson":{"title":"Soil"}}\n'],
  ['a table', 'Title,Year\nSoil,2024\n'],
  ['RIS', 'TY  - JOUR\nTI  - Soil\nER  - \n'],
  ['BibTeX', '@article{a, title = {Soil}}\n'],
  ['XML', '<?xml version="1.0"?><records><record><title>Soil</title></record></records>'],
])('a second byte order mark before %s is not part of the file', async (_, content) => {
  const titles: unknown[] = [];
  const source = Readable.from([Buffer.from(`\ufeff\ufeff${content}`)]);
  for await (const item of readArticles(source, { format: 'auto', fileName: 'a' }))
    titles.push(isRecord(item) ? item.record.bibjson : item);
  expect(titles).toEqual([expect.objectContaining({ title: 'Soil' })]);
});

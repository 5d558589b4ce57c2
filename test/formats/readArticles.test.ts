import { expect, test } from 'vitest';
import { isRecord, type ReadItem, readArticles } from '../../src/main/formats/readArticles.ts';
import { maxCharacters, maxRecords } from '../../src/main/formats/readRecord.ts';

async function* lines(count: number): AsyncGenerator<Buffer> {
  const line = '{"bibjson":{"title":"Soil"}}\n';
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

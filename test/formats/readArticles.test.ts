import { expect, test } from 'vitest';
import { isRecord, type ReadItem, readArticles } from '../../src/main/formats/readArticles.ts';
import { mostRecords } from '../../src/main/formats/readRecord.ts';

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
  expect(await lastOf(mostRecords + 5)).toEqual({
    records: mostRecords,
    last: {
      index: null,
      line: mostRecords + 1,
      message: { key: 'import.read.tooManyRecords', params: { total: mostRecords } },
    },
  });
});

test('as many records as a file may have are read', async () => {
  const { records, last } = await lastOf(mostRecords);
  expect(records).toBe(mostRecords);
  expect(last).toMatchObject({ index: mostRecords });
});

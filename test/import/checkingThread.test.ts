import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeWorkbook } from '../../src/main/formats/tables/xlsx/writeWorkbook.ts';
import { checkInThread } from '../../src/main/import/checkingThread.ts';
import { type CheckedBatch, type CheckOrder, checkRecords } from '../../src/main/import/checkRecords.ts';
import { importChoicesSchema } from '../../src/shared/draft/importChoices.ts';
import { AppError } from '../../src/shared/errors.ts';
import { tableMappingSchema } from '../../src/shared/tables/tableMapping.ts';
import { workerFiles } from '../helpers/programFiles.ts';

const worker = workerFiles.importWorker;
const records = 1000;
const headings = ['Title', 'Abstract', 'Year'];

async function* rowsOf(count: number, cells: (number: number) => string[]) {
  for (let number = 1; number <= count; number++) yield { number, cells: cells(number) };
}

describe('checking records in a separate thread', () => {
  let folder: string;
  let order: CheckOrder;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-checking-'));
    const path = join(folder, 'all.part');
    const list = Array.from({ length: records }, (_, n) => ({
      bibjson: { title: `Title ${n}`, year: '20xx' },
    }));
    const first = JSON.stringify(list);
    const second = '{"bibjson": {"title": "Broken\n';
    writeFileSync(path, first + second);
    order = {
      path,
      files: [
        { name: 'a.json', size: first.length },
        { name: 'b.json', size: second.length },
      ],
      format: null,
      mapping: null,
      encoding: null,
      encodings: {},
      doubtful: [],
      choices: importChoicesSchema.parse({}),
      context: { dialect: '3.0.1', journals: null, now: new Date(0) },
    };
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('returns the same batches as checking in the same thread', async () => {
    const expected = await all(checkRecords(order));
    expect(await all(checkInThread(worker, order))).toEqual(expected);
    expect(expected.flatMap(({ items }) => items)).toHaveLength(records + 1);
    expect(expected.at(-1)).toMatchObject({ bytesRead: order.files[0]!.size + order.files[1]!.size });
  });

  test('returns the same articles of a workbook that is unpacked in a thread of its own', async () => {
    const path = join(folder, 'book.xlsx');
    const text = () => randomBytes(600).toString('base64');
    const sheets = [
      { name: 'Notes', rows: rowsOf(4_000, () => [text(), text()]) },
      { name: 'Articles', rows: rowsOf(3_000, (n) => (n === 1 ? headings : [`Title ${n}`, text(), '2024'])) },
      { name: 'More', rows: rowsOf(20, (n) => (n === 1 ? headings : [`Another ${n}`, 'Short', '2023'])) },
    ];
    await pipeline(writeWorkbook(Readable.from(sheets)), createWriteStream(path));
    const { size } = statSync(path);
    expect(size).toBeGreaterThan(5_000_000);
    const ofBook = { ...order, path, files: [{ name: 'book.xlsx', size }] };
    const columns = headings.map((heading) => ({ heading, target: heading.toLowerCase(), language: '' }));
    const oneSheet = tableMappingSchema.parse({ columns, sheet: 'More' });
    for (const [mapping, count] of [
      [null, 3_018],
      [oneSheet, 19],
    ] as const) {
      const expected = await all(checkRecords({ ...ofBook, mapping }));
      expect(expected.flatMap(({ items }) => items)).toHaveLength(count);
      expect(await all(checkInThread(worker, { ...ofBook, mapping }))).toEqual(expected);
    }
    truncateSync(path, size - 100);
    const damaged = { ...ofBook, files: [{ name: 'book.xlsx', size: size - 100 }] };
    const expected = await all(checkRecords(damaged));
    expect(expected.flatMap(({ items }) => items)).toMatchObject([{ item: { message: {} } }]);
    expect(await all(checkInThread(worker, damaged))).toEqual(expected);
  });

  test('fails with the error of the file system if the file cannot be read', async () => {
    const missing = { ...order, path: join(folder, 'missing.part') };
    const error = await all(checkInThread(worker, missing)).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ details: expect.stringContaining('ENOENT') });
  });

  test('fails with a message if the thread ends unexpectedly', async () => {
    for (const code of ['process.exit(1)', 'throw new Error("broken")']) {
      const file = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
      await expect(all(checkInThread(file, order))).rejects.toMatchObject({
        problem: { key: 'import.broke.message' },
      });
    }
  });

  test('ends the thread when the writer stops early', async () => {
    const batches = checkInThread(worker, order);
    expect((await batches.next()).done).toBe(false);
    expect((await batches.return(undefined)).done).toBe(true);
    expect((await batches.next()).done).toBe(true);
  });
});

async function all(batches: AsyncIterable<CheckedBatch>): Promise<CheckedBatch[]> {
  const list: CheckedBatch[] = [];
  for await (const batch of batches) list.push(batch);
  return list;
}

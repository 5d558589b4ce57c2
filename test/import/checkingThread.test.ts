import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkInThread } from '../../src/main/import/checkingThread.ts';
import { type CheckedBatch, type CheckOrder, checkRecords } from '../../src/main/import/checkRecords.ts';
import { importChoicesSchema } from '../../src/shared/draft/importChoices.ts';
import { AppError } from '../../src/shared/errors.ts';
import { workerFiles } from '../helpers/programFiles.ts';

const worker = workerFiles.importWorker;
const records = 1000;

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

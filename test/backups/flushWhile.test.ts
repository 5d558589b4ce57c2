import { readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flushWhile } from '../../src/main/backups/flushWhile.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

test('a file is flushed while it is written, and the result of the work is returned', async () => {
  const file = join(temporaryFolder(), 'copy');
  const write = async () => {
    for (let n = 0; n < 200; n++) await appendFile(file, 'x'.repeat(1_000));
    return 'written';
  };
  expect(await flushWhile(file, write())).toBe('written');
  expect(readFileSync(file, 'utf8')).toBe('x'.repeat(200_000));
});

test('a file that never appears is not an error, and an error of the work is passed on', async () => {
  const missing = join(temporaryFolder(), 'missing');
  expect(await flushWhile(missing, Promise.resolve('nothing to do'))).toBe('nothing to do');
  await expect(flushWhile(missing, Promise.reject(new Error('no space')))).rejects.toThrow('no space');
});

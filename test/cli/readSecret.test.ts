import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readSecret } from '../../src/main/cli/readSecret.ts';
import type { Terminal } from '../../src/main/cli/terminal.ts';

test('the first line of standard input is the secret, with its blanks, while the pipe stays open', async () => {
  const stdin = new PassThrough();
  const secret = readSecret('Password: ', { stdin: stdin as unknown as NodeJS.ReadStream } as Terminal);
  const bytes = Buffer.from('  p\u00e4ss \r\nsomething else');
  // In the middle of a character.
  stdin.write(bytes.subarray(0, 4));
  stdin.write(bytes.subarray(4));
  expect(await secret).toBe('  p\u00e4ss ');
});

test('without a line end, all of standard input is the secret', async () => {
  const stdin = new PassThrough();
  stdin.end('key');
  expect(await readSecret('', { stdin: stdin as unknown as NodeJS.ReadStream } as Terminal)).toBe('key');
});

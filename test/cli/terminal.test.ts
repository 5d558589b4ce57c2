import { spawn } from 'node:child_process';
import { closeSync, existsSync, globSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lineOf, rowOf } from '../../src/main/cli/terminal.ts';
import { plainEnvironment } from '../helpers/plainEnvironment.ts';
import { cliProgram } from '../helpers/programFiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'colophon-terminal-'));
const input = join(folder, 'articles.jsonl');
writeFileSync(input, JSON.stringify({ bibjson: { title: 'A'.repeat(5000) } }));
const convert = ['convert', '--to', 'jsonl', input];
const command = [process.execPath, fileURLToPath(cliProgram)];

test.skipIf(process.platform !== 'linux')('a full disk is reported when the output goes there', async () => {
  for (const args of [
    convert,
    ['check', input],
    ['check', '--json', input],
    ['query', '--kind', 'article', 'a'],
  ]) {
    const run = await runInto('/dev/full', [...command, ...args]);
    expect(run).toEqual({
      code: 3,
      err: expect.stringMatching(/^The output could not be written\. The disk is full\. .*\n$/),
    });
  }
});

test.skipIf(process.platform === 'win32')('output that is cut off is reported', async () => {
  const out = join(folder, 'out.jsonl');
  const run = await runInto(out, limited(convert));
  expect(readFileSync(out).length).toBeGreaterThan(0);
  expect(run).toEqual({
    code: 3,
    err: expect.stringMatching(/^The output could not be written\.\n.*EFBIG.*\n$/),
  });
});

test.skipIf(process.platform === 'win32')('no part of a new file stays if it cannot be written', async () => {
  const out = join(folder, 'new.jsonl');
  const run = await runInto('/dev/null', limited([...convert, '--out', out]));
  expect(run).toEqual({ code: 3, err: expect.stringMatching(/new\.jsonl” could not be written\.\n.*EFBIG/) });
  expect(existsSync(out)).toBe(false);
});

test.skipIf(process.platform === 'win32')('a command goes on if its errors are not read', async () => {
  const many = join(folder, 'many.jsonl');
  writeFileSync(many, 'no JSON\n'.repeat(20_000));
  const [program = '', ...args] = [...command, 'convert', '--from', 'jsonl', '--to', 'jsonl', many];
  const child = spawn(program, args, {
    env: { ...plainEnvironment(), HOME: process.env.HOME },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.once('data', () => child.stderr.destroy());
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1);
});

/** A command whose files may have at most one block, of 512 or 1,024 bytes. */
function limited(args: string[]): string[] {
  return ['/bin/sh', '-c', 'ulimit -f 1; exec "$@"', 'sh', ...command, ...args];
}

async function runInto(
  output: string,
  [program = '', ...args]: string[],
): Promise<{ code: number; err: string }> {
  const descriptor = openSync(output, 'w');
  const child = spawn(program, args, {
    env: { ...plainEnvironment(), HOME: process.env.HOME },
    stdio: ['ignore', descriptor, 'pipe'],
  });
  closeSync(descriptor);
  let err = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const code = await new Promise<number>((resolve) => child.on('close', resolve));
  return { code, err };
}

test('what a line of output is about cannot begin another line or column', () => {
  expect(lineOf('A title\r\n  Refused (9)')).toBe('A title[U+000D][U+000A]  Refused (9)\n');
  expect(rowOf('A\tB', '', 'C\nD')).toBe('A[U+0009]B\tC[U+000A]D\n');
});

test('commands end their lines with lineOf and rowOf only', () => {
  const commands = globSync(fileURLToPath(new URL('../../src/main/cli/commands/*.ts', import.meta.url)));
  expect(commands.length).toBeGreaterThan(20);
  const ownEnd = /\b(?:out|err)\(\s*`(?!\$\{JSON)[^;]*?\\n`/g;
  expect('out(`\u0024{t(`cli.\u0024{kind}`, { title })}\\n`);').toMatch(ownEnd);
  const found = commands.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(ownEnd)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { plainEnvironment } from '../helpers/plainEnvironment.ts';
import { cliProgram } from '../helpers/programFiles.ts';
import { runCli } from '../helpers/runCli.ts';

const folder = mkdtempSync(join(tmpdir(), 'colophon-read-input-'));
const article = '{"bibjson": {"title": "A"}}\n';
const good = join(folder, 'good.jsonl');
writeFileSync(good, article);

test('if one of several files is not there, nothing is read or written', async () => {
  const files = [good, join(folder, 'absent.json')];
  const out = join(folder, 'out.json');
  for (const command of [
    ['convert', '--to', 'json', ...files],
    ['convert', '--to', 'json', '--out', out, ...files],
    ['check', '--json', ...files],
  ])
    expect(await runCli(command)).toEqual({ code: 2, out: '', err: expect.stringContaining('absent.json') });
  expect(existsSync(out)).toBe(false);
});

test.skipIf(process.platform !== 'linux')('a file that cannot be read is named', async () => {
  for (const command of [['check'], ['convert', '--to', 'jsonl']]) {
    const run = await runCli([...command, '/proc/self/mem']);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toMatch(/\/proc\/self\/mem could not be read/);
  }
});

const onUnix = test.skipIf(process.platform === 'win32');

onUnix('no copy of the input stays if the output is closed', async () => {
  const { child, temporary, ended } = readingStandardInput(['convert', '--to', 'jsonl', '-']);
  child.stdout.once('data', () => child.stdout.destroy());
  child.stdin.end(article.repeat(50_000));
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(readdirSync(temporary)).toEqual([]);
});

onUnix.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'no copy of the input stays after %s',
  async (signal) => {
    const { child, temporary, ended } = readingStandardInput(['check', '-']);
    child.stdin.write(article);
    await expect.poll(() => readdirSync(temporary), { timeout: 20_000 }).toHaveLength(1);
    child.kill(signal);
    expect(await ended).toEqual({ code: null, signal });
    expect(readdirSync(temporary)).toEqual([]);
  },
);

function readingStandardInput(args: string[]) {
  const temporary = mkdtempSync(join(folder, 'temporary-'));
  const child = spawn(process.execPath, [fileURLToPath(cliProgram), ...args], {
    env: { ...plainEnvironment(), HOME: process.env.HOME, TMPDIR: temporary },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
  return { child, temporary, ended };
}

import { execFileSync, spawn } from 'node:child_process';
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

const journals = join(folder, 'journals.json');
writeFileSync(journals, '[]');
const readFiles = [
  ['check'],
  ['convert', '--to', 'jsonl'],
  ['check', good, '--journals'],
  ['journal-file', 'check', '--journals', journals],
  ['compliance', '--read'],
  ['compliance', '--matrix'],
  ['sandbox', '--world'],
];

test('a file that is not there, and a folder, are reported for what they are', async () => {
  const absent = join(folder, 'absent.json');
  const inFile = join(good, 'a.json');
  for (const command of readFiles) {
    for (const file of [absent, inFile])
      expect(await runCli([...command, file])).toEqual({
        code: 2,
        out: '',
        err: `There is no file ${file}.\n`,
      });
    const inFolder = { code: 2, out: '', err: `${folder} is a folder, not a file.\n` };
    expect(await runCli([...command, folder])).toEqual(inFolder);
  }
});

test.skipIf(process.platform !== 'linux')('a file that cannot be read is named', async () => {
  for (const command of readFiles) {
    const run = await runCli([...command, '/proc/self/mem']);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toMatch(/^The file \/proc\/self\/mem could not be read\.\n {2}E/);
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

onUnix('the name of a file, or a value in it, cannot fake a line', async () => {
  const file = join(folder, 'a\nb.json: would be accepted\x1b.jsonl');
  const isVisible = expect.stringMatching(/\/a\[U\+000A\]b\.json: would be accepted\[U\+001B\]\.jsonl/);
  expect(await runCli(['check', file])).toEqual({ code: 2, out: '', err: isVisible });
  writeFileSync(file, '{"bibjson": {"title": "A", "year": "20\\n24"}}\nno JSON\n');
  const { out } = await runCli(['check', file]);
  expect(out).toEqual(isVisible);
  for (const line of out.trimEnd().split('\n')) expect(line).toMatch(/^(?:\/| {2}|\d+ would)/);
  const { err } = await runCli(['convert', '--to', 'jsonl', file]);
  expect(err).toEqual(isVisible);
  for (const line of err.trimEnd().split('\n')) expect(line).toMatch(/^\//);
});

onUnix('a pipe is not taken for a missing file', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const err = `${pipe} is not an ordinary file, but a pipe or a device.\n`;
  expect(await runCli(['check', pipe])).toEqual({ code: 2, out: '', err });
});

onUnix('a full disk is reported when standard input is copied there', async () => {
  const { child, ended } = readingStandardInput(['check', '-'], 'ulimit -f 1; ');
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(article.repeat(50_000));
  expect(await ended).toEqual({ code: 3, signal: null });
  expect(err).toMatch(/input” could not be written\.\n.*EFBIG/);
});

onUnix.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'no copy of the input stays after %s',
  async (signal) => {
    const { child, temporary, ended } = readingStandardInput(['check', '-']);
    child.stdin.write(article);
    await expect.poll(() => readdirSync(temporary)).toHaveLength(1);
    child.kill(signal);
    expect(await ended).toEqual({ code: null, signal });
    expect(readdirSync(temporary)).toEqual([]);
  },
);

function readingStandardInput(args: string[], before = '') {
  const temporary = mkdtempSync(join(folder, 'temporary-'));
  const child = spawn(
    '/bin/sh',
    ['-c', `${before}exec "$@"`, 'sh', process.execPath, fileURLToPath(cliProgram), ...args],
    {
      env: { ...plainEnvironment(), HOME: process.env.HOME, TMPDIR: temporary },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
  return { child, temporary, ended };
}

test.skipIf(process.platform !== 'linux')(
  'a result that did not become complete is removed, so that the command can be repeated',
  async () => {
    const out = join(folder, 'part.jsonl');
    const convert = (...files: string[]) => runCli(['convert', ...files, '--to', 'jsonl', '--out', out]);
    expect(await convert(good, '/proc/self/mem')).toMatchObject({ code: 2 });
    expect(existsSync(out)).toBe(false);
    expect(await convert(good)).toMatchObject({ code: 0 });
  },
);

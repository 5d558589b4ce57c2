import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCli } from '../helpers/runCli.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

const account = ['--account', 'Alpha'];

test.each([
  [['account', 'list', '--data', ''], '--data <folder>'],
  [['account', 'list', '--data=  '], '--data <folder>'],
  [['backup', 'list', '--data', ''], '--data <folder>'],
  [['serve', '--no-open', '--data', ''], '--data <folder>'],
  [['diagnose', '--out', ''], '--out <file>'],
  [['sandbox', '--world', ''], '--world <file>'],
  [['check', 'x.json', '--journals', ''], '--journals <file>'],
  [['upload', 'x.json', '--account', ''], '--account <name>'],
  [['update-requests', '--account', ''], '--account <name>'],
  [['compliance', '--issn', '1234-5678', ''], '--issn <issns...>'],
  [['compliance', '--checker', ''], '--checker <address>'],
  [['search', 'x', '--kind', 'article', ...account, '--page', ''], '--page <number>'],
  [['account', 'test', ''], 'name'],
])('%j is refused, not taken for the default', async (args, named) => {
  const home = temporaryFolder();
  const run = await runCli(args, { environment: { HOME: home, XDG_DATA_HOME: `${home}/share` } });
  expect(run.code).toBe(2);
  expect(run.err).toContain(named);
  expect(existsSync(`${home}/share`)).toBe(false);
});

test.each([['serve'], ['sandbox']])('%s refuses an empty port', async (command) => {
  const run = await runCli([command, '--port', '']);
  expect(run).toMatchObject({ code: 2, err: expect.stringContaining('port') });
});

test('an empty username counts as none', async () => {
  const data = temporaryFolder();
  const base = ['--base', 'http://127.0.0.1:9/api/v4/', '--dialect', '4.0', '--username', ''];
  const run = await runCli(['account', 'add', 'Alpha', ...base, '--data', data]);
  expect(run.err).toContain('key');
});

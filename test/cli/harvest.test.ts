import { constants } from 'node:buffer';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { harvest, mergeResponses } from '../../src/main/cli/commands/harvest.ts';
import type { Terminal } from '../../src/main/cli/terminal.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { runCli } from '../helpers/runCli.ts';
import { storesOf, temporaryFolder } from '../helpers/storeParts.ts';

async function repository(host: string): Promise<string> {
  const sandbox = await startSandbox({ rate: null });
  onTestFinished(() => sandbox.stop());
  return `${sandbox.origin}/web/https/${host}.example/oai`;
}

test('prints what a repository offers', async () => {
  const address = await repository('ojs');
  const run = await runCli(['harvest', address, '--offers', '--data', temporaryFolder()]);
  expect(run).toMatchObject({ code: 0 });
  expect(run.out.split('\n').slice(0, 5)).toEqual([
    'Open Journals of the sandbox',
    address,
    'Format: jats',
    'Format: oai_dc',
    'Format that cannot be read: marcxml',
  ]);
});

test('writes the records of a set as one file that other commands read', async () => {
  const folder = temporaryFolder();
  const out = join(folder, 'harvest.xml');
  const address = await repository('ojs');
  const run = await runCli([
    'harvest',
    address,
    '--set',
    '2577-3569',
    '--out',
    out,
    '--data',
    join(folder, 'data'),
  ]);
  expect(run.code).toBe(0);
  // One of them is deleted.
  const count = readFileSync(out, 'utf8').split('<record>').length - 2;
  expect(run.err).toContain(`${count} records`);
  const converted = await runCli(['convert', out, '--to', 'jsonl', '--json']);
  expect(
    converted.out
      .trim()
      .split('\n')
      .filter((line) => JSON.parse(line).article),
  ).toHaveLength(count);
});

test('prints article JSON, and nothing for an empty list', async () => {
  const address = await repository('ojs');
  const since = ['--since', '2030-01-01', '--json', '--data', temporaryFolder()];
  const none = await runCli(['harvest', address, ...since]);
  expect(none).toMatchObject({ code: 0, out: '' });
  const some = await runCli([
    'harvest',
    address,
    '--set',
    '2577-3569',
    '--json',
    '--data',
    temporaryFolder(),
  ]);
  expect(JSON.parse(some.out.split('\n')[0]!)).toMatchObject({
    file: 'response 1',
    index: 0,
    article: { bibjson: { title: expect.any(String) } },
  });
});

test('harvests nothing for a file that exists, so that a repeated command gets all records', async () => {
  const folder = temporaryFolder();
  const out = join(folder, 'harvest.xml');
  const data = join(folder, 'data');
  writeFileSync(out, 'mine');
  const sandbox = await startSandbox({ rate: null });
  onTestFinished(() => sandbox.stop());
  const address = `${sandbox.origin}/web/https/ojs.example/oai`;
  const run = await runCli(['harvest', address, '--out', out, '--data', data]);
  expect(run).toMatchObject({ code: 2 });
  expect(run.err).toContain(out);
  expect(readFileSync(out, 'utf8')).toBe('mine');
  const state = await (await fetch(`${sandbox.origin}/_sandbox/state?only=requests`)).json();
  const paths: string[] = state.requests.map(({ path }: { path: string }) => path);
  expect(paths.filter((path) => path.includes('ListRecords'))).toEqual([]);
});

test('refuses a wrong date, and says why an address is not a repository', async () => {
  const data = ['--data', temporaryFolder()];
  for (const since of ['May', '2024-02-31', '2024-13-01', '2024-1-1']) {
    const wrong = await runCli(['harvest', 'https://a.example/oai', '--since', since, ...data]);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining(since) });
  }
  const run = await runCli(['harvest', await repository('ojs-off'), ...data]);
  expect(run).toMatchObject({ code: 3 });
  expect(run.err).toContain('not an OAI-PMH repository');
  expect(existsSync('undefined')).toBe(false);
});

describe('merging responses', () => {
  const page = (content: string) =>
    Buffer.from(
      `<?xml version="1.0"?><o:OAI-PMH xmlns:o="x" xmlns:dc="y"><o:ListRecords>${content}</o:ListRecords></o:OAI-PMH>`,
    );

  test('keeps their prefixes, not their tokens', async () => {
    const pages = [
      page('<o:record>1</o:record><o:resumptionToken cursor="0">t</o:resumptionToken>'),
      page('<o:record>2</o:record><o:resumptionToken/>'),
    ];
    let merged = '';
    for await (const piece of mergeResponses(pages)) merged += piece;
    expect(merged).toContain('<o:OAI-PMH xmlns:o="x" xmlns:dc="y">');
    expect(merged).toContain('<o:record>1</o:record>\n<o:record>2</o:record>');
    expect(merged).not.toContain('resumptionToken');
  });

  test('writes more than fits in one text', async () => {
    const large = page(`<o:record>${'x'.repeat(20_000_000)}</o:record>`);
    let length = 0;
    for await (const piece of mergeResponses(Array.from({ length: 28 }, () => large))) length += piece.length;
    expect(length).toBeGreaterThan(constants.MAX_STRING_LENGTH);
  });
});

test('refuses a file that cannot be created before it asks for the first record', async () => {
  const sandbox = await startSandbox({ rate: null });
  onTestFinished(() => sandbox.stop());
  const folder = temporaryFolder();
  const out = join(folder, 'missing', 'harvest.xml');
  const address = `${sandbox.origin}/web/https/ojs.example/oai`;
  const run = await runCli(['harvest', address, '--out', out, '--data', join(folder, 'data')]);
  expect(run).toMatchObject({ code: 2, err: expect.stringContaining('Colophon cannot write there.') });
  expect(run.err).not.toContain('records');
});

test('harvests for an account again what could not be written', async () => {
  const data = temporaryFolder();
  const file = join(data, 'colophon.db');
  storesOf(openDatabase(file)).db.close();
  const harvestedAt = () => {
    const db = openDatabase(file);
    const at = db.prepare<[], string | null>('SELECT harvested_at FROM harvest_sources').pluck().get();
    db.close();
    return at;
  };
  const address = await repository('ojs');
  const options = { account: 'Acme Press', set: '2577-3569', data };
  /** Runs the command with an output that takes what is printed, or does not. */
  const run = async (outData: Terminal['outData']) => {
    let err = '';
    const terminal: Terminal = {
      ...{ argv: [], environment: { HOME: data }, isScreen: false, workerFiles, outData },
      stdin: process.stdin,
      out: () => undefined,
      err: (text) => {
        err += text;
      },
    };
    await harvest(address, options, terminal);
    return err;
  };
  const full = run(() => Promise.reject(new Error('No space left.')));
  await expect(full).rejects.toThrow('No space left.');
  expect(harvestedAt()).toBeNull();
  expect(await run(async () => undefined)).toMatch(/^[1-9]\d* records received;/m);
  expect(harvestedAt()).toEqual(expect.any(String));
});

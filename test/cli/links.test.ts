import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { createDraftWriter } from '../../src/main/store/drafts/draftWriter.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { runCli } from '../helpers/runCli.ts';
import { derive, temporaryFolder } from '../helpers/storeParts.ts';
import { articleAt } from '../sources/sourceWorld.ts';

test('checks the links of a file, and never contacts computers on a local network', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'articles.json');
  writeFileSync(file, JSON.stringify([articleAt('http://127.0.0.1:1/a'), articleAt('http://10.0.0.1/b')]));
  const run = await runCli(['links', file, '--data', join(folder, 'data'), '--json']);
  expect(run.code).toBe(0);
  expect(
    run.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { address: 'http://127.0.0.1:1/a', outcome: 'unclear', detail: 'private' },
    { address: 'http://10.0.0.1/b', outcome: 'unclear', detail: 'private' },
  ]);
});

test('checks the drafts of an account, and reports broken links by its exit code', async () => {
  const data = folderWith([articleAt('https://gone.links.example/2')]);
  const run = await runCli(['links', '--account', 'Sandbox', '--data', data]);
  expect(run.err).toContain('1 of 1 checked');
  expect(run.out).toBe('Broken\thttps://gone.links.example/2\t410\n1 address: Broken 1\n');
  expect(run.code).toBe(1);
});

test('prints every result for the drafts of an account as JSON', async () => {
  const data = folderWith([articleAt('https://gone.links.example/2', 'https://good.links.example/2')]);
  const run = await runCli(['links', '--account', 'Sandbox', '--data', data, '--json']);
  const results = run.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(results).toMatchObject([{ outcome: 'broken' }, { outcome: 'ok' }]);
});

test('reports records and files that cannot be read', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'articles.jsonl');
  writeFileSync(file, `${JSON.stringify(articleAt('http://10.0.0.1/b'))}\nno JSON\n`);
  const data = join(folder, 'data');
  const run = await runCli(['links', file, '--data', data, '--json']);
  expect(run).toMatchObject({ code: 1, err: expect.stringMatching(/articles\.jsonl.*: error {2}/) });
  expect(JSON.parse(run.out)).toMatchObject({ address: 'http://10.0.0.1/b' });
  const absent = await runCli(['links', file, join(folder, 'absent.json'), '--data', data]);
  expect(absent).toMatchObject({ code: 2, out: '', err: expect.stringContaining('absent.json') });
});

test('needs either files or an account', async () => {
  const run = await runCli(['links', '--data', temporaryFolder()]);
  expect(run).toMatchObject({ code: 2, err: 'Specify files, or an account with --account.\n' });
});

/** A data folder with the sandbox's account and drafts. */
function folderWith(records: readonly DraftRecord[]): string {
  const data = temporaryFolder();
  const db = openDatabase(join(data, 'colophon.db'));
  const accounts = createAccountStore(db);
  accounts.ensureSandbox({
    name: 'Sandbox',
    base: 'http://127.0.0.1:1/directory/api/v3/',
    dialect: '3.0.1',
    rate: 2,
    username: 'sandbox',
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  for (const record of records)
    createDraftWriter(db).insert({
      accountId: 'sandbox',
      draft: derive(record),
      at: '2026-01-01T00:00:00.000Z',
    });
  db.close();
  return data;
}

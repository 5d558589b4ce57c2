import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCli } from '../helpers/runCli.ts';
import { article, goodKey, startTestDirectory } from '../helpers/testDirectory.ts';

/** An account of a directory with three articles that were sent and looked at once. */
async function watchedFolder() {
  const directory = await startTestDirectory();
  const folder = mkdtempSync(join(tmpdir(), 'colophon-cli-watch-'));
  onTestFinished(async () => {
    await directory.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (...args: string[]) =>
    runCli([...args, '--data', join(folder, 'data')], { environment: { COLOPHON_API_KEY: goodKey } });
  const base = directory.directory['4.0'];
  expect((await run('account', 'add', 'Press', '--base', base, '--username', 'pub1')).code).toBe(0);
  const file = join(folder, 'articles.json');
  writeFileSync(file, JSON.stringify([1, 2, 3].map((number) => article(number))));
  expect((await run('upload', file, '--account', 'Press')).code).toBe(0);
  const watch = (...args: string[]) => run('watch', '--account', 'Press', ...args);
  const idOf = async (title: string) =>
    (await directory.articles()).find(({ bibjson }) => bibjson.title === title)!.id;
  return { directory, folder, watch, idOf };
}

test('a look finds nothing, and then what the staff deleted, with exit code 1', async () => {
  const { directory, watch, idOf } = await watchedFolder();
  const first = await watch('--once');
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toMatch(/^Press: 3 articles at the directory \(requests: \d+\)\n$/);
  const id = await idOf('Article 2');
  await directory.staff('delete', { ids: [id], trace: true });
  const second = await watch('--once', '--json');
  expect(second.code).toBe(1);
  expect(JSON.parse(second.out)).toMatchObject({
    account: 'Press',
    watch: { present: 2, open: { deleted: 1, changed: 0 } },
    findings: [{ kind: 'deleted', remoteId: id, title: 'Article 2', reason: expect.stringMatching(/staff/) }],
  });
  // What is listed stays listed until somebody decides.
  const third = await watch('--inventory');
  expect(third.code).toBe(1);
  expect(third.out).toContain(`Deleted at the directory: 1\n`);
});

test('the weekly mail is matched with the articles, and what cannot be matched is listed', async () => {
  const { directory, folder, watch, idOf } = await watchedFolder();
  await watch('--once');
  await directory.staff('delete', { ids: [await idOf('Article 1')], trace: true });
  const mail = await (await fetch(`${directory.origin}/_sandbox/mail?account=pub1`)).text();
  const file = join(folder, 'mail.txt');
  writeFileSync(file, mail);
  const found = await watch('--mail', file);
  expect(found.code).toBe(1);
  expect(found.out).toMatch(/^- Article 1 by Ada Example, .*\n {2}[0-9a-f]{32}\tDeleted by the directory\n$/);
  writeFileSync(file, `> - Nothing of ours by A, B [1111-1119] (Elsewhere)\n`);
  const unknown = await watch('--mail', file);
  expect(unknown).toMatchObject({ code: 1 });
  expect(unknown.out).toContain('No known article has this line.');
  writeFileSync(file, 'Dear all,\nno list here.\n');
  expect((await watch('--mail', file)).err).toContain('does not look like');
});

test('lines of a mail that are too many to be looked for are counted, with exit code 1', async () => {
  const { folder, watch } = await watchedFolder();
  await watch('--once');
  const file = join(folder, 'mail.txt');
  const mail = (lines: number) =>
    writeFileSync(file, '- Article 1 by Ada Example [1234-5679, 2345-6787] (Journal j1)\n'.repeat(lines));
  mail(5_000);
  expect(await watch('--mail', file)).toMatchObject({ code: 0, err: '' });
  mail(5_002);
  const { code, err } = await watch('--mail', file);
  expect([code, err]).toEqual([1, expect.stringMatching(/^2 lines at the end were not looked for/)]);
  const { out } = await watch('--mail', file, '--json');
  expect(JSON.parse(out)).toMatchObject({ isMail: true, more: 2 });
});

test('a look that fails is reported with its account', async () => {
  const { folder } = await watchedFolder();
  const args = ['watch', '--once', '--account', 'Press', '--data', join(folder, 'data')];
  const environment = { COLOPHON_API_KEY: 'ffffffffffffffffffffffffffffffff' };
  const run = await runCli(args, { environment });
  expect(run).toMatchObject({ code: 3, out: '', err: expect.stringMatching(/^Press: .+\n/) });
});

test('a look at all accounts names those without a key, and still looks at the others', async () => {
  const { folder } = await watchedFolder();
  const run = await runCli(['watch', '--once', '--data', join(folder, 'data')]);
  expect(run.code).toBe(3);
  expect(run.err).toContain('Press: The account has no key.');
  expect(run.out).toMatch(/^Sandbox: \d+ article/m);
});

test('a mail and a look are different commands', async () => {
  const { watch } = await watchedFolder();
  expect(await watch('--mail', 'x.txt', '--once')).toMatchObject({ code: 2 });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/main/store/database.ts';
import { createSettingsStore, defaultSettings } from '../../../src/main/store/settingsStore.ts';
import { runCli } from '../../helpers/runCli.ts';
import { temporaryFolder } from '../../helpers/storeParts.ts';
import { article, goodKey, startTestDirectory, type TestDirectory } from '../../helpers/testDirectory.ts';

/** A publisher whose journal has an article at the directory; the directory's sandbox plays Crossref too. */
async function openPress() {
  const directory = await startTestDirectory();
  onTestFinished(() => directory.stop());
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const run = (...args: string[]) =>
    runCli([...args, '--data', data], { environment: { COLOPHON_API_KEY: goodKey } });
  const added = await run(
    'account',
    'add',
    'Press',
    '--base',
    directory.directory['4.0'],
    '--username',
    'pub1',
  );
  expect(added.code).toBe(0);
  const db = openDatabase(join(data, 'colophon.db'));
  createSettingsStore(db).set({
    sources: { ...defaultSettings.sources, crossref: `${directory.origin}/web/https/api.crossref.org/` },
  });
  db.close();
  const file = join(folder, 'articles.json');
  writeFileSync(file, JSON.stringify([article(1)]));
  expect((await run('upload', file, '--account', 'Press')).code).toBe(0);
  const sync = (...args: string[]) => run('sync', '--journal', '1234-5679', '--account', 'Press', ...args);
  const report = async (...args: string[]) => {
    const { code, out } = await sync('--json', ...args);
    return { code, ...JSON.parse(out) };
  };
  return { directory, run, sync, report };
}

const titles = async (directory: TestDirectory) =>
  (await directory.articles()).map(({ bibjson }) => bibjson.title).sort();

const nothing = { doubtful: [], refused: [], problems: [] };

test('what Crossref has and the directory lacks is imported and checked, and sent only with a limit', async () => {
  const { directory, report, sync } = await openPress();
  // The directory has the first one, whatever the case of its DOI.
  const upperCase = article(1);
  upperCase.bibjson = {
    ...(upperCase.bibjson as object),
    identifier: [
      { type: 'doi', id: '10.5555/ARTICLE.1' },
      { type: 'pissn', id: '1234-5679' },
    ],
  };
  await directory.publish([upperCase, article(2), article(3)]);
  const before = await directory.articles();
  const first = { found: 4, there: 2, imported: 2, ready: 2, sent: 0, ...nothing };
  expect(await report()).toEqual({ code: 1, ...first });
  expect(await directory.articles()).toEqual(before);
  expect((await sync('--send')).code).toBe(2);
  expect((await sync('--limit', '5')).code).toBe(2);

  expect(await report('--send', '--limit', '1')).toEqual({ code: 0, ...first, imported: 0, sent: 1 });
  expect(await directory.articles()).toHaveLength(2);
  const last = await sync('--send', '--limit', '5');
  expect(last.out).toBe(
    '1234-5679: 5 found, 4 already there, 0 imported, 1 ready, 0 doubtful, 1 sent, 0 refused\n',
  );
  expect(last.code).toBe(0);
  expect(await directory.articles()).toHaveLength(3);
});

const linkTo = (name: string) => ({
  link: [{ type: 'fulltext', content_type: 'HTML', url: `https://j1.example.org/article/${name}` }],
});

test('nothing doubtful is sent', async () => {
  const { directory, report } = await openPress();
  await directory.publish([article(2), article(3, { title: '' }), article(4, linkTo('5')), article(5)]);
  const { code, doubtful, ...counts } = await report('--send', '--limit', '10');
  expect(counts).toMatchObject({ found: 5, there: 1, imported: 3, ready: 1, sent: 1, refused: [] });
  expect(doubtful.map(({ title }: { title: string }) => title).sort()).toEqual([
    '',
    'Article 4',
    'Article 5',
  ]);
  expect(code).toBe(1);
  expect(await titles(directory)).toEqual(['Article 1', 'Article 2']);

  // The one of the two that is a draft now stays doubtful as long as both are published.
  const again = await report('--send', '--limit', '10');
  expect(again).toMatchObject({ code: 1, ready: 0, sent: 0 });
  expect(await titles(directory)).toEqual(['Article 1', 'Article 2']);
});

test('articles of which each shares its DOI or its address with another are all held back', async () => {
  const { directory, report } = await openPress();
  const withDoi = (doi: string) => ({
    identifier: [
      { type: 'doi', id: doi },
      { type: 'pissn', id: '1234-5679' },
    ],
  });
  await directory.publish([
    article(2, { ...linkTo('shared'), ...withDoi('10.5555/one') }),
    article(3, { ...linkTo('shared'), ...withDoi('10.5555/TWO') }),
    article(4, withDoi('10.5555/two')),
    article(5),
  ]);
  for (const sent of [1, 0]) {
    const { doubtful, ...counts } = await report('--send', '--limit', '10');
    expect(counts).toMatchObject({ code: 1, sent });
    expect(doubtful.length).toBeGreaterThan(0);
    expect(await titles(directory)).toEqual(['Article 1', 'Article 5']);
  }
});

test('a repository from which was fetched before comes before Crossref', async () => {
  const { directory, run, sync, report } = await openPress();
  await directory.publish([article(2)]);
  const alone = await sync('--source', 'oai');
  expect(alone.code).toBe(3);
  expect(alone.err).toContain('Nothing has been fetched from a repository');
  const address = `${directory.origin}/web/https/ojs.example/oai`;
  expect((await run('harvest', address, '--account', 'Press')).code).toBe(0);
  const asked = async () =>
    (await directory.requests()).filter(({ path }) => path.includes('api.crossref.org')).length;
  const before = await asked();
  expect(await report()).toMatchObject({ found: 2, there: 1, imported: 1 });
  expect(await asked()).toBe(before);
});

test('an ISSN of no journal of the account is refused', async () => {
  const { run } = await openPress();
  const { code, err } = await run('sync', '--journal', '4567-8901', '--account', 'Press');
  expect(code).toBe(3);
  expect(err).toContain('no journal with the ISSN 4567-8901');
});

test('articles of a repository are sent if its records need no decision', async () => {
  const { directory, run, report } = await openPress();
  const address = `${directory.origin}/web/https/ojs.example/oai`;
  // The repository calls every ISSN the online one, so that a print ISSN has to be put right by a person.
  await directory.publish([
    article(2, { issns: ['', '2345-6787'] }),
    article(3),
    article(4, { issns: ['', '2345-6787'] }),
  ]);
  expect((await run('harvest', address, '--account', 'Press')).code).toBe(0);
  const first = await report('--source', 'oai', '--send', '--limit', '1');
  expect(first).toMatchObject({ code: 1, found: 4, there: 1, imported: 3, ready: 2, sent: 1, problems: [] });
  expect(first.doubtful).toMatchObject([{ title: 'Article 3' }]);
  expect(first.doubtful[0].reason).toContain('1234-5679');
  expect(await report('--source', 'oai', '--send', '--limit', '5')).toMatchObject({ imported: 0, sent: 1 });
  expect(await titles(directory)).toEqual(['Article 1', 'Article 2', 'Article 4']);
  const last = await report('--source', 'oai', '--send', '--limit', '5');
  expect(last).toMatchObject({ ready: 0, sent: 0, doubtful: [{ title: 'Article 3' }] });
});

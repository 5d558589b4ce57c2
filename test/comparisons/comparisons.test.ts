import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createComparisonStore } from '../../src/main/store/comparisons/comparisonStore.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { createDraftSync } from '../../src/main/store/drafts/draftSync.ts';
import { createJournalStore } from '../../src/main/store/journals/journalStore.ts';
import { takenArticle } from '../../src/shared/article/takenArticle.ts';
import type { Comparison, ComparisonOutcome } from '../../src/shared/comparisons/comparison.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { fill, numbers, remoteId, storedAs } from '../helpers/directoryYear.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { saying } from '../helpers/saying.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices, TestServicesOptions } from '../helpers/testServices.ts';
import { textOf } from '../helpers/textOf.ts';

const directory = directoryForFile();
let world: TestServices;
beforeEach(() => fill(directory, []));

async function open(options: Partial<TestServicesOptions> = {}): Promise<void> {
  world = await openForTest({ directory: directory.directory, key: goodKey, ...options });
  await world.handlers['journals.refresh']({ accountId: world.accountId });
}

const start = (issn = '1234-5679', year = '2024') =>
  world.handlers['comparisons.start']({ accountId: world.accountId, issn, year });
const now = (id: number) => world.handlers['comparisons.get']({ id });
const compare = async (issn?: string, year?: string) => ended((await start(issn, year)).id);
const trash = (ids: number[]) =>
  world.handlers['drafts.trash']({ accountId: world.accountId, selection: { ids } });

async function ended(id: number): Promise<Comparison> {
  await world.when(async () => (await now(id)).state !== 'running');
  return now(id);
}

async function rows(id: number, outcomes: ComparisonOutcome[], aside = false) {
  const filter = { id, outcomes, aside, offset: 0, limit: 500 };
  return (await world.handlers['comparisons.rows'](filter)).rows;
}

/** The searches for articles, unescaped. */
async function searches(): Promise<string[]> {
  const all = await directory.requests();
  return all.map(({ path }) => decodeURIComponent(path)).filter((path) => path.includes('search/articles'));
}

for (const dialect of ['3.0.1', '4.0'] as const) {
  test(`the directory's year and the drafts are compared: missing on either side, different, the same (${dialect})`, async () => {
    await fill(directory, [
      storedAs(1),
      storedAs(2, { title: 'The old title' }),
      storedAs(3),
      storedAs(4, { year: '2023' }),
    ]);
    await open({ dialect });
    const [same, changed, missing] = world.addDrafts([article(1), article(2), article(5)]);
    world.addDrafts([article(6, { year: '2022' })]);
    const begun = await start();
    expect(begun).toMatchObject({
      state: 'running',
      journalTitle: 'Journal j1',
      issns: ['1234-5679', '2345-6787'],
      year: '2024',
      total: null,
    });
    expect(await ended(begun.id)).toMatchObject({
      state: 'done',
      message: null,
      total: 3,
      read: 3,
      requests: 1,
      requestsInAll: 1,
      counts: { 'missing-there': 1, 'missing-here': 1, different: 1, same: 1, 'crossref-only': 0 },
      aside: 0,
    });
    expect(await rows(begun.id, ['missing-there'])).toMatchObject([
      { draftId: missing, remoteId: null, title: 'Article 5', doi: '10.5555/article.5' },
    ]);
    expect(await rows(begun.id, ['missing-here'])).toMatchObject([
      { draftId: null, remoteId: remoteId(3), title: 'Article 3', doi: '10.5555/article.3' },
    ]);
    expect(await rows(begun.id, ['different'])).toMatchObject([
      {
        draftId: changed,
        remoteId: remoteId(2),
        differences: [{ path: 'bibjson.title', before: 'The old title', after: 'Article 2' }],
      },
    ]);
    expect(await rows(begun.id, ['same'])).toMatchObject([{ draftId: same, differences: [] }]);
    const told = world.received.filter(({ name }) => name === 'comparisons.changed');
    expect(told.at(-1)).toMatchObject({ data: { state: 'done' } });
  });
}

test('drafts of another year are matched by DOI, and those with only one ISSN by the journal', async () => {
  await fill(directory, [storedAs(1), storedAs(2)]);
  await open();
  world.addDrafts([
    article(1, { year: '2025' }),
    article(2, { issns: ['', '2345-6787'], identifier: [{ type: 'eissn', id: '23456787' }] }),
    article(3, { issns: ['', '2345-6787'] }),
  ]);
  const run = await compare();
  expect(run.counts).toEqual({
    'missing-there': 1,
    'missing-here': 0,
    different: 2,
    same: 0,
    'crossref-only': 0,
  });
});

test('drafts in the trash do not count', async () => {
  await fill(directory, [storedAs(1)]);
  await open();
  const ids = world.addDrafts([article(1), article(2)]);
  await trash(ids);
  expect((await compare()).counts).toMatchObject({ 'missing-here': 1, 'missing-there': 0 });
});

test('2,345 articles are read beyond the limit with 24 requests and a recount', async () => {
  await fill(
    directory,
    numbers(2345).map((number) => storedAs(number)),
  );
  await open();
  world.addDrafts(numbers(2345).map((number) => article(number)));
  const run = await compare();
  expect(run).toMatchObject({ state: 'done', message: null, total: 2345, read: 2345 });
  expect(run.counts).toEqual({
    'missing-there': 0,
    'missing-here': 0,
    different: 0,
    same: 2345,
    'crossref-only': 0,
  });
  const sent = await searches();
  expect(sent).toHaveLength(Math.ceil(2345 / 100) + 1);
  // A connection that broke before the directory saw its request counts as a request.
  expect(run.requests).toBeGreaterThanOrEqual(25);
  expect(run.requestsInAll).toBe(run.requests);
  expect(sent.filter((path) => path.includes('id.exact:{'))).toHaveLength(14);
  expect(sent.at(-1)).toMatch(/pageSize=1$/);
});

test('an ISSN that is not the account’s is looked up first, in any form', async () => {
  await fill(directory, [storedAs(1, { identifier: [{ type: 'eissn', id: '4567-8901' }] })]);
  await open();
  expect(await compare('ISSN 45678901')).toMatchObject({
    state: 'done',
    journalTitle: 'Journal j3',
    issns: ['4567-8901'],
    requests: 2,
    requestsInAll: 2,
  });
  expect(await compare('1111-1119')).toMatchObject({
    state: 'failed',
    message: saying(/The directory has no journal with the ISSN 1111-1119\./),
  });
  await expect(start('soil')).rejects.toMatchObject({ problem: saying('“soil” is not an ISSN.') });
});

test('the report says that the directory shows nothing of a withdrawn journal', async () => {
  await fill(directory, []);
  await open();
  createJournalStore(world.db).setWithdrawn(world.accountId, 'j1');
  expect(await compare()).toMatchObject({ state: 'done', total: 0, message: saying(/withdrawn/) });
});

test('a journal that is in the directory again is compared as that, not as its withdrawn record', async () => {
  await fill(directory, []);
  await open();
  world.db.exec(`CREATE TEMP TABLE withdrawn AS SELECT * FROM journals WHERE id = 'j1';
    UPDATE withdrawn SET id = 'j0', title = 'A journal', in_directory = 0;
    INSERT INTO journals SELECT * FROM withdrawn`);
  expect(await compare()).toMatchObject({ state: 'done', journalTitle: 'Journal j1', message: null });
});

test('a pause that the directory asks for is respected, and the comparison continues afterwards', async () => {
  await fill(
    directory,
    numbers(250).map((number) => storedAs(number)),
  );
  await open();
  await directory.fault({
    kind: 'rate_limit',
    retryAfter: 1,
    match: { path: 'search/articles', nth: 2, times: 1 },
  });
  const begun = performance.now();
  const run = await compare();
  expect(run).toMatchObject({ state: 'done', read: 250, requests: 5, requestsInAll: 5 });
  expect(performance.now() - begun).toBeGreaterThan(900);
});

test('a broken connection is retried; if it stays away the comparison fails and can be started again', async () => {
  await fill(
    directory,
    numbers(150).map((number) => storedAs(number)),
  );
  await open();
  await directory.fault({ kind: 'drop_before', match: { path: 'page=2', times: 1 } });
  expect(await compare()).toMatchObject({ state: 'done', read: 150 });
  await directory.fault({ kind: 'drop_before', match: { path: 'page=2' } });
  const failed = await compare();
  expect(failed).toMatchObject({ state: 'failed', read: 100, counts: { 'missing-here': 0 } });
  expect(textOf(failed.message)).toBe(
    'The directory did not answer. The connection was lost, or the answer took too long. Try again in a moment.',
  );
  await directory.clearFaults();
  expect(await compare()).toMatchObject({ state: 'done', read: 150 });
});

test('without a connection it fails at once with a message', async () => {
  await open();
  const nobody = createServer().listen(0, '127.0.0.1');
  await once(nobody, 'listening');
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  const base = `http://127.0.0.1:${port}/api/v3/`;
  await world.handlers['accounts.update']({ id: world.accountId, base });
  expect(await compare()).toMatchObject({
    state: 'failed',
    message: saying(/Nothing answers at the directory’s address\./),
  });
});

test('articles added or removed during the reading are noticed, and no other is left out', async () => {
  await fill(
    directory,
    numbers(1500).map((number) => storedAs(number)),
  );
  let asked = 0;
  const gone = numbers(1500).map(remoteId).sort().slice(10, 20);
  await open({
    fetch: async (address, init) => {
      if (address.includes('search/articles') && ++asked === 3) {
        for (const id of gone) {
          const path = `${directory.directory['3.0.1']}articles/${id}?api_key=${goodKey}`;
          await fetch(path, { method: 'DELETE' });
        }
      }
      return fetch(address, init);
    },
  });
  const run = await compare();
  expect(run).toMatchObject({ state: 'done', total: 1490, read: 1500 });
  expect(textOf(run.message)).toContain('it now has 1,490, and 1,500 were compared');
  expect(new Set(world.db.prepare('SELECT remote_id FROM comparison_rows').pluck().all()).size).toBe(1500);
});

test('a stop does not wait for the limiter and leaves no rows', async () => {
  await fill(
    directory,
    numbers(300).map((number) => storedAs(number)),
  );
  await open({ limits: { perSecond: 0.001, burst: 4 } });
  const { id } = await start();
  await world.when(async () => (await now(id)).read > 0);
  const stopped = await world.handlers['comparisons.stop']({ id });
  expect(stopped).toMatchObject({
    state: 'stopped',
    message: saying('You stopped this comparison.'),
    counts: { 'missing-here': 0 },
  });
  expect((await world.handlers['comparisons.stop']({ id })).state).toBe('stopped');
});

test('starting the same journal and year twice returns the running comparison', async () => {
  await fill(
    directory,
    numbers(300).map((number) => storedAs(number)),
  );
  await open({ limits: { perSecond: 0.2, burst: 4 } });
  const first = await start();
  expect((await start('2345-6787')).id).toBe(first.id);
  expect((await start('2345-6787', '2023')).id).not.toBe(first.id);
});

test('a comparison that ran when the program died is reported as stopped at the next start, without rows', async () => {
  await open();
  const id = world.db
    .prepare(
      `INSERT INTO comparisons (account_id, journal_title, issns, year, state, started_at)
       VALUES (?, 'J', '["1234-5679"]', '2024', 'running', '2026-01-01T00:00:00.000Z')`,
    )
    .run(world.accountId).lastInsertRowid as number;
  const insert = world.db.prepare(
    `INSERT INTO comparison_rows (comparison_id, outcome, title, doi) VALUES (?, 'same', 'T', '')`,
  );
  for (let row = 0; row < 600; row++) insert.run(id);
  await world.close();
  world = await openForTest({ directory: directory.directory, folder: world.folder });
  expect(await now(id)).toMatchObject({
    state: 'stopped',
    message: saying('Colophon was closed during the comparison. Nothing was changed; compare again.'),
    counts: { same: 0 },
    finishedAt: expect.any(String),
  });
});

test('quitting stops running comparisons', async () => {
  await fill(
    directory,
    numbers(300).map((number) => storedAs(number)),
  );
  await open({ limits: { perSecond: 0.001, burst: 4 } });
  const { id } = await start();
  await world.close();
  const db = openDatabase(join(world.folder, 'colophon.db'));
  const stopped = createComparisonStore(db).get(id);
  db.close();
  expect(stopped).toMatchObject({ state: 'stopped', message: saying(/Colophon was closed/) });
});

test('missing articles become drafts that count as sent, and taking them twice changes nothing', async () => {
  await fill(directory, [storedAs(1), storedAs(2), storedAs(3)]);
  await open();
  const { id } = await compare();
  const [first] = await rows(id, ['missing-here']);
  const take = (rowIds?: number[]) =>
    world.handlers['comparisons.take']({ id, outcome: 'missing-here', ...(rowIds ? { rowIds } : {}) });
  const before = (await searches()).length;
  expect(await take([first!.id])).toMatchObject({ taken: 1, left: 0 });
  expect(await take()).toMatchObject({ taken: 2, left: 0 });
  expect(await take()).toMatchObject({ taken: 0, left: 0 });
  expect(await searches()).toHaveLength(before);
  const { rows: drafts } = await world.list();
  expect(drafts).toMatchObject([
    { title: 'Article 1', sync: 'sent', ignored: 0, errors: 0, sentAt: '2024-06-02T00:00:00.000Z' },
    { title: 'Article 2', sync: 'sent' },
    { title: 'Article 3', sync: 'sent' },
  ]);
  expect(await world.draft(drafts[0]!.id)).toMatchObject({
    remoteId: remoteId(1),
    record: takenArticle(article(1)),
    sentKeys: { doi: '10.5555/article.1', url: '//j1.example.org/article/1' },
  });
  expect((await now(id)).counts).toEqual({
    'missing-there': 0,
    'missing-here': 0,
    different: 0,
    same: 3,
    'crossref-only': 0,
  });
  expect((await compare()).counts).toMatchObject({ same: 3 });
});

test('an article replaces a draft that differs, unless it was edited since or is queued', async () => {
  await fill(
    directory,
    [1, 2, 3, 4].map((number) => storedAs(number, { title: `There ${number}` })),
  );
  await open();
  const ids = world.addDrafts([1, 2, 3, 4].map((number) => article(number)));
  const { id } = await compare();
  await world.editDraft(ids[1]!, article(2, { title: 'Edited meanwhile' }));
  createDraftSync(world.db).setQueued([ids[2]!]);
  await trash([ids[3]!]);
  expect(await world.handlers['comparisons.take']({ id, outcome: 'different' })).toMatchObject({
    taken: 1,
    left: 3,
  });
  expect(await world.draft(ids[0]!)).toMatchObject({ title: 'There 1', sync: 'sent', remoteId: remoteId(1) });
  expect(await world.draft(ids[1]!)).toMatchObject({ title: 'Edited meanwhile', sync: 'never' });
  expect(await world.draft(ids[2]!)).toMatchObject({ title: 'Article 3', sync: 'queued' });
  expect((await now(id)).counts).toMatchObject({ different: 3, same: 1 });
});

test('a field is taken from the directory into the draft, the row follows, and both are undone together', async () => {
  await fill(directory, [storedAs(1, { title: 'There 1', abstract: 'An abstract of the directory' })]);
  await open();
  const [draft] = world.addDrafts([article(1, { abstract: 'My abstract' })]);
  const { id } = await compare();
  const [row] = await rows(id, ['different']);
  const take = (path: string) => world.handlers['comparisons.takeField']({ id, rowId: row!.id, path });
  const current = () => world.handlers['comparisons.row']({ id, rowId: row!.id });

  const { isTaken, undoId } = await take('bibjson.title');
  expect(isTaken).toBe(true);
  expect(await world.draft(draft!)).toMatchObject({ title: 'There 1', sync: 'never', remoteId: null });
  expect(await current()).toMatchObject({
    outcome: 'different',
    differences: [{ path: 'bibjson.abstract', after: 'My abstract' }],
  });
  expect(await take('bibjson.title')).toEqual({ isTaken: false, undoId: null });

  const last = await take('bibjson.abstract');
  expect(await current()).toMatchObject({ outcome: 'same', differences: [] });
  expect(await world.draft(draft!)).toMatchObject({ sync: 'sent', remoteId: remoteId(1) });
  expect((await now(id)).counts).toMatchObject({ different: 0, same: 1 });

  await world.handlers['undo.take']({ id: last.undoId! });
  expect(await current()).toMatchObject({
    outcome: 'different',
    differences: [{ path: 'bibjson.abstract' }],
  });
  await world.handlers['undo.take']({ id: undoId! });
  expect((await current())?.differences).toHaveLength(2);
  expect(await world.draft(draft!)).toMatchObject({ title: 'Article 1', sync: 'never', remoteId: null });
  expect(await take('bibjson.title')).toMatchObject({ isTaken: true });
});

test('no field is taken into a draft that was edited since', async () => {
  await fill(directory, [storedAs(1, { title: 'There 1' })]);
  await open();
  const [draft] = world.addDrafts([article(1)]);
  const { id } = await compare();
  const [row] = await rows(id, ['different']);
  await world.editDraft(draft!, article(1, { title: 'Edited meanwhile' }));
  const path = 'bibjson.title';
  expect(await world.handlers['comparisons.takeField']({ id, rowId: row!.id, path })).toEqual({
    isTaken: false,
    undoId: null,
  });
  expect(await world.draft(draft!)).toMatchObject({ title: 'Edited meanwhile' });
});

test.each([
  ['', 60_000],
  [', even if the clock was set back a day', -86_400_000],
])(
  'an article does not replace a draft that was sent since, as the comparison is outdated%s',
  async (_, later) => {
    await fill(directory, [storedAs(1, { title: 'There 1' }), storedAs(2, { title: 'There 2' })]);
    await open();
    const [sent, other] = world.addDrafts([article(1), article(2)]);
    const { id } = await compare();
    const at = new Date(Date.parse((await now(id)).startedAt) + later).toISOString();
    const hash = 'of what was sent';
    createDraftSync(world.db).setSent([
      { id: sent!, hash, content: null, doiKey: null, urlKey: null, remoteId: remoteId(1), at },
    ]);
    expect(await world.handlers['comparisons.take']({ id, outcome: 'different' })).toMatchObject({
      taken: 1,
      left: 1,
    });
    expect(await world.draft(sent!)).toMatchObject({ title: 'Article 1' });
    expect(await world.draft(other!)).toMatchObject({ title: 'There 2', sync: 'sent' });
  },
);

test('an article replaces a draft that was sent before the comparison, while the clock was a day ahead', async () => {
  await fill(directory, [storedAs(1, { title: 'There 1' })]);
  await open();
  const [sent] = world.addDrafts([article(1)]);
  await compare();
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const known = { doiKey: null, urlKey: null, remoteId: remoteId(1), at };
  createDraftSync(world.db).setSent([{ content: null, id: sent!, hash: 'of what was sent', ...known }]);
  const { id } = await compare();
  expect(await world.handlers['comparisons.take']({ id, outcome: 'different' })).toMatchObject({ taken: 1 });
  expect(await world.draft(sent!)).toMatchObject({ title: 'There 1', sync: 'sent' });
});

test('an article replaces no draft of another article that the directory has too, but one whose id it replaced', async () => {
  const link = (number: number) => ({ type: 'fulltext', url: `https://shared.example.org/${number}` });
  const noDoi = (number: number) => ({
    identifier: [{ type: 'pissn', id: '1234-5679' }],
    link: [link(number)],
  });
  await fill(directory, [
    storedAs(1, { title: 'One', ...noDoi(1) }),
    storedAs(2, { title: 'Another at its address', ...noDoi(1) }),
    storedAs(3, { title: 'There 3' }),
  ]);
  await open();
  const [own, other, renamed] = world.addDrafts([
    article(1, { title: 'Mine', ...noDoi(1) }),
    article(2, { title: 'Mine too', ...noDoi(1) }),
    article(3),
  ]);
  const sync = createDraftSync(world.db);
  sync.setAdopted({ id: own!, remoteId: remoteId(1), content: null });
  sync.setAdopted({ id: other!, remoteId: remoteId(1), content: null });
  sync.setAdopted({ id: renamed!, remoteId: 'the earlier id', content: null });
  const { id } = await compare();
  const found = await rows(id, ['different']);
  const wrong = found.find(({ draftId }) => draftId === other);
  expect(wrong).toMatchObject({ remoteId: remoteId(2) });
  const field = { id, rowId: wrong!.id, path: 'bibjson.title' };
  expect(await world.handlers['comparisons.takeField'](field)).toMatchObject({ isTaken: false });
  expect(await world.handlers['comparisons.take']({ id, outcome: 'different' })).toMatchObject({
    taken: 2,
    left: 1,
  });
  expect(await world.draft(other!)).toMatchObject({ title: 'Mine too', remoteId: remoteId(1) });
  expect(await world.draft(renamed!)).toMatchObject({ title: 'There 3', remoteId: remoteId(3) });
});

test('an article that only shares its address with the draft of another becomes a draft of its own', async () => {
  const link = [{ type: 'fulltext', url: 'https://shared.example.org/issue' }];
  await fill(directory, [storedAs(1, { link }), storedAs(2, { link })]);
  await open();
  const { id } = await compare();
  world.addDrafts([article(3, { link })]);
  expect(await world.handlers['comparisons.take']({ id, outcome: 'missing-here' })).toMatchObject({
    taken: 2,
    left: 0,
  });
});

test('an article that only shares its address with the draft of another one is another row, and replaces nothing', async () => {
  const link = [{ type: 'fulltext', url: 'https://shared.example.org/issue' }];
  await fill(directory, [storedAs(1, { link }), storedAs(2, { link })]);
  await open();
  const [, other] = world.addDrafts([article(1, { link }), article(3, { link })]);
  const { id, counts } = await compare();
  expect(counts).toMatchObject({ 'missing-there': 1, 'missing-here': 1, different: 0, same: 1 });
  const take = (outcome: ComparisonOutcome) => world.handlers['comparisons.take']({ id, outcome });
  expect(await take('different')).toMatchObject({ taken: 0, left: 0 });
  expect(await take('missing-here')).toMatchObject({ taken: 1, left: 0 });
  expect(await world.draft(other!)).toMatchObject({ title: 'Article 3', sync: 'never', remoteId: null });
  const { rows: drafts } = await world.list();
  expect(drafts.map(({ title }) => title)).toEqual(['Article 1', 'Article 2', 'Article 3']);
});

test('an article whose DOI was corrected differs from its draft and can be taken', async () => {
  const identifier = [
    { type: 'doi', id: '10.5555/corrected' },
    { type: 'pissn', id: '1234-5679' },
  ];
  await fill(directory, [storedAs(1, { identifier })]);
  await open();
  const [draft] = world.addDrafts([article(1)]);
  const { id, counts } = await compare();
  expect(counts).toMatchObject({ 'missing-there': 0, 'missing-here': 0, different: 1 });
  expect(await world.handlers['comparisons.take']({ id, outcome: 'different' })).toMatchObject({ taken: 1 });
  expect(await world.draft(draft!)).toMatchObject({ doi: '10.5555/corrected', remoteId: remoteId(1) });
});

test('a draft that was created since is not duplicated, and its row shows it', async () => {
  await fill(directory, [storedAs(1), storedAs(2)]);
  await open();
  const { id } = await compare();
  world.addDrafts([article(1), article(2, { title: 'Otherwise' })]);
  expect(await world.handlers['comparisons.take']({ id, outcome: 'missing-here' })).toMatchObject({
    taken: 0,
    left: 2,
  });
  expect((await now(id)).counts).toEqual({
    'missing-there': 0,
    'missing-here': 0,
    different: 1,
    same: 1,
    'crossref-only': 0,
  });
  const { total } = await world.handlers['drafts.facets']({
    accountId: world.accountId,
    filter: { trashed: false },
  });
  expect(total).toBe(2);
});

test('excluded rows stay excluded in the next comparison and can be included again', async () => {
  await fill(directory, [storedAs(1), storedAs(2, { title: 'Other' })]);
  await open();
  world.addDrafts([article(2), article(3), article(4)]);
  const { id } = await compare();
  const open1 = await rows(id, ['missing-here', 'different', 'missing-there']);
  const chosen = open1.filter((row) => row.doi !== '10.5555/article.4').map((row) => row.id);
  const { run: after } = await world.handlers['comparisons.setAside']({ id, rowIds: chosen, aside: true });
  expect(after).toMatchObject({ aside: 3, counts: { 'missing-there': 1, 'missing-here': 0, different: 0 } });
  expect(await rows(id, ['missing-there', 'missing-here', 'different'], true)).toHaveLength(3);
  expect(await world.handlers['comparisons.take']({ id, outcome: 'different' })).toMatchObject({
    taken: 0,
    left: 0,
  });
  const next = await compare();
  expect(next).toMatchObject({ aside: 3, counts: { 'missing-there': 1 } });
  const [row] = await rows(next.id, ['missing-here'], true);
  await world.handlers['comparisons.setAside']({ id: next.id, rowIds: [row!.id], aside: false });
  expect(await compare()).toMatchObject({ aside: 2, counts: { 'missing-here': 1 } });
});

test('the drafts of rows can be selected for sending, except those in the trash or excluded', async () => {
  await open();
  const ids = world.addDrafts([1, 2, 3].map((number) => article(number)));
  const { id } = await compare();
  const [first] = await rows(id, ['missing-there']);
  await world.handlers['comparisons.setAside']({ id, rowIds: [first!.id], aside: true });
  await trash([ids[2]!]);
  const { draftIds } = await world.handlers['comparisons.draftIds']({ id, outcomes: ['missing-there'] });
  expect(draftIds).toEqual([ids[1]]);
});

test('the last twenty comparisons are kept, and each can be removed', async () => {
  await open();
  const { id: first } = await compare('1234-5679', '2000');
  for (let year = 2001; year <= 2020; year++) await compare('1234-5679', String(year));
  const kept = world.db.prepare('SELECT count(*) FROM comparisons').pluck();
  // The oldest is removed after the last event of the newest.
  await expect.poll(() => kept.get()).toBe(20);
  const list = await world.handlers['comparisons.list']({ accountId: world.accountId });
  expect(list.map((run) => run.year)).toEqual(numbers(20).map((n) => String(2020 - n)));
  await world.handlers['comparisons.remove']({ id: list[0]!.id });
  expect(await world.handlers['comparisons.list']({ accountId: world.accountId })).toHaveLength(19);
  await expect(now(first)).rejects.toMatchObject({ problem: saying('This comparison no longer exists.') });
});

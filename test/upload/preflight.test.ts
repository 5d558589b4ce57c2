import { describe, expect, test } from 'vitest';
import { articleToWire } from '../../src/shared/article/article.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices, TestServicesOptions } from '../helpers/testServices.ts';
import { textOf } from '../helpers/textOf.ts';

const directory = directoryForFile();
let world: TestServices;

const open = async (dialect: Dialect, options: Partial<TestServicesOptions> = {}) => {
  world = await openForTest({ directory: directory.directory, key: goodKey, dialect, ...options });
};

const plan = (ids: readonly number[], options: { look?: boolean; watch?: string } = { look: true }) =>
  world.plan(ids, options);

async function sendAll(ids: readonly number[]) {
  const { id } = await world.send(ids);
  return world.until(id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
}

/** Another program of the publisher sends an article. */
async function sentByAnother(dialect: Dialect, record: DraftRecord): Promise<void> {
  const { status } = await fetch(`${directory.directory[dialect]}articles?api_key=${goodKey}`, {
    method: 'POST',
    body: JSON.stringify(articleToWire(record)),
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(201);
}

/** Search hits without `last_updated`, or with one that is no time. */
async function withoutDates(address: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init);
  if (!new URL(address).pathname.includes('/search/articles')) return response;
  const answer = (await response.json()) as { results: Record<string, unknown>[] };
  for (const [at, hit] of answer.results.entries()) {
    if (at % 2 === 0) delete hit.last_updated;
    else hit.last_updated = 'garbage';
  }
  return Response.json(answer, { status: response.status });
}

/** A server whose pages of articles have one hit. */
async function inSmallPages(address: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init);
  if (!new URL(address).pathname.includes('/search/articles')) return response;
  const answer = (await response.json()) as { results: unknown[] };
  return Response.json({ ...answer, results: answer.results.slice(0, 1) }, { status: response.status });
}

const searches = async () =>
  (await directory.requests()).filter(({ path }) => path.includes('search/articles')).length;

for (const dialect of ['3.0.1', '4.0'] as const) {
  describe(`looking up before sending (${dialect})`, () => {
    test('reports what somebody else changed since the last upload before overwriting it', async () => {
      await open(dialect);
      const ids = world.addDrafts([article(0), article(1), article(2)]);
      await sendAll(ids);
      for (const [n, id] of ids.entries()) await world.editDraft(id, article(n, { title: `Ours ${n}` }));
      expect((await plan(ids)).there).toMatchObject({ looked: 3, changedCount: 0, foreignCount: 0 });
      await sentByAnother(dialect, article(1, { title: 'Theirs' }));
      expect(await plan(ids)).toMatchObject({
        overwriting: 3,
        there: {
          changed: [{ draftId: ids[1], title: 'Ours 1' }],
          changedCount: 1,
          foreignCount: 0,
          unasked: null,
        },
      });
      await sendAll(ids);
      await world.editDraft(ids[1]!, article(1, { title: 'Ours again' }));
      expect((await plan(ids)).there).toMatchObject({ changedCount: 0 });
    });

    test('says that the directory gives no date of a change, instead of showing something else', async () => {
      await open(dialect, { fetch: (address, init) => withoutDates(address, init) });
      const ids = world.addDrafts([article(0), article(1)]);
      await sendAll([ids[0]!]);
      await world.editDraft(ids[0]!, article(0, { title: 'Ours' }));
      await sentByAnother(dialect, article(0, { title: 'Theirs' }));
      await sentByAnother(dialect, article(1, { title: 'Theirs, too' }));
      expect((await plan(ids)).there).toMatchObject({
        changed: [{ draftId: ids[0], at: null }],
        foreign: [{ draftId: ids[1], at: null }],
      });
    });

    test('reports a record that somebody else reverted to an earlier version of ours', async () => {
      await open(dialect);
      const [id] = world.addDrafts([article(0)]) as [number];
      await sendAll([id]);
      await world.editDraft(id, article(0, { title: 'Second' }));
      await sendAll([id]);
      await sentByAnother(dialect, article(0));
      await world.editDraft(id, article(0, { title: 'Third' }));
      expect((await plan([id])).there).toMatchObject({ changedCount: 1 });
    });

    test('finds an article without DOI under an address with another scheme', async () => {
      await open(dialect);
      const at = (scheme: string) =>
        article(0, {
          identifier: [{ type: 'pissn', id: '1234-5679' }],
          link: [{ type: 'fulltext', url: `${scheme}://j1.example.org/article/0` }],
        });
      await sentByAnother(dialect, at('http'));
      const ids = world.addDrafts([at('https')]);
      expect(await plan(ids)).toMatchObject({ fresh: 0, overwriting: 1, there: { foreignCount: 1 } });
    });

    test('reports a new draft that the directory already has, counts it as overwriting, keeps the version and can restore it', async () => {
      await open(dialect);
      await sentByAnother(dialect, article(0, { title: 'Theirs' }));
      const ids = world.addDrafts([article(0), article(1)]);
      expect(await plan(ids, {})).toMatchObject({ fresh: 2, overwriting: 0, there: null, lookRequests: 1 });
      expect(await plan(ids)).toMatchObject({
        fresh: 1,
        overwriting: 1,
        keepRequests: 1,
        there: { looked: 2, foreign: [{ draftId: ids[0], title: 'Article 0' }], foreignCount: 1 },
      });
      const upload = await sendAll(ids);
      expect(upload).toMatchObject({ counts: { created: 1, overwrote: 1 }, replaced: 1 });
      const kept = await world.handlers['versions.list']({ kind: 'article', recordId: ids[0]! });
      expect(kept.versions).toMatchObject([{ why: 'overwritten', title: 'Theirs' }]);
    });

    test('does not report an unchanged record that was taken from the directory', async () => {
      await open(dialect);
      await sentByAnother(dialect, article(0, { year: '24', title: ' Theirs ' }));
      const [stored] = await directory.articles();
      const taken = await world.handlers['drafts.take']({
        accountId: world.accountId,
        remoteIds: [stored!.id],
      });
      const id = taken.drafts[0]!.draftId;
      await world.editDraft(id, article(0, { title: 'Ours' }));
      expect((await plan([id])).there).toMatchObject({ looked: 1, changedCount: 0, foreignCount: 0 });
      await sentByAnother(dialect, article(0, { title: 'Theirs, corrected' }));
      expect((await plan([id])).there).toMatchObject({ changedCount: 1 });
    });
  });
}

test('holds back a record that the directory would refuse over another (4.0)', async () => {
  await open('4.0');
  const elsewhere = [{ type: 'fulltext', url: 'https://j1.example.org/elsewhere', content_type: 'HTML' }];
  await sentByAnother('4.0', article(0, { link: elsewhere }));
  const ids = world.addDrafts([article(0)]);
  expect(await plan(ids)).toMatchObject({ toSend: 0, heldBackCounts: { 'would-be-refused': 1 } });
});

const reasons = { '3.0.1': 'two-records', '4.0': 'would-be-refused' } as const;
for (const dialect of ['3.0.1', '4.0'] as const)
  test(`holds back, and does not call an update, a record whose DOI and address two others have (${dialect})`, async () => {
    await open(dialect);
    await sentByAnother(dialect, article(0));
    await sentByAnother(dialect, article(1));
    const { link = null } = article(1).bibjson as DraftRecord;
    const [id] = world.addDrafts([article(0, { link })]) as [number];
    const found = await plan([id]);
    expect(found).toMatchObject({
      toSend: 0,
      overwriting: 0,
      heldBackCounts: { [reasons[dialect]]: 1 },
      heldBack: [{ draftId: id, reason: reasons[dialect] }],
      there: { looked: 1, changed: [], changedCount: 0, foreign: [], foreignCount: 0 },
    });
  });

test('reports that neither the key nor the journals could be checked, and does not count on them', async () => {
  await open('3.0.1', { key: '' });
  const ids = world.addDrafts([article(0)]);
  expect(await plan(ids)).toMatchObject({ unchecked: ['key', 'journals'], there: null });
});

test('tests a key that was not used yet, and reports that the directory refuses it', async () => {
  await open('3.0.1', { key: '0'.repeat(32) });
  const ids = world.addDrafts([article(0)]);
  expect((await plan(ids, {})).unchecked).toEqual(['journals']);
  expect((await plan(ids)).unchecked).toEqual(['key', 'journals']);
});

test('reports nothing as unchecked once the journals are known and the key was accepted', async () => {
  await open('3.0.1');
  const ids = world.addDrafts([article(0)]);
  expect((await plan(ids)).unchecked).toEqual(['journals']);
  await world.handlers['journals.refresh']({ accountId: world.accountId });
  expect((await plan(ids)).unchecked).toEqual([]);
});

test('costs one request for many new articles of empty journals, and a page for small ones', async () => {
  await open('3.0.1');
  const ids = world.addDrafts(Array.from({ length: 400 }, (_, n) => article(n)));
  expect((await plan(ids)).there).toMatchObject({ looked: 400, foreignCount: 0 });
  expect(await searches()).toBe(1);
  await sentByAnother('3.0.1', article(17, { title: 'Theirs' }));
  expect((await plan(ids)).there).toMatchObject({ looked: 400, foreignCount: 1 });
  expect(await searches()).toBe(3);
});

test.each([2, 201])('overlooks nothing at a server with smaller pages: %i drafts', async (count) => {
  await open('3.0.1', { fetch: (address, init) => inSmallPages(address, init) });
  const ids = world.addDrafts(Array.from({ length: count }, (_, n) => article(n)));
  for (const n of [0, 1]) await sentByAnother('3.0.1', article(n, { title: 'Theirs' }));
  expect((await plan(ids)).there).toMatchObject({ looked: count, foreignCount: 2 });
});

test('continues after refused or delayed queries, and reports when nobody answers', async () => {
  await open('3.0.1');
  await sentByAnother('3.0.1', article(3, { title: 'Theirs' }));
  const ids = world.addDrafts(Array.from({ length: 8 }, (_, n) => article(n)));
  const match = { path: 'search/articles' };
  await directory.fault({ kind: 'status', status: 400, match: { ...match, times: 1 } });
  await directory.fault({ kind: 'rate_limit', match: { ...match, times: 1 } });
  await directory.fault({ kind: 'status', status: 502, match: { ...match, times: 1 } });
  expect((await plan(ids)).there).toMatchObject({ looked: 8, foreignCount: 1, unasked: null });
  await directory.fault({ kind: 'status', status: 502, match });
  const { there, toSend } = await plan(ids);
  expect(there).toMatchObject({ looked: 0 });
  expect(textOf(there?.unasked)).not.toBe('');
  expect(toSend).toBe(8);
  await directory.clearFaults();
});

test('does not claim to have looked up what cannot be looked up', async () => {
  await open('3.0.1');
  const odd = [{ type: 'fulltext', url: 'https://j1.example.org/a\u2028b', content_type: 'HTML' }];
  const identifier = [{ type: 'pissn', id: '1234-5679' }];
  const ids = world.addDrafts([article(0), article(1, { link: odd, identifier })]);
  expect(await plan(ids)).toMatchObject({ toSend: 2, there: { looked: 1 } });
});

test('reports its progress in the plan and can be aborted at any moment', async () => {
  await open('3.0.1');
  const ids = world.addDrafts(Array.from({ length: 300 }, (_, n) => article(n)));
  const told = () =>
    world.received.flatMap(({ name, data }) =>
      name === 'uploads.planning' ? [data as { stage: string }] : [],
    );
  await plan(ids, { look: true, watch: 'one' });
  expect(told().map(({ stage }) => stage)).toEqual(expect.arrayContaining(['checking', 'looking']));
  expect(told().at(-1)).toMatchObject({ watch: 'one', done: 300, total: 300 });

  const checking = plan(ids, { watch: 'two' });
  world.handlers['uploads.leavePlan']({ watch: 'two' });
  await expect(checking).rejects.toMatchObject({ code: 'cancelled' });

  await directory.fault({ kind: 'hang', match: { path: 'search/articles' } });
  const before = told().length;
  const looking = plan(ids, { look: true, watch: 'three' });
  await world.when(() =>
    told()
      .slice(before)
      .some(({ stage }) => stage === 'looking'),
  );
  world.handlers['uploads.leavePlan']({ watch: 'three' });
  await expect(looking).rejects.toMatchObject({ code: 'cancelled' });
  await directory.clearFaults();
});

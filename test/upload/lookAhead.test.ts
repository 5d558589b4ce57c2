import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { articleToWire } from '../../src/shared/article/article.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { article, goodKey, startTestDirectory, type TestDirectory } from '../helpers/testDirectory.ts';
import { openTestServices, type TestServices, type TestServicesOptions } from '../helpers/testServices.ts';
import { textOf } from '../helpers/textOf.ts';

let directory: TestDirectory;
let world: TestServices;
beforeAll(async () => {
  directory = await startTestDirectory();
});
afterAll(() => directory.stop());
beforeEach(() => directory.reset());
afterEach(async () => {
  await world.close();
  world.remove();
});

const open = async (dialect: Dialect, options: Partial<TestServicesOptions> = {}) => {
  world = await openTestServices({ directory: directory.directory, key: goodKey, dialect, ...options });
};

const plan = (ids: readonly number[], options: { look?: boolean; watch?: string } = { look: true }) =>
  world.handlers['uploads.plan']({
    accountId: world.accountId,
    selection: { ids: [...ids] },
    includeUnchanged: false,
    ...options,
  });

async function sendAll(ids: readonly number[]) {
  const { id } = await world.send(ids);
  return world.until(id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
}

/** What another program of the publisher does: it sends an article of its own. */
async function sentByAnother(dialect: Dialect, record: DraftRecord): Promise<void> {
  const { status } = await fetch(`${directory.directory[dialect]}articles?api_key=${goodKey}`, {
    method: 'POST',
    body: JSON.stringify(articleToWire(record, dialect)),
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(201);
}

const searches = async () =>
  (await directory.requests()).filter(({ path }) => path.includes('search/articles')).length;

for (const dialect of ['3.0.1', '4.0'] as const) {
  describe(`looking first (${dialect})`, () => {
    test('what somebody else changed since it was sent is named before it is overwritten', async () => {
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

    test('what somebody else put back as it once was sent from here is named, too', async () => {
      await open(dialect);
      const [id] = world.addDrafts([article(0)]) as [number];
      await sendAll([id]);
      await world.editDraft(id, article(0, { title: 'Second' }));
      await sendAll([id]);
      await sentByAnother(dialect, article(0));
      await world.editDraft(id, article(0, { title: 'Third' }));
      expect((await plan([id])).there).toMatchObject({ changedCount: 1 });
    });

    test('what is new here and there already is named, counted as overwriting, kept, and can be put back', async () => {
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

    test('what was taken from the directory and not changed there since is not somebody else’s', async () => {
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

test('a record that the directory would refuse over another is held back by what was found (4.0)', async () => {
  await open('4.0');
  const elsewhere = [{ type: 'fulltext', url: 'https://j1.example.org/elsewhere', content_type: 'HTML' }];
  await sentByAnother('4.0', article(0, { link: elsewhere }));
  const ids = world.addDrafts([article(0)]);
  expect(await plan(ids)).toMatchObject({ toSend: 0, heldBackCounts: { 'would-be-refused': 1 } });
});

test('many new articles cost one request where their journals have nothing, and a page where they have little', async () => {
  await open('3.0.1');
  const ids = world.addDrafts(Array.from({ length: 400 }, (_, n) => article(n)));
  expect((await plan(ids)).there).toMatchObject({ looked: 400, foreignCount: 0 });
  expect(await searches()).toBe(1);
  await sentByAnother('3.0.1', article(17, { title: 'Theirs' }));
  expect((await plan(ids)).there).toMatchObject({ looked: 400, foreignCount: 1 });
  expect(await searches()).toBe(3);
});

test('looking goes on where a query is refused or slowed down, and says so where nobody answers', async () => {
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

test('what cannot be looked for is not called looked at', async () => {
  await open('3.0.1');
  const odd = [{ type: 'fulltext', url: 'https://j1.example.org/a\u2028b', content_type: 'HTML' }];
  const identifier = [{ type: 'pissn', id: '1234-5679' }];
  const ids = world.addDrafts([article(0), article(1, { link: odd, identifier })]);
  expect(await plan(ids)).toMatchObject({ toSend: 2, there: { looked: 1 } });
});

test('a plan says how far it is, and can be left at any moment', async () => {
  await open('3.0.1');
  const ids = world.addDrafts(Array.from({ length: 300 }, (_, n) => article(n)));
  const told = () =>
    world.heard.flatMap(({ name, data }) => (name === 'uploads.planning' ? [data as { stage: string }] : []));
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

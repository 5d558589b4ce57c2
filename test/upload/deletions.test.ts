import { expect, onTestFinished, test } from 'vitest';
import type { Deletion } from '../../src/shared/draft/deletion.ts';
import { describe as words } from '../../src/shared/i18n/i18n.ts';
import { asking, deleteNow, purgeNow, restoreDeletedNow, sendNow } from '../helpers/confirm.ts';
import { openForTest } from '../helpers/openForTest.ts';
import {
  article,
  foreignArticle,
  goodKey,
  otherKey,
  startTestDirectory,
  type TestDirectory,
} from '../helpers/testDirectory.ts';
import type { TestServices } from '../helpers/testServices.ts';

let world: TestServices;
let directory: TestDirectory;

/** Sends articles with these numbers; returns their drafts and their ids in the directory. */
async function sent(numbers: readonly number[], options: { dialect?: '3.0.1' | '4.0' } = {}) {
  directory = await startTestDirectory();
  onTestFinished(() => directory.stop());
  world = await openForTest({ directory: directory.directory, key: goodKey, ...options });
  const ids = world.addDrafts(numbers.map((number) => article(number)));
  const { id } = await world.send(ids);
  await world.until(id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
  const drafts = await world.drafts(ids);
  return { ids, remoteIds: drafts.map(({ remoteId }) => remoteId!) };
}

const list = async () =>
  world.handlers['deletions.list']({ accountId: world.accountId, offset: 0, limit: 100 });
/** Waits until nothing is left to delete; returns all deletions, oldest first. */
async function finished(): Promise<Deletion[]> {
  await world.when(async () => (await list()).open === 0);
  return (await list()).deletions.reverse();
}
const start = (ids: readonly number[]) =>
  deleteNow(asking(world.handlers), { accountId: world.accountId, of: { selection: { ids: [...ids] } } });
const startArticle = (remoteId: string) =>
  deleteNow(asking(world.handlers), {
    accountId: world.accountId,
    of: { articles: [{ remoteId, title: 'An article' }] },
  });
const deleteRequests = async () =>
  (await directory.requests()).filter(({ method }) => method === 'DELETE').map(({ path }) => path);

test.each(['3.0.1', '4.0'] as const)(
  'deletes articles of drafts from a directory of version %s',
  async (dialect) => {
    const { ids, remoteIds } = await sent([1, 2, 3], { dialect });
    const before = await directory.articles();
    const preview = { accountId: world.accountId, of: { selection: { ids: ids.slice(0, 2) } } };
    expect(await world.handlers['deletions.preview'](preview)).toMatchObject({
      count: 2,
      queued: 0,
      unknown: 0,
    });
    expect(await start(ids.slice(0, 2))).toMatchObject({ count: 2 });
    expect(await finished()).toMatchObject([
      { state: 'deleted', draftId: ids[0], hasSnapshot: true, message: null },
      { state: 'deleted', draftId: ids[1], hasSnapshot: true, message: null },
    ]);
    expect(await directory.articles()).toEqual(before.filter(({ id }) => id === remoteIds[2]));
    const [first, , third] = await world.drafts(ids);
    expect(first).toMatchObject({ sync: 'never', remoteId: null, sentAt: null, sentKeys: null });
    expect(first!.deletedAt).not.toBeNull();
    expect(third).toMatchObject({ sync: 'sent', remoteId: remoteIds[2], deletedAt: null });
    const { versions } = await world.handlers['versions.list']({ kind: 'article', recordId: ids[0]! });
    expect(versions).toMatchObject([{ why: 'withdrawn', remoteId: remoteIds[0] }]);
  },
);

test('a deleted article is sent again only if the user says so, as a new one', async () => {
  const { ids, remoteIds } = await sent([1]);
  await start(ids);
  await finished();
  const ask = { accountId: world.accountId, selection: { ids }, includeUnchanged: false };
  const plan = await world.handlers['uploads.plan'](ask);
  expect(plan).toMatchObject({ toSend: 0, deletedThere: 1, heldBackCounts: { 'deleted-there': 1 } });
  const { id } = await sendNow(asking(world.handlers), { ...ask, includeDeleted: true, name: '' });
  await world.until(id, ({ state }) => state === 'done');
  const [draft] = await world.drafts(ids);
  expect(draft).toMatchObject({ sync: 'sent', deletedAt: null });
  expect(draft!.remoteId).not.toBe(remoteIds[0]);
  expect(await world.handlers['uploads.plan'](ask)).toMatchObject({ unchanged: 1, deletedThere: 0 });
});

test('restores a deleted article into its draft, or into a new one if there is none', async () => {
  const { ids, remoteIds } = await sent([1, 2]);
  await world.handlers['drafts.trash']({ accountId: world.accountId, selection: { ids: [ids[1]!] } });
  await purgeNow(asking(world.handlers), { accountId: world.accountId, selection: { ids: [ids[1]!] } });
  await world.editDraft(ids[0]!, article(1, { title: 'Edited since' }));
  await start([ids[0]!]);
  await startArticle(remoteIds[1]!);
  const [first, second] = await finished();
  expect(second).toMatchObject({ draftId: null, hasSnapshot: true });
  expect((await restoreDeletedNow(asking(world.handlers), first!.id)).recordIds).toEqual([ids[0]]);
  expect((await world.draft(ids[0]!)).title).toBe('Article 1');
  const [made] = (await restoreDeletedNow(asking(world.handlers), second!.id)).recordIds;
  expect(await world.draft(made!)).toMatchObject({ title: 'Article 2', sync: 'never', remoteId: null });
  // Restoring it again does not make a second draft.
  expect((await restoreDeletedNow(asking(world.handlers), second!.id)).recordIds).toEqual([made]);
});

test('looks up an article whose deletion was not answered, and does not send the request again', async () => {
  const { ids } = await sent([1]);
  await directory.fault({ kind: 'drop_after', match: { method: 'DELETE', nth: 1 } });
  await start(ids);
  expect(await finished()).toMatchObject([{ state: 'deleted' }]);
  expect(await deleteRequests()).toHaveLength(1);
  expect(await directory.articles()).toEqual([]);
});

test('deletes an article again that a lost request did not delete', async () => {
  const { ids } = await sent([1]);
  await directory.fault({ kind: 'drop_before', match: { method: 'DELETE', nth: 1 } });
  await start(ids);
  expect(await finished()).toMatchObject([{ state: 'deleted' }]);
  expect(await directory.articles()).toEqual([]);
});

test('waits and continues when the directory reports too many requests', async () => {
  const { ids } = await sent([1, 2]);
  await directory.fault({ kind: 'rate_limit', retryAfter: 0.01, match: { path: 'articles/', times: 8 } });
  await start(ids);
  expect(await finished()).toMatchObject([{ state: 'deleted' }, { state: 'deleted' }]);
});

test('deletes nothing whose snapshot could not be stored', async () => {
  const { ids } = await sent([1]);
  world.db.exec(
    `CREATE TRIGGER no_room BEFORE INSERT ON earlier_versions BEGIN SELECT raise(ABORT, 'full'); END`,
  );
  await start(ids);
  await world.when(async () => (await list()).paused !== null);
  expect(await deleteRequests()).toEqual([]);
  world.db.exec('DROP TRIGGER no_room');
  await world.handlers['deletions.resume']({ accountId: world.accountId });
  expect(await finished()).toMatchObject([{ state: 'deleted' }]);
});

test('reports that an article belongs to somebody else, does not exist, or may not be deleted', async () => {
  const { ids } = await sent([1]);
  const response = await fetch(`${directory.directory['3.0.1']}articles?api_key=${otherKey}`, {
    method: 'POST',
    body: JSON.stringify(foreignArticle(9)),
    headers: { 'content-type': 'application/json' },
  });
  const foreign = ((await response.json()) as { id: string }).id;
  await startArticle(foreign);
  await startArticle('0123456789abcdef0123456789abcdef');
  const [notOurs, gone] = await finished();
  expect(notOurs).toMatchObject({ state: 'refused' });
  expect(words(notOurs!.message)).toContain('belongs to another account');
  expect(gone).toMatchObject({ state: 'gone', message: null });
  const body = { error: 'You may not.' };
  await directory.fault({ kind: 'status', status: 403, body, match: { method: 'DELETE' } });
  await start(ids);
  const [, , refused] = await finished();
  expect(refused).toMatchObject({ state: 'refused', draftId: ids[0] });
  expect(words(refused!.message)).toContain('You may not.');
  expect(await world.draft(ids[0]!)).toMatchObject({ sync: 'sent', deletedAt: null });
  expect(await directory.articles()).toHaveLength(2);
});

test('pauses without a valid key, and continues when asked', async () => {
  const { ids } = await sent([1]);
  await directory.fault({
    kind: 'status',
    status: 401,
    body: { error: 'no' },
    match: { path: 'articles/', times: 1 },
  });
  await start(ids);
  await world.when(async () => (await list()).paused !== null);
  expect(await list()).toMatchObject({ open: 1 });
  await world.handlers['deletions.resume']({ accountId: world.accountId });
  expect(await finished()).toMatchObject([{ state: 'deleted' }]);
});

test('continues with a new key', async () => {
  const { ids } = await sent([1]);
  const match = { path: 'articles/', times: 1 };
  await directory.fault({ kind: 'status', status: 401, body: { error: 'no' }, match });
  await start(ids);
  await world.when(async () => (await list()).paused !== null);
  await world.handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
  expect(await finished()).toMatchObject([{ state: 'deleted' }]);
});

test('an article that the directory cannot serve does not keep the others waiting', async () => {
  const { ids, remoteIds } = await sent([1, 2, 3]);
  const match = { method: 'GET', path: `articles/${remoteIds[0]}` };
  await directory.fault({ kind: 'status', status: 500, match });
  await start(ids);
  await world.when(async () => (await list()).open === 1);
  expect((await list()).deletions.map(({ state }) => state)).toEqual(['deleted', 'deleted', 'waiting']);
  await directory.clearFaults();
  expect(await finished()).toMatchObject(Array(3).fill({ state: 'deleted' }));
});

test('an account keeps its address while something is to be deleted there', async () => {
  const { ids } = await sent([1]);
  const { accountId: id, accountId } = world;
  const { base } = (await world.handlers['accounts.list']({})).find((account) => account.id === id)!;
  const move = () => world.handlers['accounts.update']({ id, base: base.replace('127.0.0.1', 'localhost') });
  await directory.maintenance(true);
  await start(ids);
  await expect(move()).rejects.toMatchObject({ problem: { key: 'directory.account.busy.message' } });
  await world.handlers['deletions.cancel']({ accountId });
  await finished();
  await move();
});

test('cancels what has not been deleted yet', async () => {
  const { ids } = await sent([1, 2]);
  await directory.fault({
    kind: 'status',
    status: 503,
    body: { error: 'later' },
    match: { path: 'articles/' },
  });
  await start(ids);
  await world.when(async () => (await list()).paused !== null);
  expect(await world.handlers['deletions.cancel']({ accountId: world.accountId })).toEqual({ count: 2 });
  await directory.clearFaults();
  expect(await finished()).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }]);
  expect(await directory.articles()).toHaveLength(2);
});

test.each<[unknown]>([[7], [null], [[]]])(
  'an article that the directory answers as %j is not deleted, since its snapshot would have nothing',
  async (bibjson) => {
    const { ids, remoteIds } = await sent([1]);
    const body = { id: remoteIds[0], bibjson };
    await directory.fault({ kind: 'wrong_json', body, match: { method: 'GET', path: 'articles/' } });
    await start(ids);
    await world.when(async () => (await list()).paused !== null);
    expect(await deleteRequests()).toEqual([]);
    expect(await directory.articles()).toHaveLength(1);
    await directory.clearFaults();
    await world.handlers['deletions.resume']({ accountId: world.accountId });
    expect(await finished()).toMatchObject([{ state: 'deleted', hasSnapshot: true }]);
  },
);

test('an article is not sent while it is being deleted, nor deleted while it is being sent', async () => {
  const { ids } = await sent([1]);
  await directory.fault({
    kind: 'status',
    status: 503,
    body: { error: 'later' },
    match: { path: 'articles/' },
  });
  await start(ids);
  await world.editDraft(ids[0]!, article(1, { title: 'Edited' }));
  const { id } = await world.send(ids);
  expect((await world.upload(id)).counts.total).toBe(0);
  await world.handlers['deletions.cancel']({ accountId: world.accountId });
  await directory.fault({ kind: 'status', status: 503, body: { error: 'later' } });
  await world.send(ids);
  expect(await start(ids)).toMatchObject({ count: 0 });
});

test('continues after the program ended: looks up what was in flight, deletes what waited', async () => {
  const { ids } = await sent([1, 2]);
  await directory.fault({ kind: 'hang', after: true, match: { method: 'DELETE', nth: 1 } });
  await start(ids);
  await expect.poll(() => directory.articles()).toHaveLength(1);
  await world.close();
  world = await openForTest({ folder: world.folder, directory: directory.directory, key: goodKey });
  expect(await finished()).toMatchObject([{ state: 'deleted' }, { state: 'deleted' }]);
  expect(await deleteRequests()).toHaveLength(2);
  expect(await directory.articles()).toEqual([]);
});

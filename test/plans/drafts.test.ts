import { beforeEach, describe, expect, test } from 'vitest';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, foreignArticle, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices } from '../helpers/testServices.ts';

const directory = directoryForFile();
let world: TestServices;

beforeEach(async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
});

const everything = { filter: { trashed: false }, except: [] };
const trash = { filter: { trashed: true }, except: [] };
const nothing = { added: 0, changed: 0, titles: [] };
const gone = { code: 'not_found' };

const planAll = (more: object = {}) =>
  world.handlers['uploads.plan']({
    accountId: world.accountId,
    selection: everything,
    includeUnchanged: false,
    ...more,
  });
const start = (plan: string) => world.handlers['uploads.start']({ plan, name: 'Confirmed' });
const titlesThere = async () => (await directory.articles()).map(({ bibjson }) => bibjson.title).sort();
const untilDone = (id: number) => world.until(id, ({ state }) => state === 'done');
const save = async (id: number, number: number, change: Parameters<typeof article>[1]) =>
  world.editDraft(id, article(number, change));
const trashAll = (ids: readonly number[]) =>
  world.handlers['drafts.trash']({ accountId: world.accountId, selection: { ids: [...ids] } });
/** Sends these articles, and waits until their ids in the directory are known. */
async function sent(numbers: readonly number[]): Promise<number[]> {
  const ids = world.addDrafts(numbers.map((number) => article(number)));
  const { id } = await world.send(ids);
  await world.until(id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
  return ids;
}

describe('sending', () => {
  test('sends the articles of the plan, not those that arrive before it is confirmed', async () => {
    world.addDrafts([article(1), article(2)]);
    const plan = await planAll();
    expect(plan.toSend).toBe(2);
    world.addDrafts([article(3), article(4), article(5)]);
    const { id, since } = await start(plan.id);
    expect(since).toEqual({ added: 3, changed: 0, titles: [] });
    expect((await untilDone(id)).counts).toMatchObject({ total: 2, created: 2 });
    expect(await titlesThere()).toEqual(['Article 1', 'Article 2']);
  });

  test('leaves out and names what was edited, trashed or deleted since', async () => {
    const ids = world.addDrafts([1, 2, 3, 4].map((number) => article(number)));
    const plan = await planAll();
    await save(ids[0]!, 1, { title: 'Edited' });
    await trashAll([ids[1]!]);
    const { id, since } = await start(plan.id);
    expect(since).toEqual({ added: 0, changed: 2, titles: ['Article 2', 'Edited'] });
    await untilDone(id);
    expect(await titlesThere()).toEqual(['Article 3', 'Article 4']);
    expect(await world.handlers['uploads.leftOut']({ id })).toMatchObject([
      { draftId: ids[0], reason: 'changed-since-plan', title: 'Edited' },
    ]);
  });

  test('does not send what the plan held back, although it was corrected since', async () => {
    const ids = world.addDrafts([article(1), article(2, { title: '' })]);
    const plan = await planAll();
    expect(plan).toMatchObject({ toSend: 1, selected: 2 });
    await save(ids[1]!, 2, { title: 'Corrected' });
    const { id, since } = await start(plan.id);
    expect(since).toEqual({ added: 0, changed: 1, titles: ['Corrected'] });
    await untilDone(id);
    expect(await titlesThere()).toEqual(['Article 1']);
  });

  test('does not overwrite an article that would have been new', async () => {
    world.addDrafts([article(1), article(2)]);
    const plan = await planAll();
    expect(plan).toMatchObject({ fresh: 2, overwriting: 0 });
    const [other] = world.addDrafts([article(1, { title: 'Sent by somebody else' })]);
    const first = await world.send([other!]);
    await untilDone(first.id);
    const { id, since } = await start(plan.id);
    expect(since).toMatchObject({ changed: 1, titles: ['Article 1'] });
    await untilDone(id);
    expect(await titlesThere()).toEqual(['Article 2', 'Sent by somebody else']);
  });

  test('does not send an article that no longer matches what was selected', async () => {
    const ids = world.addDrafts([article(1), article(2)]);
    const assign = (review: 'approved' | null, id: number) =>
      world.handlers['drafts.assign']({ accountId: world.accountId, selection: { ids: [id] }, review });
    for (const id of ids) await assign('approved', id);
    const plan = await planAll({ selection: { filter: { review: ['approved'] }, except: [] } });
    expect(plan.toSend).toBe(2);
    await assign(null, ids[0]!);
    const { id, since } = await start(plan.id);
    expect(since).toMatchObject({ changed: 1, titles: ['Article 1'] });
    await untilDone(id);
    expect(await titlesThere()).toEqual(['Article 2']);
  });

  test('sends nothing if everything has changed, and a plan only once', async () => {
    const [id] = world.addDrafts([article(1)]);
    const plan = await planAll();
    await save(id!, 1, { title: 'Edited' });
    await expect(start(plan.id)).rejects.toMatchObject({ code: 'state' });
    await expect(start(plan.id)).rejects.toMatchObject(gone);
    const again = await planAll();
    await start(again.id);
    await expect(start(again.id)).rejects.toMatchObject(gone);
    await expect(start('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject(gone);
  });

  test('a plan does not outlive the program', async () => {
    world.addDrafts([article(1)]);
    const plan = await planAll();
    await world.close();
    world = await openForTest({ folder: world.folder, directory: directory.directory, key: goodKey });
    await expect(start(plan.id)).rejects.toMatchObject(gone);
    expect(await titlesThere()).toEqual([]);
  });
});

describe('deleting from the directory', () => {
  const preview = () =>
    world.handlers['deletions.preview']({ accountId: world.accountId, of: { selection: everything } });
  const remove = (plan: string) => world.handlers['deletions.start']({ plan });
  const untilDeleted = () =>
    world.when(
      async () =>
        (await world.handlers['deletions.list']({ accountId: world.accountId, offset: 0, limit: 1 })).open ===
        0,
    );

  test('deletes the articles of the preview, not those sent before it is confirmed', async () => {
    await sent([1, 2]);
    const plan = await preview();
    expect(plan.count).toBe(2);
    await sent([3, 4, 5]);
    expect(await remove(plan.id)).toEqual({ count: 2, since: { ...nothing, added: 3 } });
    await untilDeleted();
    expect(await titlesThere()).toEqual(['Article 3', 'Article 4', 'Article 5']);
    await expect(remove(plan.id)).rejects.toMatchObject(gone);
  });

  test('leaves out and names what was edited or trashed since', async () => {
    const ids = await sent([1, 2, 3]);
    const plan = await preview();
    await save(ids[0]!, 1, { title: 'Edited' });
    await trashAll([ids[1]!]);
    expect(await remove(plan.id)).toEqual({
      count: 1,
      since: { added: 0, changed: 2, titles: ['Article 1', 'Article 2'] },
    });
    await untilDeleted();
    expect(await titlesThere()).toEqual(['Article 1', 'Article 2']);
  });
});

describe('deleting an article that changed at the directory', () => {
  const changeThere = async (remoteId: string) => {
    const answer = await fetch(`${directory.origin}/api/v4/articles/${remoteId}?api_key=${goodKey}`, {
      method: 'PUT',
      body: JSON.stringify(article(2, { title: 'By staff' })),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(204);
  };
  const deletions = async () =>
    (await world.handlers['deletions.list']({ accountId: world.accountId, offset: 0, limit: 10 })).deletions;
  const settled = async () => {
    await world.when(async () =>
      (await deletions()).every(({ state }) => state !== 'waiting' && state !== 'deleting'),
    );
    return (await deletions()).map(({ title, state, message }) => ({
      title,
      state,
      key: message?.key ?? null,
    }));
  };
  const refused = { state: 'refused', key: 'deletion.changedThere' };

  test('is refused and named if it is not what was sent from the draft', async () => {
    const ids = await sent([1, 2]);
    const selection = { ids };
    const plan = await world.handlers['deletions.preview']({ accountId: world.accountId, of: { selection } });
    const [other] = await world.drafts([ids[1]!]);
    await changeThere(other!.remoteId!);
    await world.handlers['deletions.start']({ plan: plan.id });
    expect(await settled()).toEqual([
      { title: 'Article 2', ...refused },
      { title: 'Article 1', state: 'deleted', key: null },
    ]);
    expect(await titlesThere()).toEqual(['By staff']);
  });

  const named = async (ids: readonly number[]) =>
    (await world.drafts([...ids])).map(({ remoteId }) => ({ remoteId: remoteId!, title: 'As remembered' }));
  const previewOf = (articles: { remoteId: string; title: string }[]) =>
    world.handlers['deletions.preview']({ accountId: world.accountId, of: { articles } });

  test('is refused if it changed after the dialog that read it, because nothing else was known of it', async () => {
    const articles = await named(await sent([1, 2]));
    const plan = await previewOf(articles);
    expect(plan).toMatchObject({ count: 2, titles: ['Article 1', 'Article 2'], uncompared: 0 });
    await changeThere(articles[1]!.remoteId);
    await world.handlers['deletions.start']({ plan: plan.id });
    expect((await settled()).map(({ state, key }) => [state, key])).toEqual([
      [refused.state, refused.key],
      ['deleted', null],
    ]);
    expect(await titlesThere()).toEqual(['By staff']);
  });

  test('a draft whose sent content is not known is read for the dialog too', async () => {
    const ids = await sent([1, 2]);
    world.db.exec('UPDATE upload_items SET sent_content = NULL');
    const of = { selection: { ids } };
    const plan = await world.handlers['deletions.preview']({ accountId: world.accountId, of });
    expect(plan).toMatchObject({ count: 2, uncompared: 0 });
    await changeThere((await named(ids))[1]!.remoteId);
    await world.handlers['deletions.start']({ plan: plan.id });
    await settled();
    expect(await titlesThere()).toEqual(['By staff']);
  });

  test('is said not to be compared if it could not be read', async () => {
    const articles = await named(await sent([1]));
    await directory.fault({ kind: 'status', status: 500, match: { method: 'GET', path: '/articles/' } });
    expect(await previewOf(articles)).toMatchObject({ count: 1, uncompared: 1 });
    await directory.clearFaults();
    expect(await previewOf(articles)).toMatchObject({ count: 1, uncompared: 0 });
  });

  const missing = { kind: 'status', status: 404, body: { status: 'not_found', error: '' } };

  test('is refused if the directory did not have it for the dialog, but has it again', async () => {
    const articles = await named(await sent([1, 2]));
    await directory.fault({
      ...missing,
      match: { method: 'GET', path: `/articles/${articles[0]!.remoteId}` },
    });
    const plan = await previewOf(articles);
    expect(plan).toMatchObject({ count: 2, missing: 1, uncompared: 0 });
    await directory.clearFaults();
    await world.handlers['deletions.start']({ plan: plan.id });
    expect((await settled()).map(({ state, key }) => [state, key])).toEqual([
      ['deleted', null],
      ['refused', 'deletion.changedThere'],
    ]);
    expect(await titlesThere()).toEqual(['Article 1']);
  });

  test('is settled as gone if the directory did not have it for the dialog either', async () => {
    const articles = await named(await sent([1]));
    await directory.fault({ ...missing, match: { method: 'GET', path: '/articles/' } });
    const plan = await previewOf(articles);
    await world.handlers['deletions.start']({ plan: plan.id });
    expect(await settled()).toMatchObject([{ state: 'gone', key: null }]);
  });

  test('is refused if it is a search result of another time', async () => {
    const ids = await sent([1, 2]);
    const remoteIds = (await world.drafts(ids)).map(({ remoteId }) => remoteId!);
    const there = await directory.articles();
    const articles = remoteIds.map((remoteId) => {
      const { last_updated } = there.find(({ id }) => id === remoteId)!;
      return {
        remoteId,
        title: remoteId,
        updated: remoteId === remoteIds[1] ? '2020-01-01T00:00:00Z' : last_updated,
      };
    });
    const plan = await world.handlers['deletions.preview']({ accountId: world.accountId, of: { articles } });
    await world.handlers['deletions.start']({ plan: plan.id });
    expect(await settled()).toMatchObject([refused, { state: 'deleted' }]);
    expect(await titlesThere()).toEqual(['Article 2']);
  });
});

describe('deleting permanently', () => {
  const preview = () =>
    world.handlers['drafts.purgePreview']({ accountId: world.accountId, selection: trash });
  const purge = (plan: string) => world.handlers['drafts.purge']({ plan });
  const total = () => world.db.prepare<[], number>('SELECT count(*) FROM drafts').pluck().get();

  test('deletes what the dialog listed, not what was moved to the trash since', async () => {
    const ids = world.addDrafts([1, 2, 3].map((number) => article(number)));
    await trashAll([ids[0]!]);
    const plan = await preview();
    expect(plan).toMatchObject({ count: 1, titles: ['Article 1'] });
    await trashAll(ids.slice(1));
    expect(await purge(plan.id)).toEqual({ count: 1, since: { ...nothing, added: 2 } });
    expect(total()).toBe(2);
    await expect(purge(plan.id)).rejects.toMatchObject(gone);
  });

  test('leaves out and names what was restored or changed since', async () => {
    const ids = world.addDrafts([1, 2, 3].map((number) => article(number)));
    await trashAll(ids);
    const plan = await preview();
    await world.handlers['drafts.restore']({
      accountId: world.accountId,
      selection: { ids: ids.slice(0, 2) },
    });
    await save(ids[1]!, 2, { title: 'Edited' });
    await trashAll([ids[1]!]);
    expect(await purge(plan.id)).toEqual({
      count: 1,
      since: { added: 0, changed: 2, titles: ['Article 1', 'Edited'] },
    });
    expect(total()).toBe(2);
  });
});

describe('sending again', () => {
  const refusedOf = async (numbers: readonly number[]) => {
    const ids = world.addDrafts(numbers.map((number) => foreignArticle(number)));
    const { id } = await world.send(ids);
    await untilDone(id);
    return { id, ids };
  };
  const retry = (plan: string) => world.handlers['uploads.retry']({ plan });

  test('sends the records as the dialog listed them, and names what was edited since', async () => {
    const { id, ids } = await refusedOf([1, 2]);
    await save(ids[0]!, 1, {});
    const plan = await world.handlers['uploads.retryPreview']({ id });
    expect(plan.count).toBe(2);
    await save(ids[1]!, 2, { title: 'Edited' });
    const { since } = await retry(plan.id);
    expect(since).toMatchObject({ added: 0, changed: 1 });
    await untilDone(id);
    expect(await titlesThere()).toEqual(['Article 1']);
    expect((await world.items(id, ['refused'])).map(({ draftId }) => draftId)).toEqual([ids[1]]);
    await expect(retry(plan.id)).rejects.toMatchObject(gone);
  });

  test('leaves out what was refused after the dialog was opened', async () => {
    const { id, ids } = await refusedOf([1, 2]);
    await save(ids[0]!, 1, {});
    const [first] = await world.items(id);
    const early = await world.handlers['uploads.retryPreview']({ id, itemIds: [first!.id] });
    await save(ids[1]!, 2, {});
    expect((await retry(early.id)).since).toEqual(nothing);
    await untilDone(id);
    expect(await titlesThere()).toEqual(['Article 1']);
  });
});

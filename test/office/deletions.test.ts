import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { asking, deleteNow } from '../helpers/confirm.ts';
import type { OfficeColophon } from '../helpers/officeColophon.ts';
import {
  deletionsOf,
  idOf,
  sendAll,
  sendersInOffices,
  startDeletions,
  untilDeletions,
  untilDone,
} from '../helpers/officeSenders.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { goodKey } from '../helpers/testDirectory.ts';
import { textOf } from '../helpers/textOf.ts';

describe('Deletions in an office', withPostgres, () => {
  const { twoSenders, twoWithArticles, sendInProcess } = sendersInOffices();

  test('deletions wait for the lease, too, and say why', async () => {
    const { anna, ben, directory, recorded, proxy } = await twoSenders({ drafts: 1 });
    const upload = await sendAll(anna, [1]);
    await untilDone(anna, upload.id);
    proxy.cut();
    await anna.untilState('offline');
    const { accountId, handlers } = anna;
    await deleteNow(asking(handlers), { accountId, of: { selection: { ids: [idOf(anna, 'Article 1')] } } });
    const list = () => handlers['deletions.list']({ accountId, offset: 0, limit: 10 });
    await anna.when(async () => {
      const { paused } = await list();
      return paused !== null && /office is not available/.test(textOf(paused));
    });
    expect(await directory.articles()).toHaveLength(1);
    proxy.repair();
    await expect.poll(() => directory.articles(), { timeout: 120_000 }).toHaveLength(0);
    expect(await recorded()).toMatchObject([{ person: 'anna' }, { person: 'anna' }]);
    expect(await ben.status()).toMatchObject({ conflicts: 0 });
  });

  test('what a person without the key wants deleted is deleted by a colleague’s computer, once', async () => {
    const both = await twoWithArticles(2, { bensKey: null });
    const { anna, ben, directory, recorded, deletes, inFlight } = both;
    expect(await startDeletions(ben, [1, 2])).toMatchObject({ count: 2 });
    await untilDeletions(ben, ['deleted', 'deleted']);
    await untilDeletions(anna, ['deleted', 'deleted']);
    expect(await deletionsOf(ben)).toMatchObject([{ person: null, draftId: idOf(ben, 'Article 1') }, {}]);
    const annas = { person: 'ben', hasSnapshot: true, title: 'Article 1', draftId: idOf(anna, 'Article 1') };
    expect(await deletionsOf(anna)).toMatchObject([annas, { person: 'ben' }]);
    expect(await directory.articles()).toEqual([]);
    expect(await deletes()).toBe(2);
    expect(await recorded()).toMatchObject(Array(4).fill({ person: 'anna' }));
    await expect.poll(inFlight).toEqual([]);
    const draft = async () => (await ben.drafts([idOf(ben, 'Article 1')]))[0]!;
    await ben.when(async () => (await draft()).sync === 'never');
    expect((await draft()).deletedAt).not.toBeNull();
  });

  test('an article that changed after somebody saw it is not deleted by a colleague’s computer either', async () => {
    const { anna, ben, directory, deletes } = await twoWithArticles(1, { bensKey: null });
    const { id } = (await directory.articles())[0]!;
    const article = { remoteId: id, title: 'Article 1', updated: '2020-01-01T00:00:00Z' };
    const plan = await ben.handlers['deletions.preview']({
      accountId: ben.accountId,
      of: { articles: [article] },
    });
    await ben.handlers['deletions.start']({ plan: plan.id });
    await untilDeletions(ben, ['refused']);
    await untilDeletions(anna, ['refused']);
    expect(await deletionsOf(ben)).toMatchObject([{ message: { key: 'deletion.changedThere' } }]);
    expect(await directory.articles()).toHaveLength(1);
    expect(await deletes()).toBe(0);
  });

  test('a deletion is seen by everybody, and only who queued it can cancel it', async () => {
    const both = await twoWithArticles(3, { bensKey: null });
    const { anna, ben, directory } = both;
    await directory.maintenance(true);
    await startDeletions(ben, [1, 2]);
    await untilDeletions(anna, ['waiting', 'waiting']);
    await startDeletions(anna, [3]);
    await untilDeletions(ben, ['waiting', 'waiting', 'waiting']);
    const cancel = ({ handlers, accountId }: OfficeColophon) => handlers['deletions.cancel']({ accountId });
    expect(await cancel(anna)).toEqual({ count: 1 });
    await untilDeletions(ben, ['waiting', 'waiting', 'cancelled']);
    expect(await cancel(ben)).toEqual({ count: 2 });
    await untilDeletions(anna, ['cancelled', 'cancelled', 'cancelled']);
    await directory.maintenance(false);
    // It waits after the directory's trouble.
    await anna.handlers['deletions.resume']({ accountId: anna.accountId });
    await startDeletions(ben, [3]);
    await untilDeletions(ben, ['cancelled', 'cancelled', 'cancelled', 'deleted']);
    expect(await directory.articles()).toHaveLength(2);
  });

  test('an article that is queued here is deleted for a colleague once it has left the queue', async () => {
    const { anna, ben, directory, deletes } = await twoWithArticles(1, { bensKey: null });
    await directory.maintenance(true);
    const upload = await anna.send([idOf(anna, 'Article 1')], { includeUnchanged: true });
    await anna.handlers['uploads.pause']({ id: upload.id });
    await anna.until(upload.id, ({ state, counts }) => state === 'paused' && counts.queued === 1);
    await startDeletions(ben, [1]);
    await untilDeletions(anna, ['waiting']);
    await directory.maintenance(false);
    const asked = async () => (await directory.requests()).map(({ method, path }) => `${method} ${path}`);
    const before = await asked();
    // Several rounds of the office.
    await setTimeout(6_000);
    expect(await asked()).toEqual(before);
    expect(await deletionsOf(anna)).toMatchObject([{ state: 'waiting' }]);
    await anna.handlers['uploads.cancel']({ id: upload.id });
    await untilDeletions(ben, ['deleted']);
    expect(await deletes()).toBe(1);
  });

  test('an update of an article that a colleague deleted is not sent as a new article', async () => {
    const { anna, ben, directory } = await twoWithArticles(1);
    await directory.maintenance(true);
    const upload = await ben.send([idOf(ben, 'Article 1')], { includeUnchanged: true });
    await ben.handlers['uploads.pause']({ id: upload.id });
    await ben.until(upload.id, ({ state }) => state === 'paused');
    await directory.maintenance(false);
    await startDeletions(anna, [1]);
    await untilDeletions(anna, ['deleted']);
    const { id } = (await ben.drafts([idOf(ben, 'Article 1')]))[0]!;
    const isForgotten = ben.db
      .prepare<[number], number>('SELECT remote_id IS NULL FROM drafts WHERE id = ?')
      .pluck();
    await ben.when(() => isForgotten.get(id) === 1);
    await ben.handlers['uploads.resume']({ id: upload.id });
    await untilDone(ben, upload.id);
    expect((await ben.handlers['drafts.get']({ id })).refusal).toMatchObject({ code: 'changed-since-plan' });
    expect(await directory.articles()).toEqual([]);
  });

  test('a deletion that two people queue is carried out once, for both', async () => {
    const { anna, ben, directory, office, deletes } = await twoWithArticles(1);
    await directory.maintenance(true);
    await Promise.all([startDeletions(anna, [1]), startDeletions(ben, [1])]);
    const queued = () => office.sql('SELECT person FROM colophon.deletions');
    // Both know that it is in the office, whoever queued it first.
    const inOffice = ({ db }: OfficeColophon) =>
      db.prepare<[], string | null>('SELECT office_state FROM deletions').pluck().get();
    for (const one of [anna, ben])
      await expect.poll(() => inOffice(one), { timeout: 60_000 }).toBe('waiting');
    expect(await queued()).toHaveLength(1);
    await directory.maintenance(false);
    await untilDeletions(anna, ['deleted']);
    await untilDeletions(ben, ['deleted']);
    expect(await queued()).toHaveLength(1);
    expect(await deletes()).toBe(1);
    const people = [...(await deletionsOf(anna)), ...(await deletionsOf(ben))].map(({ person }) => person);
    expect(people.filter((person) => person === null)).toHaveLength(1);
  });

  test('a deletion that is cancelled while its request is under way ends as the directory says', async () => {
    const { ben, directory, inFlight, deletes } = await twoWithArticles(1, { bensKey: null });
    await directory.fault({ kind: 'slow', ms: 20_000, match: { method: 'DELETE', times: 1 } });
    await startDeletions(ben, [1]);
    await expect.poll(inFlight, { timeout: 20_000, interval: 20 }).toHaveLength(1);
    const { handlers, accountId } = ben;
    expect(await handlers['deletions.cancel']({ accountId })).toEqual({ count: 1 });
    await untilDeletions(ben, ['deleted']);
    expect(await deletes()).toBe(1);
  });

  test('a deletion that is cancelled during its request can be queued again once it is over', async () => {
    const { anna, directory, office, deletes } = await twoWithArticles(1, { bensKey: null });
    const { handlers, accountId } = anna;
    await directory.fault({ kind: 'slow', ms: 40_000, match: { method: 'DELETE', times: 1 } });
    await startDeletions(anna, [1]);
    const methods = async () => (await directory.requests()).map(({ method }) => method);
    await expect.poll(methods).toContain('DELETE');
    await handlers['deletions.cancel']({ accountId });
    const isWanted = `SELECT id FROM colophon.deletions WHERE state = 'waiting' AND is_wanted`;
    await expect.poll(() => office.sql(isWanted)).toEqual([]);
    expect(await startDeletions(anna, [1])).toMatchObject({ count: 0 });
    await directory.maintenance(true);
    await untilDeletions(anna, ['cancelled']);
    await directory.maintenance(false);
    expect(await startDeletions(anna, [1])).toMatchObject({ count: 1 });
    await untilDeletions(anna, ['cancelled', 'deleted']);
    expect(await deletes()).toBe(1);
  });

  test('after the holder was killed between the request and its answer, a colleague looks the deletion up', async () => {
    const both = await twoWithArticles(1, { bensKey: null });
    const { anna, ben, directory, office, deletes, expire, inFlight } = both;
    await directory.maintenance(true);
    await startDeletions(anna, [1]);
    await untilDeletions(ben, ['waiting']);
    await anna.close();
    await directory.fault({ kind: 'hang', after: true, match: { method: 'DELETE', times: 1 } });
    await directory.maintenance(false);
    const { child, exit } = sendInProcess(both);
    await expect.poll(() => directory.articles(), { timeout: 120_000 }).toEqual([]);
    child.kill('SIGKILL');
    await exit;
    expect(await inFlight()).toHaveLength(1);
    expect(await deletionsOf(ben)).toMatchObject([{ state: 'waiting', person: 'anna' }]);
    await expire();
    await ben.handlers['accounts.setKey']({ id: ben.accountId, key: goodKey });
    await untilDeletions(ben, ['gone']);
    // Only the holder of the lease may say so.
    await expect
      .poll(() => office.sql('SELECT state, changed_by FROM colophon.deletions'))
      .toEqual([{ state: 'gone', changed_by: 'ben' }]);
    expect(await deletes()).toBe(1);
    await expect.poll(inFlight).toEqual([]);
  });
});

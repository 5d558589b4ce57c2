import { describe, expect, test } from 'vitest';
import { listPlan, planApplications } from '../../../../src/main/outbox/applications/planApplications.ts';
import {
  adoptQueued,
  cancelQueued,
  listUnkept,
  queueApplications,
  sendUnkept,
} from '../../../../src/main/outbox/applications/sending/queueApplications.ts';
import { confirmedByColleague } from '../../../../src/main/platform/plans.ts';
import { msg } from '../../../../src/shared/message.ts';
import { openStoredApplications } from '../../../helpers/storedApplications.ts';

const at = '2026-01-01T00:00:00.000Z';
const update = msg('applicationLife.what.update');
/** As an application may be after earlier attempts. */
const tried = { attempts: 3, reads: 2 };
const tries = { attempts: 0, reads: 0, attempt: null };

/** What the user confirmed, as a plan shows it. */
const confirming =
  (store: Parameters<typeof listPlan>[0]) =>
  ({ plans }: Parameters<typeof queueApplications>[2]) =>
    confirmedByColleague(listPlan(store, 'a', plans));

describe('queueing', () => {
  test('begins anew with what is not held back, and keeps how many values are ignored', async () => {
    const { parts, store, snapshots, manual, published, keys, addUpdate } = openStoredApplications();
    const confirmed = confirming(store);
    const id = addUpdate(1, { 'bibjson.title': 'Ignored', 'bibjson.alternative_title': 'Ignored' }, tried);
    const second = addUpdate(2);
    const held = addUpdate(2, { 'bibjson.title': 'Ignored' });
    snapshots.waits(id);
    await manual.advance(500);
    const plan = await planApplications(parts, { accountId: 'a', ids: [id, second, held], isLocal: true });
    expect(plan.plans.map(({ action }) => action)).toEqual(['create', 'create', 'held-back']);
    expect(queueApplications(parts, confirmed(plan), plan).queued).toEqual([id, second]);
    expect(store.get(id)).toMatchObject({ sync: 'queued', dueMs: 1_500, seenIgnored: 2, ...tries });
    expect(store.get(second)).toMatchObject({ sync: 'queued', seenIgnored: 0 });
    expect(store.get(held).sync).toBe('never');
    expect(keys(id)).toEqual(['applicationLife.event.queued']);
    expect(snapshots.isWaiting(id)).toBe(false);
    expect(published.ids).toEqual([[id, second]]);
  });

  test('queues nothing that was sent since it was planned, or is held back', async () => {
    const { parts, store, snapshots, keys, addUpdate } = openStoredApplications();
    const confirmed = confirming(store);
    const ids = (['queued', 'sending', 'unsure'] as const).map((sync, index) => {
      const id = addUpdate(index + 1);
      return { id, sync };
    });
    const planned = await planApplications(parts, {
      ...{ accountId: 'a', isLocal: true },
      ids: ids.map(({ id }) => id),
    });
    for (const { id, sync } of ids) {
      store.change(id, { sync, ...tried });
      snapshots.waits(id);
    }
    const why = msg('applicationLife.plan.inQueue', { what: update });
    const nothing = (given: typeof planned.plans) =>
      expect(async () => queueApplications(parts, confirmed(planned), { plans: given })).rejects;
    await nothing(planned.plans).toMatchObject({ code: 'state', why });
    for (const { id, sync } of ids) expect(store.get(id)).toMatchObject({ sync, ...tried });
    expect(keys(ids[0]!.id)).toEqual([]);
    expect(snapshots.isWaiting(ids[0]!.id)).toBe(true);
    const again = await planApplications(parts, { accountId: 'a', ids: [ids[2]!.id], isLocal: true });
    await nothing(again.plans).toMatchObject({
      ...{ code: 'state', problem: msg('applicationLife.problem.nothing.message') },
      ...{ why: again.plans[0]!.message, fix: msg('applicationLife.problem.nothing.fix') },
    });
    await nothing([]).toMatchObject({ why: msg('applicationLife.problem.nothing.changed') });
  });

  test('takes over from colleagues what is neither under way nor in the trash', () => {
    const { parts, store, snapshots, manual, keys, addUpdate } = openStoredApplications();
    const id = addUpdate(1, {}, tried);
    const sending = addUpdate(2, {}, { sync: 'sending' });
    const trashed = addUpdate(3);
    store.trash('a', [trashed], at);
    for (const one of [id, sending]) snapshots.waits(one);
    manual.elapsed = 700;
    const noted: number[][] = [];
    const given = [trashed, id, sending, 999].map((one) => ({
      id: one,
      person: 'Ana',
      content: 'c',
      openId: 'r',
      seenIgnored: 4,
    }));
    expect(adoptQueued(parts, given, (ids) => noted.push(ids))).toEqual([id]);
    expect(noted).toEqual([[id]]);
    expect(store.get(id)).toMatchObject({
      sync: 'queued',
      dueMs: 1_700,
      seenIgnored: 4,
      confirmedHash: 'c',
      confirmedOpenId: 'r',
      ...tries,
    });
    expect(store.events(id)).toMatchObject([
      { kind: 'queued', message: msg('applicationLife.event.queuedBy', { person: 'Ana' }) },
    ]);
    expect([id, sending].map(snapshots.isWaiting)).toEqual([false, true]);
    expect(store.get(trashed).sync).toBe('never');
    expect(keys(sending)).toEqual([]);
  });
});

describe('a queued application', () => {
  test('is sent without a snapshot only if it waits for one', () => {
    const { parts, store, snapshots, manual, published, keys, addAccount, addUpdate } =
      openStoredApplications();
    addAccount('b');
    const queued = { sync: 'queued', dueMs: 9_000 } as const;
    const [id, other, left] = [1, 2, 3].map((journal) => addUpdate(journal, {}, queued));
    for (const one of [id!, left!]) snapshots.waits(one);
    store.change(left!, { sync: 'settled' });
    manual.elapsed = 700;
    const accountId = 'a';
    const sendNow = (of: string, ids: number[]) =>
      sendUnkept(parts, confirmedByColleague(listUnkept(parts, { accountId: of, ids })));
    const nothing = { added: 0, changed: 0, titles: [] };
    expect(sendNow('b', [id!])).toEqual({ count: 0, since: nothing });
    expect(sendNow(accountId, [other!, left!, 999])).toEqual({ count: 0, since: nothing });
    const shown = listUnkept(parts, { accountId, ids: [id!] });
    store.change(id!, { confirmedHash: 'another' });
    expect(sendUnkept(parts, confirmedByColleague(shown))).toEqual({
      count: 0,
      since: { added: 0, changed: 1, titles: [store.get(id!).title] },
    });
    expect(published.ids).toEqual([]);
    expect(sendNow(accountId, [other!, id!])).toEqual({ count: 1, since: nothing });
    expect(published.ids).toEqual([[id]]);
    expect(store.get(id!)).toMatchObject({ sync: 'queued', dueMs: 1_700 });
    expect(snapshots.isReleased(id!)).toBe(true);
    expect(keys(id!)).toEqual(['applicationLife.event.unkept']);
    expect([other!, left!].flatMap(keys)).toEqual([]);
  });

  test('leaves the queue when it is cancelled, and nothing else does', () => {
    const { parts, store, snapshots, published, keys, addUpdate } = openStoredApplications();
    const id = addUpdate(1, {}, { sync: 'queued', dueMs: 9_000, attempts: 2 });
    const sending = addUpdate(2, {}, { sync: 'sending' });
    snapshots.waits(id);
    const accountId = 'a';
    expect(cancelQueued(parts, { accountId, ids: [sending, 999] })).toBe(0);
    expect(published.ids).toEqual([]);
    expect(cancelQueued(parts, { accountId, ids: [id, sending] })).toBe(1);
    expect(published.ids).toEqual([[id]]);
    expect(store.get(id)).toMatchObject({ sync: 'never', dueMs: 0, attempts: 0, attempt: null });
    expect(snapshots.isWaiting(id)).toBe(false);
    expect(store.events(id)).toMatchObject([
      { kind: 'queued', message: { key: 'applicationLife.event.cancelled' } },
    ]);
    expect(keys(sending)).toEqual([]);
  });

  test('is to leave the queue when a colleague moves it to the trash', () => {
    const { store, db, addUpdate } = openStoredApplications();
    const [kept, trashed] = [1, 2].map((journal) => addUpdate(journal, {}, { sync: 'queued' }));
    db.prepare(`UPDATE applications SET trashed_at = '2026' WHERE id = ?`).run(trashed);
    expect(store.cancelledInQueue('a')).toEqual([trashed]);
    expect(store.get(kept!).sync).toBe('queued');
  });

  test('whose request is under way keeps its state when it is cancelled, and that until it is queued anew', () => {
    const { parts, store, addAccount, addUpdate } = openStoredApplications();
    addAccount('b');
    const ids = (['done', 'unsure', 'sending'] as const).map((sync, index) =>
      addUpdate(index + 1, {}, sync === 'done' ? {} : { sync }),
    );
    const cancelled = () => ids.map((id) => store.get(id).isCancelled);
    expect(cancelQueued(parts, { accountId: 'b', ids })).toBe(0);
    expect(cancelled()).toEqual([false, false, false]);
    expect(cancelQueued(parts, { accountId: 'a', ids })).toBe(0);
    expect(cancelled()).toEqual([false, true, true]);
    expect(ids.map((id) => store.get(id).sync)).toEqual(['never', 'unsure', 'sending']);
    for (const id of ids) store.change(id, { sync: 'settled' });
    const given = ids.map((id) => ({
      id,
      person: 'Ana',
      openId: null,
      seenIgnored: 0,
      content: store.get(id).hash,
    }));
    adoptQueued(parts, given, () => undefined);
    expect(cancelled()).toEqual([false, false, false]);
  });
});

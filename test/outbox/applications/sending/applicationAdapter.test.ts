import { expect, test } from 'vitest';
import { fine } from '../../../../src/main/outbox/accountOutcome.ts';
import {
  ApplicationAdapter,
  applicationWords,
} from '../../../../src/main/outbox/applications/sending/applicationAdapter.ts';
import { cancelQueued } from '../../../../src/main/outbox/applications/sending/queueApplications.ts';
import type { Answer } from '../../../../src/main/remote/exchange.ts';
import type { ApplicationChange } from '../../../../src/main/store/applications/applicationRows.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { literal } from '../../../../src/shared/message.ts';
import { answering, openAnsweredApplications } from '../../../helpers/answeredApplications.ts';
import { journalRecord, newApplication } from '../../../helpers/applicationRecords.ts';
import {
  openScriptedApplications,
  type ScriptedApplications,
  storedThere,
  updateRequest,
} from '../../../helpers/scriptedApplications.ts';
import { account } from '../../../helpers/storeParts.ts';
import { shortApplicationPace } from '../../../helpers/testServices.ts';
import { textOf } from '../../../helpers/textOf.ts';

const { signal } = new AbortController();
const editing = answering(403, { error: 'The application is being edited. (ref: r)' });
const broken = answering(502, { error: 'Bad gateway' });

/** The answer to a GET of the application. */
function stored(id: string, word: string): Answer {
  return answering(200, { id, ...newApplication(), admin: { application_status: word } });
}

function open(options: Parameters<typeof openAnsweredApplications>[0] = {}) {
  const opened = openAnsweredApplications(options);
  const { db, accountStore } = opened;
  const adapter = new ApplicationAdapter(opened.parts, 'a');
  return {
    ...opened,
    adapter,
    /** Adds a new application of another account. */
    addElsewhere: (found: ApplicationChange) => {
      if (accountStore.list().length === 1) accountStore.insert({ ...account, id: 'b', name: 'B' });
      const { id } = opened.addNew(found);
      db.prepare(`UPDATE applications SET account_id = 'b' WHERE id = ?`).run(id);
      return id;
    },
    /** Settles the request for an application with an answer. */
    settle: (id: number, answer: Answer | null) => adapter.settle(adapter.claim(id)!, answer, signal),
  };
}

test('each kind of task has its own applications', () => {
  const { adapter, addNew, addElsewhere } = open();
  addElsewhere({ sync: 'queued', dueMs: 1 });
  expect([adapter.hasWork(), adapter.nextDueIn(0), adapter.needsKey()]).toEqual([false, null, true]);
  const queued = addNew({ sync: 'queued', dueMs: 600 }).id;
  const unsure = addNew({ sync: 'unsure', dueMs: 500 }).id;
  const sent = addNew({ remoteId: 'r1', readMs: 700 }).id;
  expect(adapter.hasWork()).toBe(true);
  expect(adapter.nextDueIn(400)).toBe(100);
  const due = (now: number) =>
    (['send', 'look-up', 'follow', 'find-ids'] as const).map((kind) => adapter.due(kind, now));
  expect(due(1_000)).toEqual([queued, unsure, sent, null]);
  expect(due(400)).toEqual([null, null, null, null]);
});

test('an application that is being sent without a request in flight is looked up', () => {
  const { adapter, store, addNew, addElsewhere } = open();
  const elsewhere = addElsewhere({ sync: 'queued' });
  const { id } = addNew({ sync: 'queued' });
  adapter.claim(id);
  store.change(elsewhere, { sync: 'sending' });
  adapter.tidy();
  expect([id, elsewhere].map((one) => store.get(one).sync)).toEqual(['unsure', 'sending']);
  expect(textOf(store.events(id)[0]?.message)).toContain('connection was lost');
});

test.each<[string, answer: Answer | null, isSent: boolean]>([
  ['was stored', answering(201, { id: 'r1' }), true],
  ['was turned away', answering(429), false],
  ['did not leave without a key', null, false],
  ['was withheld', { kind: 'no-answer', why: 'withheld', detail: '' }, false],
  ['was lost, and did not arrive', { kind: 'no-answer', why: 'lost', detail: '' }, false],
])('an application that was cancelled during a request is not sent again if that %s', async (...given) => {
  const [, answer, isSent] = given;
  const nothing = () => answering(200, { total: 0, results: [] });
  const { adapter, store, parts, clock, addNew, addElsewhere } = open({ answer: nothing });
  const elsewhere = addElsewhere({ sync: 'queued', isCancelled: true });
  const { id } = addNew({ sync: 'queued' });
  const claim = adapter.claim(id)!;
  expect(cancelQueued(parts, { accountId: 'a', ids: [id] })).toBe(0);
  await adapter.settle(claim, answer, signal);
  adapter.tidy();
  if (store.get(id).sync === 'unsure') {
    await clock.advance(3_600_000);
    await adapter.perform('look-up', id, signal);
    adapter.tidy();
  }
  expect(store.get(id).sync).toBe(isSent ? 'sent' : 'never');
  expect(adapter.due('send', Number.MAX_SAFE_INTEGER)).toBeNull();
  expect(store.get(elsewhere).sync).toBe('queued');
});

test.each<[string, Answer, object]>([
  ['is there', stored('r1', 'pending'), { status: 'waiting', refusal: { code: 'foreign-journal' } }],
  ['cannot be read', broken, { sync: 'unsure', status: 'waiting' }],
  ['is gone', answering(404, { error: 'Not found (ref: r)' }), { sync: 'never', status: 'gone' }],
])('a change that meets no record is settled by reading it: %s', async (_name, answer, expected) => {
  const { store, addNew, settle } = open({ answer: () => answer });
  const { id } = addNew({ sync: 'queued', remoteId: 'r1', status: 'waiting' });
  await settle(id, answering(404, { error: 'Not found (ref: r)' }));
  expect(store.get(id)).toMatchObject(expected);
});

test('what would be overwritten is kept first, and only once', async () => {
  const { adapter, addNew, asked, turns, parts } = open({ answer: () => stored('r1', 'pending') });
  const keep = (id: number) => adapter.snapshotBeforeOverwrite(id, signal);
  const { id } = addNew({ sync: 'queued', remoteId: 'r1', status: 'waiting' });
  expect(await keep(id)).toEqual(fine);
  expect(asked).toEqual(['GET applications/r1']);
  expect(keep(id)).toBeNull();
  adapter.claim(id);
  expect(parts.snapshots.isTaken(id, 'r1')).toBe(false);
  const others = [addNew({ sync: 'queued' }), addNew({ remoteId: 'r2' }), addNew({ mayBeSent: true })];
  expect([...others.map((row) => keep(row.id)), keep(99)]).toEqual([null, null, null, null]);
  expect([asked.length, turns.back]).toEqual([1, 0]);
});

/** Adds an Update Request with one change, which waits to be sent; returns its id. */
function addQueued(world: ScriptedApplications, journal: number, found: ApplicationChange = {}): number {
  const record = updateRequest(journal, { 'bibjson.oa_start': 2015 });
  return world.add(record, { sync: 'queued', ...found }, journalRecord(journal) as DraftRecord).id;
}

test('an Update Request replaces only the open one that a person saw it replace', async () => {
  const world = await openScriptedApplications();
  const { parts, accountId, store } = world;
  const adapter = new ApplicationAdapter(parts, accountId);
  const queued = (journal: number, confirmedOpenId: string | null) =>
    addQueued(world, journal, { confirmedOpenId });
  const ids = [queued(1, null), queued(2, null), queued(3, 'open3'), queued(4, 'decided')];
  world.records = [1, 3].map((journal) => storedThere(`open${journal}`, updateRequest(journal)));
  world.records.push(storedThere('decided', updateRequest(4), { word: 'accepted' }));
  const outcomes = async () => {
    // What it replaces is looked for, and kept.
    for (const id of [...ids, ...ids]) await adapter.snapshotBeforeOverwrite(id, signal);
    return ids.map((id) => (adapter.claim(id) ? 'sent' : store.get(id).refusal?.code));
  };
  expect(await outcomes()).toEqual(['open-since-plan', 'sent', 'sent', 'open-since-plan']);
  const kept = world.db.prepare('SELECT remote_id FROM earlier_versions').pluck();
  expect(kept.all()).toEqual(['open3']);
});

test('an Update Request waits until it is known what it would replace, unless it is sent without a backup', async () => {
  const world = await openScriptedApplications();
  const { parts, accountId, store } = world;
  const adapter = new ApplicationAdapter(parts, accountId);
  const id = addQueued(world, 1);
  world.answer = () => ({ status: 502 });
  await expect(adapter.snapshotBeforeOverwrite(id, signal)).rejects.toMatchObject({ code: 'remote' });
  expect(store.get(id)).toMatchObject({ sync: 'queued', reads: 1 });
  expect(world.texts(id)).toEqual([
    expect.stringMatching(/^Before Colophon sends the Update Request, it checks/),
  ]);
  expect(parts.snapshots.isWaiting(id)).toBe(true);
  parts.snapshots.release(id);
  expect(adapter.snapshotBeforeOverwrite(id, signal)).toBeNull();
  expect(adapter.claim(id)).toMatchObject({ id });
});

test('an application of a restored backup is looked up before it is sent, later if that fails', async () => {
  let answer: () => Answer = () => broken;
  const { adapter, store, addNew, turns, clock } = open({ answer: () => answer() });
  const { id } = addNew({ sync: 'queued', mayBeSent: true });
  const lookUp = () => adapter.snapshotBeforeOverwrite(id, signal);
  await expect(lookUp()).rejects.toMatchObject({ code: 'remote' });
  const postponed = { reads: 1, dueMs: clock.monotonic() + 20 };
  expect(store.get(id)).toMatchObject({ sync: 'queued', mayBeSent: true, ...postponed });
  // A bug pauses the account instead.
  answer = () => {
    throw new Error('bug');
  };
  await expect(lookUp()).rejects.toThrow('bug');
  expect(store.get(id)).toMatchObject(postponed);
  answer = () => answering(200, { total: 0, results: [] });
  expect(await lookUp()).toEqual(fine);
  expect(store.get(id)).toMatchObject({ sync: 'queued', mayBeSent: false });
  // The look-up takes a turn of the limiter for each of its requests.
  expect(turns.back).toBe(3);
});

test('a new application that the directory stores after it was looked up is not sent a second time', async () => {
  const world = await openScriptedApplications();
  const { parts, accountId, store } = world;
  const adapter = new ApplicationAdapter(parts, accountId);
  const { id } = world.add(newApplication(), { sync: 'queued' });
  await adapter.settle(adapter.claim(id)!, answering(504), signal);
  const { timeoutDelay } = shortApplicationPace;
  expect(store.get(id)).toMatchObject({ sync: 'unsure', dueMs: world.monotonic + timeoutDelay });
  world.monotonic += timeoutDelay;
  await adapter.perform('look-up', id, signal);
  expect(store.get(id).sync).toBe('queued');
  world.records = [storedThere('x', newApplication())];
  expect(await adapter.snapshotBeforeOverwrite(id, signal)).toEqual(fine);
  expect(store.get(id)).toMatchObject({ sync: 'sent', remoteId: 'x' });
});

test('an answer settles only an application that is still being sent', async () => {
  const { settle, store, addNew, adapter, asked } = open();
  const { id } = addNew({ sync: 'queued' });
  expect(await settle(id, answering(201, { id: 'r1' }))).toEqual(fine);
  expect(store.get(id)).toMatchObject({ sync: 'sent', remoteId: 'r1' });
  store.change(id, { sync: 'queued' });
  await settle(id, answering(204));
  expect([store.get(id).sync, asked]).toEqual(['sent', []]);
  const late = addNew({ sync: 'queued' }).id;
  const claim = adapter.claim(late)!;
  store.change(late, { sync: 'unsure' });
  expect(await adapter.settle(claim, answering(201, { id: 'r2' }), signal)).toEqual(fine);
  expect(store.get(late)).toMatchObject({ sync: 'unsure', remoteId: null });
  expect(await adapter.settle({ ...claim, id: 99 }, answering(201, { id: 'r3' }), signal)).toEqual(fine);
});

test('without a key an application stays queued, and the request does not count', async () => {
  const { settle, store, addNew } = open();
  const { id } = addNew({ sync: 'queued', attempts: 2 });
  expect(await settle(id, null)).toEqual({ kind: 'blocked', by: 'key', reason: applicationWords.keyRefused });
  expect(store.get(id)).toMatchObject({ sync: 'queued', attempts: 2 });
});

test('a record that may not be changed now is read, because its state was outdated', async () => {
  let answer = stored('r1', 'in progress');
  const { settle, store, addNew, asked, published } = open({ answer: () => answer });
  const sendAgain = async (remoteId: string | null) => {
    const { id } = addNew({ sync: 'queued', remoteId, status: remoteId === null ? null : 'waiting' });
    await settle(id, editing);
    return store.get(id);
  };
  const refused = { sync: 'refused', refusal: { code: 'not-now', status: 403 } };
  expect(await sendAgain('r1')).toMatchObject({ ...refused, status: 'review' });
  expect(published.map(({ name }) => name)).toContain('applications.statusChanged');
  // Its automatic checks end soon.
  answer = stored('r2', 'post_submission_review');
  expect(await sendAgain('r2')).toMatchObject({ sync: 'queued', status: 'checking', refusal: null });
  answer = answering(404, { error: '' });
  expect(await sendAgain('r3')).toMatchObject({ ...refused, status: 'waiting' });
  answer = broken;
  expect(await sendAgain('r4')).toMatchObject({ ...refused, status: 'waiting' });
  expect(asked).toHaveLength(4);
  expect(await sendAgain(null)).toMatchObject(refused);
  expect(asked).toHaveLength(4);
});

test('an application that was removed while it was read is left alone', async () => {
  let remove = (): unknown => undefined;
  const { db, settle, addNew } = open({
    answer: () => {
      remove();
      return stored('r1', 'in progress');
    },
  });
  const { id } = addNew({ sync: 'queued', remoteId: 'r1' });
  remove = () => db.prepare('DELETE FROM applications WHERE id = ?').run(id);
  expect(await settle(id, editing)).toEqual(fine);
});

test('looking up and reading back leave the other task alone', async () => {
  const { adapter, store, addNew, asked } = open({ answer: () => stored('r1', 'pending') });
  const { id } = addNew({ sync: 'queued', remoteId: 'r1', status: 'waiting' });
  adapter.claim(id);
  store.change(id, { sync: 'unsure', readMs: 5 });
  expect(await adapter.perform('follow', id, signal)).toEqual(fine);
  expect([store.get(id).sync, store.get(id).readMs, asked.length]).toEqual(['unsure', null, 0]);
  expect(await adapter.perform('look-up', id, signal)).toEqual(fine);
  expect([store.get(id).sync, asked.length]).toEqual(['sent', 1]);
  store.change(id, { readMs: 5, stored: null });
  await adapter.perform('look-up', id, signal);
  expect([store.get(id).readMs, asked.length]).toEqual([5, 1]);
  await adapter.perform('follow', id, signal);
  expect(store.get(id)).toMatchObject({ readMs: null, stored: { id: 'r1' } });
  expect(await adapter.perform('look-up', 99, signal)).toEqual(fine);
  expect(await adapter.perform('follow', 99, signal)).toEqual(fine);
});

test('what the outbox reads comes after the requests of the user, and ends with the outbox', async () => {
  const seen: unknown[] = [];
  const { adapter, settle, store, addNew } = open({
    answer: (_request, options) => {
      seen.push(options);
      return broken;
    },
  });
  const restored = addNew({ sync: 'queued', mayBeSent: true }).id;
  await expect(adapter.snapshotBeforeOverwrite(restored, signal)).rejects.toThrow();
  const { id } = addNew({ sync: 'queued', remoteId: 'r1', status: 'waiting' });
  await settle(id, editing);
  await expect(adapter.perform('follow', id, signal)).rejects.toThrow();
  store.change(id, { sync: 'queued' });
  adapter.claim(id);
  store.change(id, { sync: 'unsure' });
  await expect(adapter.perform('look-up', id, signal)).rejects.toThrow();
  expect(seen).toEqual(Array(4).fill({ priority: 'bulk', signal }));
});

test('why nothing is sent is shown in the timeline of each queued application', () => {
  const { adapter, events, addNew, addElsewhere, published } = open();
  const elsewhere = addElsewhere({ sync: 'queued' });
  const [first, second, draft] = [addNew({ sync: 'queued' }), addNew({ sync: 'queued' }), addNew()];
  adapter.show({ kind: 'trouble', reason: literal('Closed.') });
  adapter.show({ kind: 'held', reason: null });
  expect(published).toEqual([]);
  const blocked = { kind: 'blocked', by: 'key', reason: applicationWords.keyRefused } as const;
  adapter.show(blocked);
  adapter.show(blocked);
  for (const { id } of [first, second])
    expect(events(id)).toEqual([['queued', expect.stringContaining('Enter it again')]]);
  for (const id of [draft.id, elsewhere]) expect(events(id)).toEqual([]);
  const changed = { name: 'applications.changed', data: { accountId: 'a', ids: [first.id, second.id] } };
  expect(published).toEqual([changed, changed]);
  expect(adapter.hasWork()).toBe(false);
  adapter.unblock();
  expect(adapter.hasWork()).toBe(true);
  adapter.show({ kind: 'held', reason: literal('A colleague sends.') });
  expect(events(first.id)[1]).toEqual(['queued', 'A colleague sends.']);
  expect(adapter.hasWork()).toBe(true);
});

test('problems that only one application has are shown in its timeline', () => {
  expect(applicationWords.snapshot(literal('No.'))).toBeNull();
  expect(textOf(applicationWords.address('Go away.'))).toMatch(/\(Go away\.\)$/);
});

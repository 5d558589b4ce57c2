import { describe, expect, test } from 'vitest';
import { createSnapshots } from '../../../../src/main/outbox/applications/sending/snapshots.ts';
import {
  overwrittenId,
  takeSnapshot,
} from '../../../../src/main/outbox/applications/sending/takeSnapshot.ts';
import type { ApplicationChange } from '../../../../src/main/store/applications/applicationRows.ts';
import { createVersionStore } from '../../../../src/main/store/drafts/versionStore.ts';
import { msg } from '../../../../src/shared/message.ts';
import { applicationDirectoryForFile } from '../../../helpers/directoryForFile.ts';
import { ManualClock } from '../../../helpers/manualClock.ts';
import { openStoredApplications } from '../../../helpers/storedApplications.ts';

const directory = applicationDirectoryForFile({ journals: 3 });

const keeping = 'applicationLife.event.keeping';

function open() {
  const opened = openStoredApplications(directory.directory['4.0']);
  const { db, parts, store, client, accountId } = opened;
  return {
    ...opened,
    queue: (id: number, change: ApplicationChange) =>
      store.change(id, { attempts: 2, dueMs: 1, ...change, sync: 'queued' }),
    take: (id: number, remoteId: string) =>
      takeSnapshot({ ...parts, random: () => 0.5 }, client, { id, remoteId }, new AbortController().signal),
    versionsOf: (recordId: number) =>
      createVersionStore(db).ofRecord({ accountId, kind: 'application', recordId, remoteId: null }),
  };
}

describe('a snapshot', () => {
  test('is kept of the record that an Update Request overwrites, whose state is left to the directory', async () => {
    const { store, snapshots, published, addUpdate, storeThere, queue, take, versionsOf } = open();
    const id = addUpdate(1);
    const remoteId = await storeThere(id);
    queue(id, { remoteId });
    snapshots.waits(id);
    const before = store.get(id);
    await take(id, remoteId);
    expect(versionsOf(id)).toMatchObject([{ why: 'overwritten', remoteId, title: 'Journal of Tests 1' }]);
    expect([snapshots.isTaken(id, remoteId), snapshots.isWaiting(id)]).toEqual([true, false]);
    expect(store.get(id)).toEqual(before);
    expect(published.ids).toEqual([]);
    // It is gone: there is nothing to keep, and a new one is created.
    queue(id, { remoteId: 'nowhere' });
    await take(id, 'nowhere');
    expect(snapshots.isTaken(id, 'nowhere')).toBe(true);
    expect(store.get(id)).toMatchObject({ sync: 'queued', status: null });
    expect(versionsOf(id)).toHaveLength(1);
  });

  test('shows the state of a new application, which is not created again if its record is gone', async () => {
    const { store, snapshots, published, addNew, storeThere, queue, take, versionsOf } = open();
    const id = addNew(900);
    const remoteId = await storeThere(id);
    await directory.setStatus(remoteId, 'revisions_required');
    queue(id, { remoteId, status: 'waiting' });
    await take(id, remoteId);
    expect(store.get(id)).toMatchObject({ sync: 'queued', status: 'revisions', attempts: 2, dueMs: 1 });
    expect(published.news).toEqual(['revisions']);
    expect(published.ids).toEqual([[id]]);
    // Another record than its own says nothing about it.
    queue(id, { status: 'gone' });
    await take(id, remoteId);
    expect(store.get(id).status).toBe('gone');
    queue(id, { status: null, remoteId: null });
    await take(id, remoteId);
    expect(store.get(id).status).toBe(null);
    expect(published.ids).toEqual([[id]]);
    expect(versionsOf(id)).toHaveLength(1);
    queue(id, { status: 'waiting', remoteId: 'nowhere' });
    await take(id, 'nowhere');
    expect(store.get(id)).toMatchObject({ sync: 'never', status: 'gone', attempts: 0, dueMs: 0 });
    expect(snapshots.isTaken(id, 'nowhere')).toBe(true);
    expect(published.ids).toEqual([[id], [id]]);
  });

  test('is tried again later if the record cannot be read, which the timeline says once', async () => {
    const { store, snapshots, manual, published, addUpdate, queue, take } = open();
    const id = addUpdate(1);
    queue(id, { remoteId: 'there', reads: 1 });
    await directory.fault({ kind: 'status', status: 502, body: 'bad', match: { times: 2 } });
    await manual.advance(500);
    for (const [reads, dueMs] of [
      [2, 1_540],
      [3, 1_560],
    ] as const) {
      await expect(take(id, 'there')).rejects.toMatchObject({ code: 'remote' });
      expect(store.get(id)).toMatchObject({ sync: 'queued', reads, dueMs });
    }
    const params = { what: msg('applicationLife.what.update'), words: expect.anything() };
    expect(store.events(id)).toMatchObject([{ kind: 'queued', message: { key: keeping, params } }]);
    expect(published.ids).toEqual([[id], [id]]);
    expect([snapshots.isWaiting(id), snapshots.isTaken(id, 'there')]).toEqual([true, false]);
  });

  test.each([
    ['offline', { kind: 'drop_before' }],
    ['rate_limited', { kind: 'rate_limit', retryAfter: 0 }],
  ])('that fails with %s waits without a word in the timeline', async (code, fault) => {
    const { snapshots, published, keys, addUpdate, queue, take } = open();
    const id = addUpdate(1);
    queue(id, { remoteId: 'there' });
    await directory.fault(fault);
    await expect(take(id, 'there')).rejects.toMatchObject({ code });
    expect(keys(id)).toEqual([]);
    expect(published.ids).toEqual([]);
    expect(snapshots.isWaiting(id)).toBe(true);
  });

  test('that is stopped waits without a word in the timeline', async () => {
    const { parts, client, snapshots, keys, addUpdate, queue } = open();
    const id = addUpdate(1);
    queue(id, { remoteId: 'there' });
    const taken = takeSnapshot(parts, client, { id, remoteId: 'there' }, AbortSignal.abort());
    await expect(taken).rejects.toMatchObject({ code: 'cancelled' });
    expect(keys(id)).toEqual([]);
    expect(snapshots.isWaiting(id)).toBe(true);
  });

  test('is not needed if the user sends the application without one, or it left the queue meanwhile', async () => {
    const { store, snapshots, published, addNew, queue, take, versionsOf } = open();
    await directory.fault({ kind: 'status', status: 502, body: 'bad' });
    const id = addNew(900);
    queue(id, { remoteId: 'there' });
    snapshots.release(id);
    await take(id, 'there');
    expect(snapshots.isTaken(id, 'there')).toBe(true);
    expect(store.get(id)).toMatchObject({ sync: 'queued', status: null, reads: 0, attempts: 2 });
    snapshots.forget(id);
    store.change(id, { sync: 'settled' });
    for (const left of [id, 999]) {
      await take(left, 'there');
      expect(snapshots.isTaken(left, 'there')).toBe(false);
    }
    expect(versionsOf(id)).toEqual([]);
    expect(published.ids).toEqual([]);
  });
});

test('an application overwrites its own record, or else the one that is open for its journal', async () => {
  const { store, opens, client, accountId, addUpdate, addNew, storeThere } = open();
  const theirs = await storeThere(addUpdate(1));
  const overwrites = (id: number) => overwrittenId(store.get(id), opens);
  const [first, second] = [addUpdate(1), addUpdate(2)];
  await opens.ask(client, accountId, [first, second].map(store.get));
  expect([first, second].map(overwrites)).toEqual([theirs, null]);
  expect(overwrites(addUpdate(1, {}, { remoteId: 'own', status: 'waiting' }))).toBe('own');
  expect(overwrites(addUpdate(1, {}, { remoteId: 'former', status: 'gone' }))).toBe(theirs);
  expect(overwrites(addUpdate(2, {}, { remoteId: 'lost', status: 'gone' }))).toBeNull();
  expect(overwrites(addNew(900))).toBeNull();
});

test('a snapshot counts for ten minutes and for one record, until the application leaves the queue', async () => {
  const clock = new ManualClock();
  const snapshots = createSnapshots(clock);
  const about = () => [snapshots.isTaken(1, 'r'), snapshots.isWaiting(1), snapshots.isReleased(1)];
  expect(about()).toEqual([false, false, false]);
  snapshots.waits(1);
  expect(about()).toEqual([false, true, false]);
  snapshots.release(1);
  expect(about()).toEqual([false, false, true]);
  snapshots.waits(1);
  snapshots.taken(1, 'r');
  expect(about()).toEqual([true, false, true]);
  expect(snapshots.isTaken(1, 'other')).toBe(false);
  await clock.advance(599_999);
  expect(snapshots.isTaken(1, 'r')).toBe(true);
  await clock.advance(1);
  expect(snapshots.isTaken(1, 'r')).toBe(false);
  snapshots.taken(1, 'r');
  snapshots.waits(1);
  snapshots.forget(1);
  expect(about()).toEqual([false, false, false]);
});

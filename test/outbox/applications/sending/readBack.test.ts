import { expect, test } from 'vitest';
import { readBack } from '../../../../src/main/outbox/applications/sending/readBack.ts';
import type { ApplicationChange } from '../../../../src/main/store/applications/applicationRows.ts';
import {
  attemptOf,
  openScriptedApplications,
  type ScriptedApplications,
  storedThere,
  updateRequest,
} from '../../../helpers/scriptedApplications.ts';
import { shortApplicationPace } from '../../../helpers/testServices.ts';

const record = updateRequest(1);
const { checks, read } = shortApplicationPace;
const unreadable = { status: 502 };

/** Stores an application that is to be read back now. */
function addSent(world: ScriptedApplications, more: ApplicationChange = {}) {
  const { id } = world.addSent('x', { stored: null, status: null, readMs: world.monotonic, ...more });
  return {
    id,
    row: () => world.store.get(id),
    read: () => readBack(world.parts, world.client, world.store.get(id), {}),
  };
}

test('an application without a record there, or that is being sent, is not read', async () => {
  const world = await openScriptedApplications();
  const inFlight = { attempt: attemptOf(record), reads: 2 };
  for (const more of [
    { remoteId: null },
    { sync: 'sending', ...inFlight },
    { sync: 'unsure', remoteId: 'y', ...inFlight },
  ] as const) {
    const { row, read } = addSent(world, more);
    await read();
    expect(row()).toMatchObject({ readMs: null, reads: row().attempt ? 2 : 0 });
  }
  expect(world.requests).toEqual([]);
});

test('the state after sending is no news, a later one is', async () => {
  const world = await openScriptedApplications();
  world.records = [storedThere('x', record)];
  const { id, row, read } = addSent(world, { status: 'revisions', reads: 2 });
  await read();
  expect(row()).toMatchObject({ status: 'waiting', stored: { id: 'x' }, readMs: null, reads: 0 });
  expect(world.published).toEqual([
    { name: 'applications.changed', data: { accountId: world.accountId, ids: [id] } },
  ]);
  world.records = [storedThere('x', record, { word: 'in progress' })];
  await read();
  expect(world.publishedAs('applications.statusChanged')).toMatchObject([{ id, status: 'review' }]);
});

test.each(['accepted', 'rejected', 'revisions_required'])(
  'a decision is news, also if the first read finds it: %s',
  async (word) => {
    const world = await openScriptedApplications();
    world.records = [storedThere('x', record, { word })];
    const { id, read } = addSent(world);
    await read();
    expect(world.publishedAs('applications.statusChanged')).toMatchObject([{ id }]);
  },
);

test('it is read again while its checks run or it cannot be read, six times at most', async () => {
  const world = await openScriptedApplications();
  world.records = [storedThere('x', record, { word: 'post_submission_review' })];
  const { row, read: readOnce } = addSent(world, { reads: 1 });
  await readOnce();
  expect(row()).toMatchObject({ status: 'checking', reads: 2, readMs: world.monotonic + 2 * checks.first });
  world.answer = () => unreadable;
  await expect(readOnce()).rejects.toMatchObject({ code: 'remote' });
  expect(row()).toMatchObject({ reads: 3, readMs: world.monotonic + read.longest });
  world.store.change(row().id, { reads: 4 });
  await expect(readOnce()).rejects.toMatchObject({ code: 'remote' });
  expect(row()).toMatchObject({ reads: 5, readMs: world.monotonic + read.longest });
  await expect(readOnce()).rejects.toMatchObject({ code: 'remote' });
  expect(row()).toMatchObject({ reads: 6, readMs: null });
});

test.each([
  ['read', undefined],
  ['not read', unreadable],
])('one that was sent again meanwhile, or removed, stays as it is (%s)', async (_name, reply) => {
  const world = await openScriptedApplications();
  world.records = [storedThere('x', record)];
  const sent = addSent(world);
  let during: unknown;
  world.answer = () => {
    world.store.change(sent.id, { sentAt: '2026-01-01T13:00:00.000Z' });
    during = sent.row();
    return reply;
  };
  await sent.read();
  expect(sent.row()).toEqual(during);

  const removed = addSent(world, { remoteId: 'y' });
  world.answer = () => {
    world.db.prepare('DELETE FROM applications WHERE id = ?').run(removed.id);
    return reply;
  };
  if (reply) await expect(removed.read()).rejects.toMatchObject({ code: 'remote' });
  else await removed.read();
  expect(world.published).toEqual([]);
});

test('an error of ours does not count as an attempt', async () => {
  const world = await openScriptedApplications();
  world.records = [storedThere('x', record)];
  const { row } = addSent(world);
  const get = () => {
    throw new TypeError('ours');
  };
  const parts = { ...world.parts, store: { ...world.store, get } };
  await expect(readBack(parts, world.client, row(), {})).rejects.toThrow(TypeError);
  expect(row()).toMatchObject({ reads: 0, readMs: world.monotonic });
});

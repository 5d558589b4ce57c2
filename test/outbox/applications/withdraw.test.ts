import { expect, test } from 'vitest';
import { recordThere, withdraw } from '../../../src/main/outbox/applications/withdraw.ts';
import { confirmedByColleague } from '../../../src/main/platform/plans.ts';
import type { ApplicationChange } from '../../../src/main/store/applications/applicationRows.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { saying } from '../../helpers/saying.ts';
import {
  attemptOf,
  openScriptedApplications,
  type Reply,
  type ScriptedApplications,
  storedThere,
  updateRequest,
} from '../../helpers/scriptedApplications.ts';
import { shortApplicationPace } from '../../helpers/testServices.ts';

const confirmed = (row: Parameters<typeof recordThere>[0] & { id: number }) =>
  confirmedByColleague({ id: row.id, print: recordThere(row) });

/** A data folder with an Update Request that the directory has. */
async function openWithSent(more: ApplicationChange = {}) {
  const world = await openScriptedApplications();
  const { id } = world.addSent('x', more);
  return {
    world,
    id,
    withdraw: () => withdraw(world.parts, world.client, world.store.get(id), confirmed(world.store.get(id))),
    row: () => world.store.get(id),
    deletions: () => world.requests.filter((name) => name.startsWith('DELETE')),
  };
}

/** Replies to the requests one after another; undefined: as usual. */
function repliesInTurn(world: ScriptedApplications, replies: (Reply | undefined)[]): void {
  world.answer = () => replies.shift();
}

const noPage: Reply = { status: 502, body: 'Bad gateway' };

test('an application that is in the queue, was never sent, or is gone cannot be withdrawn', async () => {
  const world = await openScriptedApplications();
  const absent = [
    'The directory does not have this Update Request.',
    /^Move the draft to the trash/,
  ] as const;
  const cases: [ApplicationChange, string, RegExp][] = [
    [{ sync: 'queued' }, 'The Update Request is being sent at the moment.', /^Take it out of the queue/],
    [{ remoteId: null }, ...absent],
    [{ status: 'gone' }, ...absent],
  ];
  for (const [place, [more, problem, fix]] of cases.entries()) {
    const row = world.addSent(`x${place}`, more);
    await expect(withdraw(world.parts, world.client, row, confirmed(row))).rejects.toMatchObject({
      code: 'state',
      problem: saying(problem),
      fix: saying(fix),
    });
  }
  expect(world.requests).toEqual([]);
});

test('one that is queued while its record is read is not withdrawn', async () => {
  const { world, id, withdraw, row, deletions } = await openWithSent();
  world.answer = () => {
    world.store.change(id, { sync: 'queued' });
    return undefined;
  };
  await expect(withdraw()).rejects.toMatchObject({
    problem: saying('The Update Request is being sent at the moment.'),
  });
  expect(row().sync).toBe('queued');
  expect(deletions()).toEqual([]);
});

test('until the directory has answered, a withdrawn application does not count as sent, and will be read', async () => {
  const { world, id, withdraw, row } = await openWithSent({ reads: 3 });
  let during: ReturnType<typeof row> | undefined;
  world.answer = (name) => {
    if (name.startsWith('DELETE')) during = row();
    return undefined;
  };
  await withdraw();
  const readMs = world.monotonic + shortApplicationPace.timeoutDelay;
  expect(during).toMatchObject({ sync: 'changed', readMs, reads: 0 });
  expect(row()).toMatchObject({ sync: 'never', status: 'withdrawn', readMs: null });
  expect(world.texts(id)).toEqual(['Withdrawn at the directory. Your draft is kept.']);
  expect(world.publishedAs('applications.changed')).toEqual([{ accountId: world.accountId, ids: [id] }]);
});

test('one that was never read back can be withdrawn', async () => {
  const { world, withdraw } = await openWithSent({ stored: null });
  await withdraw();
  expect(world.requests.at(-1)).toBe('DELETE applications/x');
});

test('one that is gone from the directory is reported as gone, without a request to withdraw it', async () => {
  const { world, id, withdraw, row, deletions } = await openWithSent();
  world.records = [];
  await withdraw();
  expect(deletions()).toEqual([]);
  expect(row()).toMatchObject({ sync: 'never', status: 'gone' });
  expect(world.texts(id)).toEqual([
    expect.stringMatching(/^The Update Request is no longer at the directory/),
  ]);
});

test('one that somebody else changed is shown first, without news of a change that the user asked for', async () => {
  const { world, id, withdraw, row, deletions } = await openWithSent();
  world.records = [storedThere('x', updateRequest(1, { 'bibjson.oa_start': 2020 }), { word: 'in progress' })];
  await expect(withdraw()).rejects.toMatchObject({
    problem: saying('Nothing was withdrawn, because this Update Request was changed at the directory.'),
  });
  expect(deletions()).toEqual([]);
  expect(row()).toMatchObject({ status: 'review', stored: { bibjson: { oa_start: 2020 } }, sync: 'sent' });
  expect(world.published).toEqual([
    { name: 'applications.changed', data: { accountId: world.accountId, ids: [id] } },
  ]);
});

test('nothing is withdrawn if the record cannot be read first, and the reason is given', async () => {
  const { world, withdraw, row, deletions } = await openWithSent();
  const before = row();
  repliesInTurn(world, [noPage]);
  const error = await withdraw().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'remote',
    problem: saying(
      /^Nothing was withdrawn, because Colophon could not back up .* of the Update Request first\.$/,
    ),
    why: { key: 'directory.problem.serverError.message' },
    fix: { key: 'directory.problem.serverError.fix' },
    details: expect.stringContaining('502'),
  });
  expect(deletions()).toEqual([]);
  expect(row()).toEqual(before);
});

test('one that the directory does not withdraw now counts as sent again, and is read at once', async () => {
  const { world, withdraw, row } = await openWithSent();
  const { sentHash } = row();
  repliesInTurn(world, [undefined, { status: 403, body: { error: 'It is under review (ref: x)' } }]);
  await expect(withdraw()).rejects.toMatchObject({
    code: 'state',
    problem: saying(
      'An editor at the directory is reviewing this Update Request, so you cannot change it now.',
    ),
    fix: saying(/^You cannot withdraw it while/),
    details: 'It is under review',
  });
  expect(row()).toMatchObject({ sync: 'sent', sentHash, readMs: world.monotonic, status: 'waiting' });
});

test('one that the directory says it does not have, but shows, stays sent', async () => {
  const { world, id, withdraw, row } = await openWithSent({ readMs: 7_000_000 });
  const { sentHash, readMs } = row();
  const missing: Reply = { status: 404, body: { error: 'Not found (ref: x)' } };
  repliesInTurn(world, [undefined, missing]);
  await expect(withdraw()).rejects.toMatchObject({
    code: 'state',
    problem: saying('The directory does not let your account withdraw this Update Request.'),
  });
  expect(row()).toMatchObject({ sync: 'sent', sentHash, readMs, status: 'waiting' });
  repliesInTurn(world, [undefined, missing, noPage]);
  await expect(withdraw()).rejects.toMatchObject({ code: 'remote' });
  expect(row()).toMatchObject({ readMs: world.monotonic, status: 'waiting' });
  repliesInTurn(world, [undefined, missing, missing]);
  await withdraw();
  expect(row()).toMatchObject({ sync: 'never', status: 'gone' });
  expect(world.texts(id)).toHaveLength(1);
});

test('a refused key leaves everything as it was', async () => {
  const { world, withdraw, row } = await openWithSent({ readMs: 7_000_000 });
  const { sync, sentHash, readMs } = row();
  repliesInTurn(world, [undefined, { status: 401, body: { error: 'No key (ref: x)' } }]);
  await expect(withdraw()).rejects.toMatchObject({ code: 'key_refused' });
  expect(row()).toMatchObject({ sync, sentHash, readMs });
});

test.each<[string, Reply[]]>([
  ['still there', []],
  ['not to be read', [noPage]],
])('without an answer, a record that is %s is read again at once', async (_name, after) => {
  const { world, id, withdraw, row } = await openWithSent();
  repliesInTurn(world, [undefined, 'drop', ...after]);
  await expect(withdraw()).rejects.toMatchObject({ code: 'offline' });
  expect(row()).toMatchObject({ readMs: world.monotonic, status: 'waiting' });
  // Its content counts as sent only once it was read.
  expect(row().sync).toBe(after.length === 0 ? 'sent' : 'changed');
  expect(world.texts(id)).toEqual([]);
});

test('without an answer, a record that is gone was withdrawn', async () => {
  const { world, id, withdraw, row } = await openWithSent();
  repliesInTurn(world, [undefined, 'drop', { status: 404, body: { error: 'Not found' } }]);
  await withdraw();
  expect(row()).toMatchObject({ sync: 'never', status: 'withdrawn' });
  expect(world.texts(id)).toEqual(['Withdrawn at the directory. Your draft is kept.']);
});

test('without an answer, a state that changed meanwhile is no news, and a draft that was not sent is not either', async () => {
  const { world, withdraw, row } = await openWithSent({ sentHash: null });
  const [stored] = world.records;
  const there = { ...stored, admin: { application_status: 'in progress', current_journal: 'journal1' } };
  repliesInTurn(world, [undefined, 'drop', { status: 200, body: there }]);
  await expect(withdraw()).rejects.toMatchObject({ code: 'offline' });
  expect(row()).toMatchObject({ sync: 'never', status: 'review' });
  expect(world.publishedAs('applications.statusChanged')).toEqual([]);
});

/** Changes the application while the directory is asked to withdraw it, which then replies. */
function meanwhile(world: ScriptedApplications, id: number, change: ApplicationChange, reply?: Reply): void {
  world.answer = (name) => {
    if (!name.startsWith('DELETE')) return undefined;
    world.store.change(id, change);
    return reply;
  };
}

const attempt = attemptOf(updateRequest(), { method: 'PUT', remoteId: 'x' });
const underReview: Reply = { status: 403, body: { error: 'It is under review (ref: x)' } };

test.each<[string, Reply]>([
  ['is not possible now', underReview],
  ['fails', { status: 401, body: { error: 'No key (ref: x)' } }],
  ['has no answer', 'drop'],
])('a withdrawal that %s leaves alone what was queued or sent meanwhile', async (_name, reply) => {
  for (const sync of ['queued', 'sending', 'unsure'] as const) {
    const { world, id, withdraw, row } = await openWithSent();
    meanwhile(world, id, { sync, attempts: 1, attempt }, reply);
    await expect(withdraw()).rejects.toBeInstanceOf(AppError);
    expect(row()).toMatchObject({ sync, attempts: 1, attempt: { method: 'PUT' }, status: 'waiting' });
  }
});

test('what was stored while a withdrawal was refused counts as sent', async () => {
  const { world, id, withdraw, row } = await openWithSent({ sentHash: 'earlier' });
  const sentAt = '2026-01-01T13:00:00.000Z';
  meanwhile(world, id, { sentAt, sentHash: row().hash, sync: 'settled' }, underReview);
  await expect(withdraw()).rejects.toMatchObject({ code: 'state' });
  expect(row()).toMatchObject({ sync: 'sent', sentAt });
});

test.each(['sending', 'unsure'] as const)('a request that began meanwhile decides: %s', async (sync) => {
  const { world, id, withdraw, row } = await openWithSent();
  meanwhile(world, id, { sync, attempts: 1, attempt });
  await withdraw();
  const readMs = world.monotonic;
  expect(row()).toMatchObject({ sync, attempts: 1, attempt: { method: 'PUT' }, status: 'waiting', readMs });
  expect(world.texts(id)).toEqual(['Withdrawn at the directory. Your draft is kept.']);
});

test('what was queued meanwhile leaves the queue once it is withdrawn, but not if it is about another record', async () => {
  const first = await openWithSent();
  meanwhile(first.world, first.id, { sync: 'queued' });
  await first.withdraw();
  expect(first.row()).toMatchObject({ sync: 'never', status: 'withdrawn', attempts: 0 });
  const second = await openWithSent();
  meanwhile(second.world, second.id, { remoteId: 'y', sync: 'settled' });
  await second.withdraw();
  expect(second.row()).toMatchObject({ remoteId: 'y', status: 'waiting' });
});

import { expect, test } from 'vitest';
import { fine } from '../../../../src/main/outbox/accountOutcome.ts';
import { applicationWords } from '../../../../src/main/outbox/applications/sending/applicationAdapter.ts';
import { requestOf } from '../../../../src/main/outbox/applications/sending/claimApplication.ts';
import { settleApplication } from '../../../../src/main/outbox/applications/sending/settleApplication.ts';
import type { SentOutcome } from '../../../../src/main/outbox/applications/stepAfter.ts';
import type { ApplicationChange } from '../../../../src/main/store/applications/applicationRows.ts';
import { openAnsweredApplications } from '../../../helpers/answeredApplications.ts';
import { remoteId } from '../../../helpers/checkedTexts.ts';

const said = { words: 'w', reference: 'r' };

function open() {
  const opened = openAnsweredApplications();
  const { store, parts, clock } = opened;
  /** Settles the third request for an application. */
  const settle = (
    outcome: SentOutcome,
    { kind = 'update', ...before }: ApplicationChange & { kind?: 'new' | 'update' } = {},
  ) => {
    const { id } = kind === 'new' ? opened.addNew(before) : opened.addUpdate(before);
    const { attempt } = requestOf(store.get(id), '4.0', '2026-02-01T00:00:00.000Z');
    store.change(id, { sync: 'sending', attempts: 3, attempt });
    const account = settleApplication({ ...parts, words: applicationWords }, store.get(id), attempt, outcome);
    return { account, attempt, row: store.get(id), events: opened.events(id) };
  };
  return { ...opened, settle, now: clock.monotonic() };
}

test('a stored request is settled, and read back at once', () => {
  const { settle, published, now } = open();
  const { row, attempt, account, events } = settle(
    { kind: 'created', id: remoteId('r1') },
    { refusalHash: 'x', stored: {}, storedAt: '2026', mayBeSent: true, reads: 2, dueMs: 5 },
  );
  expect(row).toMatchObject({
    ...{ sync: 'sent', remoteId: 'r1', attempt: null, attempts: 0, dueMs: 0, readMs: now, reads: 0 },
    ...{ stored: null, storedAt: null, mayBeSent: false, refusalHash: null },
    ...{ sentHash: attempt.hash, sentAt: attempt.at, sent: attempt.body },
  });
  expect(account).toEqual(fine);
  expect(events).toEqual([['sent', 'Sent to the directory.']]);
  expect(published).toEqual([{ name: 'applications.changed', data: { accountId: 'a', ids: [row.id] } }]);
});

test('the timeline tells an update from a first version', () => {
  const { settle } = open();
  const kindAfter = (outcome: SentOutcome, before: ApplicationChange) =>
    settle(outcome, before).events[0]?.[0];
  const updated = settle({ kind: 'updated' }, { remoteId: 'r1', status: 'waiting' });
  expect(updated).toMatchObject({ row: { status: 'waiting' }, events: [['updated', expect.anything()]] });
  const again = settle({ kind: 'created', id: remoteId('r2') }, { remoteId: 'r2', status: 'gone' });
  expect(again).toMatchObject({ row: { status: null }, events: [['updated', expect.anything()]] });
  expect(kindAfter({ kind: 'created', id: remoteId('r4') }, { remoteId: 'r3', status: 'gone' })).toBe('sent');
});

test('an answer that is missing leads to a look-up after a pause', () => {
  const { settle, now } = open();
  const lost = settle({ kind: 'unsure', why: 'lost', ...said });
  expect(lost.row).toMatchObject({ sync: 'unsure', dueMs: now + 40, attempts: 3 });
  expect(lost.row.attempt).toEqual({ ...lost.attempt, isLocked: false });
  expect(lost.events).toEqual([['unsure', expect.stringMatching(/^The connection was lost/)]]);
  const locked = settle({ kind: 'unsure', why: 'locked', ...said });
  expect(locked.row.attempt).toEqual({ ...locked.attempt, isLocked: true });
});

test('a request that was not processed is sent again, and counts only if the record was the reason', () => {
  const { settle, now } = open();
  const slow = settle({ kind: 'slow-down', words: '' });
  const queued = { sync: 'queued', attempt: null, mayBeSent: false };
  expect(slow.row).toMatchObject({ ...queued, attempts: 2, dueMs: now });
  expect(slow.events).toEqual([]);
  const locked = settle({ kind: 'locked', ...said });
  expect(locked.row).toMatchObject({ ...queued, attempts: 3, dueMs: now + 60 });
  expect(locked.events).toEqual([['queued', expect.stringMatching(/^The directory could not accept/)]]);
  // Another computer may have sent it: it is looked up first.
  expect(settle({ kind: 'unclear' }).row).toMatchObject({ ...queued, attempts: 2, mayBeSent: true });
});

test('a reason for waiting is written into the timeline once', () => {
  const { settle, parts, store, events } = open();
  const { row, attempt } = settle({ kind: 'locked', ...said });
  const again = () =>
    settleApplication({ ...parts, words: applicationWords }, store.get(row.id), attempt, {
      kind: 'locked',
      ...said,
    });
  again();
  expect(events(row.id)).toHaveLength(1);
});

test('a record that is gone can be sent as a new one', () => {
  const { row, events } = open().settle({ kind: 'gone', ...said }, { remoteId: 'r1', sentHash: 'x' });
  expect(row).toMatchObject({ sync: 'never', status: 'gone', attempts: 0, attempt: null, readMs: null });
  expect(events).toEqual([['gone', expect.stringMatching(/no longer at the directory/)]]);
});

test('a refusal keeps the words of the directory, and the record is read if it has one', () => {
  const { settle, now } = open();
  const refused = settle({ kind: 'refused', status: 400, ...said }, { remoteId: 'r1' });
  expect(refused.row).toMatchObject({
    ...{ sync: 'refused', attempts: 0, attempt: null, dueMs: 0, readMs: null },
    ...{ refusalHash: refused.attempt.hash, refusal: { code: 'refused', status: 400, ...said } },
  });
  expect(refused.row.refusal?.at).toBe('2026-01-01T00:00:00.000Z');
  expect(refused.events).toMatchObject([['refused', 'The directory did not accept the Update Request.']]);
  const notNow: SentOutcome = { kind: 'not-now', status: 403, ...said };
  const known = settle(notNow, { remoteId: 'r2', reads: 4 }).row;
  expect(known).toMatchObject({ refusal: { code: 'not-now' }, readMs: now, reads: 0 });
  expect(settle(notNow).row).toMatchObject({ refusal: { code: 'other-open' }, readMs: null });
  const first = settle(notNow, { kind: 'new' }).row;
  expect(first).toMatchObject({ refusal: { code: 'not-now' }, readMs: null });
});

test('a request that is never accepted fails', () => {
  const { parts, store, addUpdate, events } = openAnsweredApplications();
  const { id, ...row } = addUpdate({ remoteId: 'r1' });
  const { attempt } = requestOf(row, '4.0', '2026-02-01T00:00:00.000Z');
  store.change(id, { sync: 'sending', attempts: 5, attempt });
  settleApplication({ ...parts, words: applicationWords }, store.get(id), attempt, { kind: 'checking' });
  const refusal = { code: 'checking', status: null, words: '', reference: '' };
  expect(store.get(id)).toMatchObject({ sync: 'failed', refusal });
  expect(events(id)).toEqual([['failed', expect.stringMatching(/took longer than Colophon waits/)]]);
});

import { expect, test } from 'vitest';
import {
  isClosed,
  isDecided,
  isInFlight,
  isSentSince,
  type Seen,
} from '../../../src/main/outbox/applications/applicationWriter.ts';
import { requestOf } from '../../../src/main/outbox/applications/sending/claimApplication.ts';
import type { ApplicationChange } from '../../../src/main/store/applications/applicationRows.ts';
import { notAsSent, toVerify } from '../../../src/main/store/claims.ts';
import { applicationToWire } from '../../../src/shared/application/application.ts';
import {
  applicationStatusSchema,
  applicationSyncSchema,
} from '../../../src/shared/application/applicationDraft.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { setAt } from '../../../src/shared/draft/fieldPath.ts';
import { literal } from '../../../src/shared/message.ts';
import { openAnsweredApplications } from '../../helpers/answeredApplications.ts';
import { newApplication } from '../../helpers/applicationRecords.ts';
import { saying } from '../../helpers/saying.ts';

/** When the clock of the parts stands still. */
const at = '2026-01-01T00:00:00.000Z';
const refusal = {
  ...{ path: '', code: 'locked', message: literal('No.'), help: null, words: '', status: null },
  ...{ reference: '', uploadId: null, at },
};

test('the states of an application that is decided, closed, or on its way', () => {
  const statuses = applicationStatusSchema.options;
  expect(statuses.filter(isDecided)).toEqual(['accepted', 'rejected']);
  expect(statuses.filter(isClosed)).toEqual(['accepted', 'rejected', 'withdrawn', 'gone']);
  expect([isDecided(null), isClosed(null)]).toEqual([false, false]);
  expect(applicationSyncSchema.options.filter(isInFlight)).toEqual(['sending', 'unsure']);
});

test('a record may be outdated once the application was sent again', () => {
  const { addNew } = openAnsweredApplications();
  const row = addNew({ remoteId: 'r1', sentAt: at });
  expect(isSentSince(row, { ...row, sync: 'queued', status: 'review' })).toBe(false);
  expect(isSentSince(row, { ...row, sync: 'sending' })).toBe(true);
  expect(isSentSince(row, { ...row, remoteId: 'r2' })).toBe(true);
  expect(isSentSince(row, { ...row, sentAt: '2026-02-01T00:00:00.000Z' })).toBe(true);
});

test('a change of many applications names none', () => {
  const { writer, published } = openAnsweredApplications();
  writer.changed('a', null);
  writer.changed('a', [3]);
  expect(published.map(({ data }) => data)).toEqual([
    { accountId: 'a', ids: null },
    { accountId: 'a', ids: [3] },
  ]);
});

test('an event is repeated only after another one', () => {
  const { writer, events, addNew } = openAnsweredApplications();
  const { id } = addNew();
  const one = { kind: 'queued', message: literal('Waits.') } as const;
  const add = (more: object = {}) => writer.addEventOnce(id, { ...one, ...more });
  add();
  add();
  add({ kind: 'unsure' });
  add({ kind: 'unsure', message: { key: 'applicationLife.event.queued' } });
  add();
  expect(events(id).map(([kind, text]) => `${kind} ${text}`)).toEqual([
    ...['queued Waits.', 'unsure Waits.', 'unsure Added to the queue.', 'queued Waits.'],
  ]);
});

test('a request that replaced the record of another draft leaves that one without a record', () => {
  const { writer, store, events, addUpdate, published } = openAnsweredApplications();
  const sent = { remoteId: 'r1', sentHash: 'x', status: 'waiting', readMs: 5 } as const;
  const other = addUpdate({ ...sent, refusal, refusalHash: 'x', refusalState: 'failed' });
  const { id } = addUpdate();
  const step = { event: { kind: 'sent', message: literal('Sent.') }, readIn: 5 } as const;
  const send = () => {
    const row = store.get(id);
    writer.markSent(row, requestOf(row, '4.0', at).attempt, 'r1', step);
  };
  send();
  expect(store.get(other.id)).toMatchObject({
    ...{ sync: 'never', remoteId: null, status: 'gone', statusAt: at, sentHash: null, readMs: null },
    ...{ refusal: null, refusalHash: null },
  });
  expect(events(other.id)).toEqual([
    ['gone', 'Another Update Request of yours replaced it at the directory.'],
  ]);
  expect(store.get(id)).toMatchObject({ sync: 'sent', remoteId: 'r1', status: null, readMs: 1_005 });
  expect(events(id)).toMatchObject([['sent', expect.stringContaining('that was waiting at the directory')]]);
  expect(published).toEqual([{ name: 'applications.changed', data: { accountId: 'a', ids: [other.id] } }]);
  // Its own record is not another draft's.
  store.change(id, { status: 'waiting', statusAt: at });
  send();
  expect(store.get(id)).toMatchObject({ status: 'waiting', statusAt: at });
  expect(events(id)[1]).toEqual(['sent', 'Sent.']);
  expect(published).toHaveLength(1);
  // Neither is one that only another account has.
  const elsewhere = { event: null, readIn: null };
  writer.markSent(store.get(id), requestOf(store.get(id), '4.0', at).attempt, 'r2', elsewhere);
  expect(store.get(id)).toMatchObject({ remoteId: 'r2', status: null, statusAt: null, readMs: null });
  expect(events(id)).toHaveLength(2);
});

test('a record that is gone leaves a draft that can be sent again', () => {
  const { writer, store, events, addNew } = openAnsweredApplications();
  const { id } = addNew({
    ...{ remoteId: 'r1', sentHash: 'x', status: 'waiting', readMs: 5, reads: 3 },
    ...{ sync: 'queued', attempts: 2, dueMs: 5, refusal, refusalHash: 'x', refusalState: 'failed' },
  });
  writer.markGone(store.get(id), { kind: 'deleted', message: literal('Withdrawn.') });
  expect(store.get(id)).toMatchObject({
    ...{ sync: 'never', status: 'gone', statusAt: at, checkedAt: at, sentHash: null, readMs: null, reads: 0 },
    ...{ attempts: 0, dueMs: 0, attempt: null, refusal: null, refusalHash: null, remoteId: 'r1' },
  });
  expect(events(id)).toEqual([['deleted', 'Withdrawn.']]);
  expect(store.events(id)[0]?.status).toBe('gone');
});

test('a refusal of our own has a message, and help with the same words', () => {
  const { writer } = openAnsweredApplications();
  expect(writer.ownRefusal({ kind: 'new' }, 'gave-up', { count: 5 })).toEqual({
    ...refusal,
    code: 'gave-up',
    message: saying(/^Sending failed after 5 attempts: .* does not have the application\.$/),
    help: saying(/^Send it again later/),
  });
  expect(writer.ownRefusal({ kind: 'new' }, 'not-now').message).toEqual(saying(/reviewing this application/));
});

/** A record as it was read. */
function found(word: string | null, record: DraftRecord = newApplication()): Seen {
  return { kind: 'found', record, word };
}

test('a read record is stored, compared once with what was sent, and its state noted', () => {
  const { writer, store, events, addNew } = openAnsweredApplications();
  const read = (id: number, seen: Seen) => writer.noteRemoteState(store.get(id), seen, { isFollowing: true });
  const [record, wire] = [newApplication(), applicationToWire(newApplication(), '4.0')];
  const { id } = addNew({ remoteId: 'r1', sent: wire, sentHash: 'x' });
  expect(read(id, found('update_request'))).toBe(true);
  expect(store.get(id)).toMatchObject({
    ...{ stored: record, storedAt: at, status: 'waiting', statusAt: at, checkedAt: at, sentHash: 'x' },
  });
  expect(read(id, found('update_request'))).toBe(false);
  expect(events(id)).toEqual([
    ['read-back', 'Checked: the directory has it exactly as it was sent.'],
    ['status', 'It is waiting for an editor at the directory.'],
  ]);

  const other = addNew({ remoteId: 'r2', sent: wire }).id;
  read(other, found('pending', setAt(record, 'bibjson.oa_start', 2000)));
  expect(events(other)[0]?.[1]).toBe('Checked: 1 value at the directory is not as it was sent.');
  // One that was found there was not sent from here.
  const taken = addNew({ remoteId: 'r3' }).id;
  expect(read(taken, found('???'))).toBe(true);
  expect(events(taken)).toEqual([
    ['status', 'The directory gives it a status that Colophon does not know: ???.'],
  ]);
  expect(store.get(taken).status).toBe('other');
  const silent = addNew({ remoteId: 'r4' }).id;
  read(silent, found(null));
  expect(events(silent)[0]?.[1]).toMatch(/does not know: \.$/);
});

test('an application of a restored backup counts as sent if the directory has its content', () => {
  const { writer, store, addNew } = openAnsweredApplications();
  const record = newApplication();
  const after = (stored: DraftRecord, before: ApplicationChange = {}) => {
    const { id } = addNew({ sentHash: toVerify, ...before });
    writer.noteRemoteState(store.get(id), found('pending', stored), { isFollowing: false });
    return store.get(id);
  };
  const same = after(record);
  expect(same).toMatchObject({ sync: 'sent', sentHash: same.hash, sent: applicationToWire(record, '4.0') });
  const other = setAt(record, 'bibjson.oa_start', 2000);
  expect(after(other)).toMatchObject({ sync: 'changed', sentHash: notAsSent, sent: null });
  expect(after(record, { sync: 'queued' }).sync).toBe('queued');
  expect(after(other, { sync: 'queued' })).toMatchObject({ sync: 'queued', sentHash: notAsSent });
});

test('a record that is gone can only be created again, unless its own request decides', () => {
  const { writer, store, events, addNew } = openAnsweredApplications();
  const after = (sync: 'settled' | 'queued' | 'unsure') => {
    const { id } = addNew({ status: 'waiting', sentHash: 'x', readMs: 5, refusal, refusalHash: 'x' });
    store.change(id, { sync, refusalState: 'refused' });
    expect(writer.noteRemoteState(store.get(id), { kind: 'gone' }, { isFollowing: false })).toBe(true);
    expect(events(id)).toEqual([
      ['gone', expect.stringContaining('application is no longer at the directory')],
    ]);
    return store.get(id);
  };
  const gone = { status: 'gone', sentHash: null, readMs: null, refusal: null, refusalHash: null };
  expect(after('settled')).toMatchObject({ ...gone, sync: 'never', statusAt: at, checkedAt: at });
  expect(after('queued')).toMatchObject({ ...gone, sync: 'queued' });
  expect(after('unsure')).toMatchObject({ ...gone, sync: 'unsure' });
});

test('what was withdrawn stays so when the directory is asked again, without news', () => {
  const { writer, store, events, addNew, published } = openAnsweredApplications();
  const { id } = addNew({ status: 'withdrawn', statusAt: '2025' });
  expect(writer.noteRemoteState(store.get(id), { kind: 'gone' }, { isFollowing: true })).toBe(false);
  expect(store.get(id)).toMatchObject({ status: 'withdrawn', statusAt: '2025', checkedAt: at });
  expect([events(id), published]).toEqual([[], []]);
});

test('a record that was read as gone is news', () => {
  const { writer, store, addNew, published } = openAnsweredApplications();
  const { id } = addNew({ status: 'waiting' });
  writer.noteRemoteState(store.get(id), { kind: 'gone' }, { isFollowing: true });
  expect(published).toMatchObject([{ name: 'applications.statusChanged', data: { id, status: 'gone' } }]);
});

test('a state that did not change is only checked', () => {
  const { writer, store, events, addNew, published } = openAnsweredApplications();
  const { id } = addNew({ status: 'review', statusAt: '2025' });
  expect(writer.noteStatus(store.get(id), 'review', null, { isFollowing: true })).toBe(false);
  expect(store.get(id)).toMatchObject({ status: 'review', statusAt: '2025', checkedAt: at });
  expect([events(id), published]).toEqual([[], []]);
});

test('news of a state are published unless only its automatic checks began or ended', () => {
  const { writer, store, addNew, published } = openAnsweredApplications();
  const newsOf = (
    before: ApplicationChange['status'],
    status: 'checking' | 'waiting' | 'review' | 'gone',
    { isFollowing = true } = {},
  ) => {
    published.length = 0;
    const { id } = addNew({ status: before ?? null });
    writer.noteStatus(store.get(id), status, null, { isFollowing });
    return published.map(({ name, data }) => [name, data]);
  };
  expect(newsOf('waiting', 'review')).toEqual([
    [
      'applications.statusChanged',
      {
        ...{ id: expect.any(Number), accountId: 'a', title: 'Journal of Tests 900', status: 'review' },
        message: saying(
          'An editor at the directory is reviewing the application about “Journal of Tests 900”.',
        ),
      },
    ],
  ]);
  expect(newsOf('waiting', 'gone')).toHaveLength(1);
  expect(newsOf('checking', 'review')).toHaveLength(1);
  expect(newsOf('review', 'waiting')).toHaveLength(1);
  for (const [before, after] of [
    ['waiting', 'checking'],
    ['checking', 'waiting'],
    [null, 'review'],
  ] as const)
    expect(newsOf(before, after)).toEqual([]);
  expect(newsOf('waiting', 'review', { isFollowing: false })).toEqual([]);
});

test('news about a journal without a title say so', () => {
  const { writer, store, addNew, published } = openAnsweredApplications();
  const row = { ...addNew({ status: 'waiting' }), title: '' };
  writer.noteStatus(row, 'review', null, { isFollowing: true });
  expect(published[0]?.data).toMatchObject({ title: '', message: saying(/about “an untitled journal”/) });
  expect(store.get(row.id).status).toBe('review');
});

import { expect, test } from 'vitest';
import {
  claimApplication,
  requestOf,
} from '../../../../src/main/outbox/applications/sending/claimApplication.ts';
import { applicationToWire } from '../../../../src/shared/application/application.ts';
import { setAt } from '../../../../src/shared/draft/fieldPath.ts';
import { openAnsweredApplications } from '../../../helpers/answeredApplications.ts';
import { saying } from '../../../helpers/saying.ts';

function open(options: Parameters<typeof openAnsweredApplications>[0] = {}) {
  const opened = openAnsweredApplications(options);
  const { parts, store, rules, published } = opened;
  return {
    ...opened,
    claim: (id: number) => {
      published.length = 0;
      return claimApplication(parts, parts.directory.client('a'), id);
    },
    /** Edits a queued application; `isConfirmed`: its sending is confirmed again. */
    edit: (id: number, path: string, value: never, { isConfirmed = false } = {}) => {
      const { record, base, version } = store.get(id);
      const derived = rules.derive('a', setAt(record, path, value), base);
      store.save({ id, version, derived, at: '2026-02-01T00:00:00.000Z' });
      if (isConfirmed) store.change(id, { confirmedHash: store.get(id).hash });
    },
  };
}

test('a queued application is marked as being sent with its request', () => {
  const { claim, store, addNew, addUpdate, published } = open();
  const { id } = addNew({ sync: 'queued', attempts: 1 });
  const claimed = claim(id)!;
  expect(claimed).toMatchObject({ id, ids: [id], requestId: 7, request: { method: 'POST' } });
  const row = store.get(id);
  expect(row).toMatchObject({ sync: 'sending', attempts: 2, attempt: claimed.attempt });
  expect(claimed.attempt).toEqual({
    ...{ method: 'POST', remoteId: null, hash: row.hash, at: '2026-01-01T00:00:00.000Z', isLocked: false },
    body: applicationToWire(row.record, '4.0'),
  });
  expect(published).toEqual([{ name: 'applications.changed', data: { accountId: 'a', ids: [id] } }]);

  expect(claim(id)).toBeNull();
  expect(claim(99)).toBeNull();
  expect(claim(addUpdate().id)).toBeNull();
  expect(published).toEqual([]);
});

test('a record that is gone is created again, and any other is replaced', () => {
  const row = { ...open().addNew(), remoteId: 'r/1' };
  const to = (status: 'gone' | 'waiting') => requestOf({ ...row, status }, '4.0', 'now');
  expect(to('gone')).toMatchObject({
    request: { method: 'POST', path: 'applications' },
    attempt: { method: 'POST', remoteId: null },
  });
  expect(to('waiting')).toMatchObject({
    request: { method: 'PUT', path: 'applications/r%2F1' },
    attempt: { method: 'PUT', remoteId: 'r/1' },
  });
});

test.each([
  ['at its turn', false],
  ['before that', true],
])(
  'what is sent fits the dialect of the account that was changed since, found %s',
  (_when, isFoundBefore) => {
    const { claim, store, rules, addNew, account } = open({ account: { dialect: '3.0.1' } });
    const { id, hash, record } = addNew({ sync: 'queued' });
    account.dialect = '4.0';
    if (isFoundBefore) store.rederive(id, rules.derive('a', record, null));
    const { attempt } = claim(id)!;
    expect(attempt.hash).not.toBe(hash);
    expect(store.get(id).hash).toBe(attempt.hash);
  },
);

test('an application with errors is refused before it is sent', () => {
  const { claim, store, addNew, edit, events, published } = open();
  const { id } = addNew({ sync: 'queued', attempts: 1 });
  edit(id, 'bibjson.oa_start', 1200 as never);
  expect(claim(id)).toBeNull();
  const row = store.get(id);
  const refusal = { code: 'held-back', message: saying(/^It was edited while waiting and was not sent: ./) };
  expect(row).toMatchObject({ sync: 'refused', attempts: 0, refusal, refusalHash: row.hash });
  expect(events(id).map(([kind]) => kind)).toEqual(['refused']);
  expect(published).toEqual([{ name: 'applications.changed', data: { accountId: 'a', ids: [id] } }]);
});

test('an application that was edited in the queue is refused until its sending is confirmed again', () => {
  const { claim, store, addNew, edit } = open();
  const { id } = addNew({ sync: 'queued' });
  edit(id, 'bibjson.title', 'Another title' as never);
  expect(claim(id)).toBeNull();
  const row = store.get(id);
  expect(row).toMatchObject({ sync: 'refused', refusal: { code: 'changed-since-plan' } });
  store.change(id, { sync: 'queued', confirmedHash: row.hash });
  expect(claim(id)).toMatchObject({ id });
});

test('an application that the directory would store twice is held back', () => {
  const { claim, store, addNew, addUpdate } = open();
  const codeOf = (id: number) => (claim(id) === null ? store.get(id).refusal?.code : 'sent');
  const [queued, status] = [{ sync: 'queued' } as const, 'revisions' as const];
  expect(codeOf(addNew({ ...queued, remoteId: 'r1', status }).id)).toBe('held-back');
  expect(codeOf(addNew({ ...queued, status }).id)).toBe('sent');
  // The directory decides about any other state.
  expect(codeOf(addNew({ ...queued, remoteId: 'r2', status: 'review' }).id)).toBe('sent');
  expect(codeOf(addUpdate({ ...queued, remoteId: 'r3', status }).id)).toBe('sent');
});

test('values that the directory will ignore must have been seen', () => {
  const { claim, store, addUpdate, edit } = open();
  const unseen = (seenIgnored: number) => {
    const { id } = addUpdate({
      sync: 'queued',
      remoteId: `r${seenIgnored}`,
      status: 'revisions',
      seenIgnored,
    });
    edit(id, 'bibjson.title', 'Another title' as never, { isConfirmed: true });
    return claim(id) === null ? store.get(id).refusal?.message : null;
  };
  expect(unseen(0)).toEqual(saying(/ignored values that you have not seen/));
  expect(unseen(1)).toBeNull();
});

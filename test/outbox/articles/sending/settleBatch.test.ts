import { expect, test } from 'vitest';
import { gaveUp, ownRefusal } from '../../../../src/main/outbox/articles/refusals.ts';
import { claimBatch } from '../../../../src/main/outbox/articles/sending/claimBatch.ts';
import { settleBatch } from '../../../../src/main/outbox/articles/sending/settleBatch.ts';
import { defaultArticlePace as pace } from '../../../../src/main/outbox/outboxPace.ts';
import type { CreateOutcome } from '../../../../src/main/remote/answers.ts';
import type { Refusal } from '../../../../src/shared/draft/draft.ts';
import { openArticleQueue } from '../../../helpers/articleQueue.ts';
import { remoteId } from '../../../helpers/checkedTexts.ts';
import { article, foreignArticle } from '../../../helpers/testDirectory.ts';

/** Articles that are being sent in one request. */
function sendingOf(count: number, record = article) {
  const queue = openArticleQueue();
  const drafts = Array.from({ length: count }, (_, n) => queue.addDraft(record(n)));
  const id = queue.queue(drafts);
  const { parts, clock } = queue;
  const claim = claimBatch(parts, id)!;
  const items = () => queue.items(id);
  return {
    ...queue,
    id,
    drafts,
    claim,
    items,
    settle: (outcome: CreateOutcome, more: Partial<typeof parts> = {}) =>
      settleBatch({ ...parts, ...more }, claim, outcome),
    /** Milliseconds until the items are due, each once. */
    waits: () => [...new Set(items().map((item) => item.due_ms - clock.monotonic()))],
    states: () => items().map(({ state }) => state),
  };
}

const said = { words: '', reference: '' };
const fine = { kind: 'fine' };
const trouble = { kind: 'trouble', reason: null };

test('stored records are new, unless the directory had them before', () => {
  const { parts, drafts, claim, items, settle, syncs, setDraft, addDraft, keepVersion } = sendingOf(6);
  claim.items[1]!.knownId = 'r1';
  claim.items[2]!.versionId = keepVersion(drafts[2]!, 'r2');
  setDraft(addDraft(article(9)), { remote_id: 'r3' });
  claim.items[4]!.versionId = keepVersion(drafts[4]!, 'another');
  // It is no longer being sent.
  parts.uploads.step([claim.items[5]!.id], 'sending', { state: 'unsure' }, '2026-01-01T00:00:00Z');
  expect(settle({ kind: 'created', ids: ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'].map(remoteId) })).toEqual(fine);
  expect(items().map(({ state, outcome, remote_id }) => [state, outcome, remote_id])).toEqual([
    ['done', 'created', 'r0'],
    ['done', 'overwrote', 'r1'],
    ['done', 'overwrote', 'r2'],
    ['done', 'overwrote', 'r3'],
    ['done', 'created', 'r4'],
    ['unsure', null, null],
  ]);
  expect(syncs(drafts)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'queued']);
});

test('what was stored is what was sent, even if a draft was edited meanwhile', async () => {
  const { db, id, parts, drafts, received, clock, settle, setDraft, syncs } = sendingOf(2);
  setDraft(drafts[1]!, { hash: 'edited' });
  const sent = db.prepare('SELECT hash, doi_key, url_key FROM drafts WHERE id = ?').get(drafts[0]);
  await clock.advance(1_000);
  received.length = 0;
  settle({ kind: 'created', ids: ['r0', 'r1'].map(remoteId) });
  expect(syncs(drafts)).toEqual(['sent', 'changed']);
  const at = new Date(clock.now()).toISOString();
  expect(
    db
      .prepare(
        `SELECT sent_hash hash, sent_doi_key doi_key, sent_url_key url_key, remote_id, sent_at at FROM drafts
         WHERE id = ?`,
      )
      .get(drafts[0]),
  ).toEqual({ ...(sent as object), remote_id: 'r0', at });
  await clock.advance(pace.progress);
  expect(received).toContainEqual({ name: 'drafts.changed', data: { accountId: 'a', ids: drafts } });
  expect(parts.progress.read(parts.uploads.find(id)!).rate).toBe(2 / (pace.progress / 1000));
});

test('records that are stored later keep their ticket', () => {
  const { items, settle } = sendingOf(2);
  expect(settle({ kind: 'accepted', ticket: remoteId('t1') })).toEqual(fine);
  expect(items()).toMatchObject([
    { state: 'accepted', ticket: 't1', attempts: 1 },
    { state: 'accepted', ticket: 't1' },
  ]);
});

test('a single refused record is explained by what was sent', () => {
  const { id, clock, drafts, claim, items, settle, syncs } = sendingOf(1);
  // As it was before the journals were fetched.
  claim.request.body = JSON.stringify(foreignArticle(0));
  const words = 'It is not possible to create an article for this journal.';
  const outcome = { kind: 'refused', status: 400, words, reference: 'r-1' } as const;
  expect(settle(outcome)).toEqual(fine);
  const refusal = JSON.parse(items()[0]!.refusal!) as Refusal;
  expect(refusal).toMatchObject({
    ...{
      code: 'not-yours',
      path: 'bibjson.identifier[1].id',
      message: { key: 'finding.issn-not-yours.message' },
    },
    ...{ words, status: 400, reference: 'r-1', uploadId: id, at: new Date(clock.now()).toISOString() },
  });
  expect(items()[0]).toMatchObject({ state: 'refused', attempts: 1 });
  expect(syncs(drafts)).toEqual(['refused']);
});

test('an edit during the request counts as a change since a refusal', async () => {
  const { id, parts, clock, drafts, settle, setDraft, syncs } = sendingOf(1);
  parts.progress.finished(id, 1);
  await clock.advance(1_000);
  setDraft(drafts[0]!, { hash: 'edited' });
  settle({ kind: 'too-large', status: 413, ...said });
  expect(syncs(drafts)).toEqual(['never']);
  expect(parts.progress.read(parts.uploads.find(id)!).rate).toBe(2);
});

test('records whose outcome was unclear are stored once found, or given up after five attempts', async () => {
  const { id, parts, clock, drafts, claim, settle, setDraft, syncs, items } = sendingOf(4);
  const { steps, uploads, progress } = parts;
  settle({ kind: 'unsure', why: 'lost', ...said });
  const [found, lost, edited, gone] = claim.items;
  await clock.advance(1_000);
  steps.store(id, 'unsure', [{ item: found!, outcome: 'created', remoteId: 'r0' }]);
  const refusal = ownRefusal(gaveUp(5), id, '2026-01-01T00:00:00Z');
  setDraft(edited!.draftId, { hash: 'edited' });
  uploads.step([gone!.id], 'unsure', { state: 'queued' }, '2026-01-01T00:00:00Z');
  for (const item of [lost!, edited!, gone!]) steps.fail({ ...item, attempts: 5 }, refusal);
  expect(items().map(({ state }) => state)).toEqual(['done', 'failed', 'failed', 'queued']);
  expect(JSON.parse(items()[1]!.refusal!)).toMatchObject({
    ...{ path: '', code: 'gave-up', words: '', status: null, reference: '', uploadId: id },
    ...{ message: { key: 'queue.gaveUp.message', params: { count: 5 } }, help: { key: 'queue.gaveUp.help' } },
  });
  expect(items()[3]!.refusal).toBeNull();
  expect(syncs(drafts)).toEqual(['sent', 'failed', 'never', 'queued']);
  await clock.advance(1_000);
  expect(progress.read(uploads.find(id)!).rate).toBe(3);
});

test('a refusal of a record that is no longer being sent is ignored', () => {
  const { drafts, claim, items, parts, settle, syncs } = sendingOf(1);
  parts.uploads.step([claim.items[0]!.id], 'sending', { state: 'unsure' }, '2026-01-01T00:00:00Z');
  settle({ kind: 'refused', status: 400, ...said });
  expect(items()[0]).toMatchObject({ state: 'unsure', refusal: null });
  expect(syncs(drafts)).toEqual(['queued']);
});

test.each(['refused', 'too-large'] as const)('a batch that is %s is sent again in halves', (kind) => {
  const { items, settle, states } = sendingOf(5);
  expect(settle({ kind, status: 400, ...said })).toEqual(fine);
  expect(states()).toEqual(Array(5).fill('queued'));
  expect(items()[0]).toMatchObject({ batch_cap: 2, attempts: 0, due_ms: 0, refusal: null });
});

test.each([
  ['lost', 1, pace.timeoutDelay, trouble],
  ['server-error', 1, pace.indexDelay, trouble],
  ['timeout', 1, pace.timeoutDelay, trouble],
  ['stopped', 1, pace.timeoutDelay, fine],
  // The directory may store a batch long after it was received.
  ['lost', 2, pace.jobDelay, trouble],
  ['stopped', 2, pace.jobDelay, fine],
] as const)('a request that is %s is looked up, %i records', (why, count, wait, account) => {
  const { items, settle, states, waits } = sendingOf(count);
  expect(settle({ kind: 'unsure', why, status: 500, ...said })).toEqual(account);
  expect(states()).toEqual(Array(count).fill('unsure'));
  expect(items()[0]).toMatchObject({ attempts: 1, ticket: null });
  expect(waits()).toEqual([wait]);
});

test('a batch is looked up sooner if the directory stores it at once', () => {
  const { settle, waits } = sendingOf(2);
  settle({ kind: 'unsure', why: 'unreadable', ...said }, { storesLater: () => false });
  expect(waits()).toEqual([pace.indexDelay]);
});

test.each([1, 2])('the directory may go on after a gateway gave up on it, %i records', (count) => {
  const { settle, waits } = sendingOf(count);
  const timeout = { kind: 'unsure', why: 'server-error', status: 504, ...said } as const;
  expect(settle(timeout, { storesLater: () => false })).toEqual(trouble);
  expect(waits()).toEqual([pace.timeoutDelay]);
});

test('records that another computer may have sent are looked up when its request is over', () => {
  const { settle, states, waits } = sendingOf(2);
  expect(settle({ kind: 'unclear' })).toEqual(fine);
  expect(states()).toEqual(['unsure', 'unsure']);
  expect(waits()).toEqual([pace.timeoutDelay]);
});

test.each([
  ['running', 'queued'],
  ['paused', 'queued'],
  ['cancelled', 'never'],
] as const)('records that were not processed wait in the queue again; upload %s', (state, sync) => {
  const { id, parts, drafts, items, settle, syncs } = sendingOf(2);
  if (state !== 'running') parts.uploads.setState(id, state, { at: '2026-01-01T00:00:00Z' });
  expect(settle({ kind: 'key-refused', words: '' })).toMatchObject({ kind: 'blocked', by: 'key' });
  expect(items()[0]).toMatchObject({ state: 'queued', attempts: 0, batch_cap: 1_000_000, due_ms: 0 });
  expect(syncs(drafts)).toEqual([sync, sync]);
});

test('an answer after the account was removed changes nothing', () => {
  const { db, settle, received } = sendingOf(2);
  db.exec('DELETE FROM accounts');
  expect(settle({ kind: 'offline', words: '' })).toEqual({ kind: 'offline' });
  expect(received).toEqual([]);
});

test.each([
  [500, [{ oaStart: true }]],
  [502, []],
  [504, []],
])('only the directory itself tells by failing how it reads years: %i', (status, told) => {
  const { claim, settle } = sendingOf(1);
  claim.request.body = JSON.stringify({ bibjson: { title: 'Without a year' } });
  const learned: object[] = [];
  settle(
    { kind: 'unsure', why: 'server-error', status, ...said },
    { learned: (profile) => void learned.push(profile) },
  );
  expect(learned).toEqual(told);
});

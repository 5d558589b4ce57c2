import { expect, test } from 'vitest';
import { claimBatch } from '../../../../src/main/outbox/articles/sending/claimBatch.ts';
import { makeSendingUnclear, recover } from '../../../../src/main/outbox/articles/sending/recover.ts';
import { defaultArticlePace as pace } from '../../../../src/main/outbox/outboxPace.ts';
import { openArticleQueue } from '../../../helpers/articleQueue.ts';
import { article } from '../../../helpers/testDirectory.ts';

const far = 10_000_000;

test('continues the uploads of the last run, except those that were not complete', async () => {
  const { parts, db, addDraft, queue, items, setItem, clock, syncs } = openArticleQueue();
  const { uploads } = parts;
  const at = new Date(clock.now() + 1_000).toISOString();
  const started = ['reading', 'ready', 'running', 'paused', 'done', 'cancelled'] as const;
  const all = started.map((state, n) => {
    const drafts = [addDraft(article(n))];
    return { state, drafts, id: queue(drafts, { state }) };
  });
  const endedAtStart = (['offline', 'key'] as const).map((by) => {
    const id = queue([], { state: 'paused' });
    uploads.setMessage(id, by, null);
    return id;
  });
  const problem = queue([], { state: 'paused' });
  uploads.setMessage(problem, 'problem', null);
  for (const { id } of all) setItem(items(id)[0]!.id, { due_ms: far });
  await clock.advance(1_000);
  expect(await recover(parts)).toEqual(['a']);
  const now = (id: number) => uploads.find(id)!;
  expect(all.map(({ id }) => now(id).state)).toEqual([
    'cancelled',
    'running',
    'running',
    'paused',
    'done',
    'cancelled',
  ]);
  expect(now(all[0]!.id)).toMatchObject({ finishedAt: at, message: { key: 'queue.cancelled.interrupted' } });
  expect(now(all[1]!.id)).toMatchObject({ startedAt: at, message: null });
  for (const id of endedAtStart) expect(now(id)).toMatchObject({ state: 'running', pausedBy: null });
  expect(now(problem)).toMatchObject({ state: 'paused', pausedBy: 'problem' });
  // The computer may have been restarted, but nothing changes in uploads that are over.
  const dues = all.map(({ id }) => items(id)[0]!.due_ms);
  const monotonic = clock.monotonic();
  expect(dues).toEqual([monotonic, monotonic, monotonic, monotonic, far, far]);
  expect(all.map(({ drafts }) => syncs(drafts)[0])).toEqual([
    'never',
    'queued',
    'queued',
    'queued',
    'queued',
    'never',
  ]);
  expect(db.prepare('SELECT count(*) FROM requests').pluck().get()).toBe(0);
});

test('no account has anything to do without an upload', async () => {
  expect(await recover(openArticleQueue().parts)).toEqual([]);
});

test('records that were being sent are looked up, and their request has no answer', async () => {
  const { parts, db, addDraft, queue, items, clock } = openArticleQueue();
  const id = queue([addDraft(article(1)), addDraft(article(2))]);
  claimBatch(parts, id);
  await recover(parts);
  expect(items(id)).toMatchObject([
    { state: 'unsure', attempts: 1, due_ms: clock.monotonic() + pace.jobDelay },
    { state: 'unsure' },
  ]);
  expect(db.prepare('SELECT outcome FROM requests').pluck().get()).toContain('queue.attempt.interrupted');
});

test('a single record that was being sent is looked up once the directory is sure to be done with it', async () => {
  const { parts, addDraft, queue, items, clock } = openArticleQueue();
  const id = queue([addDraft(article(1))]);
  claimBatch(parts, id);
  await recover(parts);
  expect(items(id)).toMatchObject([{ state: 'unsure', due_ms: clock.monotonic() + pace.timeoutDelay }]);
});

test.each([
  ['a batch that the directory may store later', 2, true, false, pace.jobDelay],
  ['a batch that it stores at once', 2, false, false, pace.timeoutDelay],
  ['a single record', 1, true, false, pace.timeoutDelay],
  ['a single record whose answer could not be stored', 1, true, true, pace.indexDelay],
])('looks up when the request is sure to be over: %s', (_name, count, storesLater, isAnswered, wait) => {
  const { parts, addDraft, queue, items } = openArticleQueue();
  const id = queue(Array.from({ length: count }, (_, n) => addDraft(article(n))));
  const how = { now: 500, storesLater: () => storesLater, pace, isAnswered };
  makeSendingUnclear(parts.uploads, parts.steps, id, how);
  expect(items(id)[0]!.state).toBe('queued');
  claimBatch(parts, id);
  makeSendingUnclear(parts.uploads, parts.steps, id, how);
  for (const item of items(id)) expect(item).toMatchObject({ state: 'unsure', due_ms: 500 + wait });
});

test('what waits to be looked up waits no longer than a request may take', async () => {
  const { parts, addDraft, queue, items, setItem, clock } = openArticleQueue();
  const drafts = [1, 2, 3, 4].map((n) => addDraft(article(n)));
  for (const state of ['running', 'done'] as const) {
    const id = queue(drafts, { state });
    const [unsure, done, soon, unknown] = items(id);
    setItem(unsure!.id, { state: 'unsure', due_ms: far });
    setItem(done!.id, { state: 'done', due_ms: far });
    setItem(soon!.id, { state: 'unsure', due_ms: 5 });
    setItem(unknown!.id, { state: 'done', due_ms: Number.MAX_SAFE_INTEGER });
    await recover(parts);
    const latest = clock.monotonic() + pace.timeoutDelay;
    expect(items(id).map((item) => item.due_ms)).toEqual([latest, latest, 5, Number.MAX_SAFE_INTEGER]);
  }
});

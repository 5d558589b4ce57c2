import { expect, test } from 'vitest';
import { claimBatch } from '../../src/main/outbox/articles/claimBatch.ts';
import { makeSendingUnclear, recover } from '../../src/main/outbox/articles/recover.ts';
import { retryItems } from '../../src/main/outbox/articles/retryItems.ts';
import { defaultArticlePace as pace } from '../../src/main/outbox/outboxPace.ts';
import { openArticleQueue } from '../helpers/articleQueue.ts';
import { article } from '../helpers/testDirectory.ts';

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
  const offline = queue([], { state: 'paused' });
  uploads.setMessage(offline, 'offline', null);
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
  expect(now(offline)).toMatchObject({ state: 'running', pausedBy: null });
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

test.each([
  ['a batch that the directory may store later', 2, true, pace.jobDelay],
  ['a batch that it stores at once', 2, false, pace.timeoutDelay],
  ['a single record', 1, true, pace.indexDelay],
])('looks up when the request is sure to be over: %s', (_name, count, storesLater, wait) => {
  const { parts, addDraft, queue, items } = openArticleQueue();
  const id = queue(Array.from({ length: count }, (_, n) => addDraft(article(n))));
  const how = { now: 500, storesLater: () => storesLater, pace };
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

/** A running upload with refused and failed records, and one that was stored. */
function endedOf(count: number) {
  const world = openArticleQueue();
  const drafts = world.db.transaction(() =>
    Array.from({ length: count }, (_, n) => world.addDraft(article(n))),
  )();
  const id = world.queue(drafts, { state: 'done' });
  world.db.exec(`UPDATE drafts SET sync = 'refused'`);
  const items = () => world.items(id);
  for (const [n, item] of items().entries())
    world.setItem(item.id, {
      ...{ state: n % 2 === 0 ? 'refused' : 'failed', refusal: '{}', attempts: 5, due_ms: far },
      ...{ batch_cap: 3, keeping: 'kept' },
    });
  return { ...world, id, drafts, items };
}

test.each([
  ['a few go alone', 10, 1],
  ['many go together', 11, 1_000_000],
])('records that the user retries start anew: %s', async (_name, count, cap) => {
  const { id, drafts, items, parts, clock, syncs } = endedOf(count);
  await clock.advance(1_000);
  const at = new Date(clock.now()).toISOString();
  expect(retryItems(parts, id)).toEqual(drafts);
  const fresh = { state: 'queued', attempts: 0, due_ms: 0, refusal: null, batch_cap: cap, keeping: 'wanted' };
  for (const item of items()) expect(item).toMatchObject({ ...fresh, updated_at: at });
  expect(new Set(syncs(drafts))).toEqual(new Set(['queued']));
  expect(parts.uploads.find(id)).toMatchObject({ state: 'running', finishedAt: null });
});

test('retries only the given records, and none whose draft is gone or in another queue', () => {
  const { id, drafts, items, parts, queue, db } = endedOf(4);
  db.prepare('DELETE FROM drafts WHERE id = ?').run(drafts[0]);
  queue([drafts[1]!], { state: 'paused' });
  const chosen = items().slice(0, 2);
  const retry = (some: typeof chosen) =>
    retryItems(
      parts,
      id,
      some.map((item) => item.id),
    );
  expect(retry(chosen)).toEqual([]);
  expect(parts.uploads.find(id)!.state).toBe('done');
  expect(items().map(({ state, keeping }) => [state, keeping])).toEqual([
    ['refused', 'kept'],
    ['failed', 'kept'],
    ['refused', 'kept'],
    ['failed', 'kept'],
  ]);
  expect(retry(items().slice(0, 3))).toEqual([drafts[2]]);
  expect(items().map(({ state }) => state)).toEqual(['refused', 'failed', 'queued', 'failed']);
  parts.uploads.setState(id, 'paused', { at: '2026-01-01T00:00:00Z', pausedBy: 'person' });
  expect(retry(items())).toEqual([drafts[3]]);
  expect(parts.uploads.find(id)).toMatchObject({ state: 'paused', pausedBy: 'person' });
});

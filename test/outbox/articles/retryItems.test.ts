import { expect, test } from 'vitest';
import { retryItems } from '../../../src/main/outbox/articles/retryItems.ts';
import { confirmedByColleague } from '../../../src/main/platform/plans.ts';
import { openArticleQueue } from '../../helpers/articleQueue.ts';
import { article } from '../../helpers/testDirectory.ts';

const far = 10_000_000;

/** An upload that is over, with refused and failed records. */
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

/** Retries what a preview lists, and returns its drafts. */
function retry(parts: Parameters<typeof retryItems>[0], uploadId: number, itemIds?: number[]): number[] {
  const listed = new Map(parts.uploads.retryable(uploadId, itemIds).map((item) => [item.id, item]));
  return retryItems(parts, confirmedByColleague({ uploadId, itemIds, listed })).draftIds;
}

test.each([
  ['a few go alone', 10, 1],
  ['many go together', 11, 1_000_000],
])('records that the user retries start anew: %s', async (_name, count, cap) => {
  const { id, drafts, items, parts, clock, syncs } = endedOf(count);
  await clock.advance(1_000);
  const at = new Date(clock.now()).toISOString();
  expect(retry(parts, id)).toEqual(drafts);
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
  const retrySome = (some: typeof chosen) =>
    retry(
      parts,
      id,
      some.map((item) => item.id),
    );
  expect(retrySome(chosen)).toEqual([]);
  expect(parts.uploads.find(id)!.state).toBe('done');
  expect(items().map(({ state, keeping }) => [state, keeping])).toEqual([
    ['refused', 'kept'],
    ['failed', 'kept'],
    ['refused', 'kept'],
    ['failed', 'kept'],
  ]);
  expect(retrySome(items().slice(0, 3))).toEqual([drafts[2]]);
  expect(items().map(({ state }) => state)).toEqual(['refused', 'failed', 'queued', 'failed']);
  parts.uploads.setState(id, 'paused', { at: '2026-01-01T00:00:00Z', pausedBy: 'person' });
  expect(retrySome(items())).toEqual([drafts[3]]);
  expect(parts.uploads.find(id)).toMatchObject({ state: 'paused', pausedBy: 'person' });
});

test('retries no record that another upload stored since, and keeps what a later version would overwrite', () => {
  const { id, drafts, items, parts, db, setItem } = endedOf(4);
  const [stored, edited, unsent, declined] = drafts as [number, number, number, number];
  for (const { id: itemId, draft_id } of items())
    setItem(itemId, { keeping: draft_id === declined ? 'left' : 'no' });
  const hashOf = db.prepare<[number], string>('SELECT hash FROM drafts WHERE id = ?').pluck();
  const store = (draftId: number, hash: string) => {
    const keys = { content: '', doiKey: null, urlKey: null, remoteId: `r${draftId}` };
    parts.draftSync.setSent([{ id: draftId, hash, ...keys, at: '2026-01-01T00:00:00Z' }]);
  };
  store(stored, hashOf.get(stored)!);
  for (const draftId of [edited, declined]) store(draftId, 'earlier');
  expect(parts.uploads.retryable(id).map(({ draftId }) => draftId)).toEqual([edited, unsent, declined]);
  expect(retry(parts, id)).toEqual([edited, unsent, declined]);
  expect(items().map(({ state, keeping }) => [state, keeping])).toEqual([
    ['refused', 'no'],
    ['queued', 'wanted'],
    ['queued', 'no'],
    ['queued', 'left'],
  ]);
});

test('leaves out a record that was stored while a person was asked', () => {
  const { id, drafts, items, parts, db } = endedOf(2);
  const listed = new Map(parts.uploads.retryable(id).map((item) => [item.id, item]));
  db.prepare(`UPDATE drafts SET sync = 'sent' WHERE id = ?`).run(drafts[0]);
  const plan = confirmedByColleague({ uploadId: id, itemIds: undefined, listed });
  const { draftIds, since } = retryItems(parts, plan);
  expect(draftIds).toEqual([drafts[1]]);
  expect(since).toMatchObject({ added: 0, changed: 1 });
  expect(items().map(({ state }) => state)).toEqual(['refused', 'queued']);
});

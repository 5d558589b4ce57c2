import { expect, test } from 'vitest';
import { type ArticleQueue, openArticleQueue } from '../../helpers/articleQueue.ts';
import { article } from '../../helpers/testDirectory.ts';

const every = 250;

function queueOf(count: number, more: Parameters<ArticleQueue['queue']>[1] = {}) {
  // A request every ten seconds.
  const queue = openArticleQueue({ limits: { perSecond: 0.1, burst: 1 } });
  const drafts = Array.from({ length: count }, (_, n) => queue.addDraft(article(n)));
  const id = queue.queue(drafts, more);
  const { uploads, progress } = queue.parts;
  return {
    ...queue,
    id,
    drafts,
    progress,
    items: queue.items(id),
    read: () => progress.read(uploads.find(id)!),
    published: (name: string) => queue.received.filter((one) => one.name === name).map(({ data }) => data),
  };
}

test('shows what an upload is doing, and estimates the time left once five records are settled', async () => {
  const { id, items, read, progress, setItem, clock, directory, parts } = queueOf(10, { keeping: 'wanted' });
  const now = { limiter: directory.limiterStatus('a'), halving: false, isKeeping: true, replaced: 0 };
  expect(read()).toMatchObject({ ...now, rate: null, secondsLeft: null, requests: 0, idsMissing: 0 });
  expect(read().counts).toMatchObject({ total: 10, queued: 10 });

  const { client } = parts;
  client().begin({ method: 'POST', path: 'articles', wantsKey: true }, id);
  progress.sent(id, 5);
  await clock.advance(2_000);
  for (const item of items.slice(0, 4)) setItem(item.id, { state: 'done', outcome: 'created' });
  progress.finished(id, 4);
  expect(read()).toMatchObject({ requests: 1, rate: 2, secondsLeft: null, idsMissing: 4 });

  setItem(items[4]!.id, { state: 'refused' });
  progress.finished(id, 1);
  expect(read()).toMatchObject({ rate: 2.5, secondsLeft: 2 });
  setItem(items[5]!.id, { state: 'sending', batch_cap: 5 });
  setItem(items[6]!.id, { state: 'accepted' });
  setItem(items[7]!.id, { state: 'unsure' });
  expect(read()).toMatchObject({ secondsLeft: 2, halving: true });

  // Two requests of three records each are needed, but the limit permits only one at once.
  progress.sent(id, 1);
  expect(read().secondsLeft).toBeCloseTo(10, 0);
  directory.limiter('a').hold(3_600_000);
  expect(read().secondsLeft).toBeGreaterThan(60);
  for (const item of items.slice(5)) setItem(item.id, { state: 'done' });
  expect(read().secondsLeft).toBe(0);
  progress.resetRate(id);
  expect(read()).toMatchObject({ rate: null, secondsLeft: null });
});

test.each(['done', 'cancelled'] as const)(
  'counts an upload that is %s only once until it changes, and shows nothing as under way',
  (state) => {
    const { db, id, drafts, items, read, progress, setItem, keepVersion } = queueOf(3, {
      keeping: 'wanted',
      state,
    });
    setItem(items[0]!.id, {
      state: 'done',
      remote_id: 'r1',
      version_id: keepVersion(drafts[0]!, 'r1'),
      batch_cap: 1,
    });
    setItem(items[1]!.id, { batch_cap: 1 });
    progress.sent(id, 1);
    progress.finished(id, 1);
    const first = read();
    expect(first).toMatchObject({
      counts: { total: 3, stored: 1, queued: 2 },
      isKeeping: false,
      halving: false,
      replaced: 1,
      rate: null,
      secondsLeft: null,
      limiter: null,
    });
    expect(read()).toBe(first);
    db.exec(`UPDATE upload_items SET state = 'done'`);
    progress.changed(id);
    expect(read().counts).toMatchObject({ stored: 3, queued: 0 });
  },
);

test('nothing counts as replaced before an upload is over, and its counts are always new', () => {
  const { id, items, drafts, read, setItem, keepVersion, parts } = queueOf(2);
  expect(read().counts.queued).toBe(2);
  setItem(items[0]!.id, { state: 'done', remote_id: 'r1', version_id: keepVersion(drafts[0]!, 'r1') });
  expect(read()).toMatchObject({ replaced: 0, isKeeping: false, counts: { queued: 1 } });
  parts.uploads.setState(id, 'done', { at: '2026-01-02T00:00:00Z' });
  expect(read().replaced).toBe(1);
});

test('publishes an upload at once if its state changes, otherwise once in a while', async () => {
  const { db, id, progress, published, clock } = queueOf(1);
  const count = () => published('uploads.changed').length;
  progress.changed(id);
  await clock.advance(every - 1);
  progress.changed(id);
  expect(count()).toBe(0);
  await clock.advance(1);
  expect(count()).toBe(1);
  expect(published('uploads.changed')[0]).toMatchObject({ id, state: 'running' });
  progress.changed(id);
  await clock.advance(every - 1);
  expect(count()).toBe(1);
  await clock.advance(1);
  expect(count()).toBe(2);
  progress.changed(id);
  progress.changed(id, true);
  expect(count()).toBe(3);
  await clock.advance(every);
  expect(count()).toBe(3);
  progress.changed(id);
  // Its account was removed.
  db.exec('DELETE FROM uploads');
  await clock.advance(every);
  progress.changed(id, true);
  expect(count()).toBe(3);
});

test('publishes the drafts of an account together, without ids if they are many', async () => {
  const { progress, published, clock } = queueOf(1);
  progress.draftsChanged('a', []);
  await clock.advance(every);
  expect(published('drafts.changed')).toEqual([]);
  progress.draftsChanged('a', [1, 2]);
  progress.draftsChanged('b', [9]);
  progress.draftsChanged('a', [2, 3]);
  await clock.advance(every);
  const range = (count: number) => Array.from({ length: count }, (_, n) => n);
  progress.draftsChanged('a', range(200));
  await clock.advance(every);
  progress.draftsChanged('a', range(201));
  await clock.advance(every);
  expect(published('drafts.changed')).toEqual([
    { accountId: 'a', ids: [1, 2, 3] },
    { accountId: 'b', ids: [9] },
    { accountId: 'a', ids: range(200) },
    { accountId: 'a', ids: null },
  ]);
});

test('publishes nothing after it was stopped', async () => {
  const { id, progress, received, clock } = queueOf(1);
  progress.changed(id);
  progress.draftsChanged('a', [1]);
  await progress.stop();
  progress.changed(id, true);
  progress.draftsChanged('a', [1]);
  await clock.advance(every);
  expect(received).toEqual([]);
});

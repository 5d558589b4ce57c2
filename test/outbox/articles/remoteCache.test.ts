import { expect, test } from 'vitest';
import { createRemoteCache } from '../../../src/main/outbox/articles/remoteCache.ts';

test('what the directory has beside a draft is known for a while, and until it is deleted there', () => {
  let now = 1_000;
  const cache = createRemoteCache({ monotonic: () => now });
  const [one, other] = ['r1', 'r2'].map((remoteId) => ({ remoteId, doi: remoteId, url: null }));
  expect(cache.of(1)).toEqual([]);
  cache.note(1, [one!, other!]);
  cache.note(2, [one!]);
  cache.forget('r1');
  expect([cache.of(1), cache.of(2)]).toEqual([[other], []]);
  now += 15 * 60_000 - 1;
  expect(cache.of(1)).toEqual([other]);
  now += 1;
  expect(cache.of(1)).toEqual([]);
});

test('it is known of the last hundred thousand drafts', () => {
  const cache = createRemoteCache({ monotonic: () => 0 });
  const found = [{ remoteId: 'r1', doi: null, url: null }];
  for (let id = 1; id <= 100_000; id++) cache.note(id, found);
  cache.note(1, found);
  expect([1, 2, 3].map((id) => cache.of(id).length)).toEqual([1, 1, 1]);
  cache.note(100_001, found);
  expect([1, 2, 3].map((id) => cache.of(id).length)).toEqual([1, 0, 1]);
});

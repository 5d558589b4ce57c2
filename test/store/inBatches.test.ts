import { expect, test } from 'vitest';
import { inBatches, nextCount } from '../../src/main/store/inBatches.ts';

test('every item is processed once and in order, and other work may run before each slice', async () => {
  const seen: unknown[] = [];
  const work = (slice: readonly number[]) => {
    seen.push(slice);
    setImmediate(() => seen.push('else'));
  };
  const sliced = inBatches([1, 2, 3, 4, 5], work, { size: 2 });
  expect(seen).toEqual([]);
  await sliced;
  expect(seen).toEqual([[1, 2], 'else', [3, 4], 'else', [5]]);
});

test('no items give no results', async () => {
  await inBatches([], () => expect.fail('called'));
});

test('it stops before the next slice on request', async () => {
  const stop = new AbortController();
  const seen: unknown[] = [];
  const work = (slice: readonly number[]) => {
    seen.push(slice);
    stop.abort();
  };
  await inBatches([1, 2, 3], work, { size: 1, signal: stop.signal });
  expect(seen).toEqual([[1]]);
});

test('an error in a slice ends the run', async () => {
  const seen: unknown[] = [];
  const work = (slice: readonly number[]) => {
    seen.push(slice);
    throw new Error('full');
  };
  await expect(inBatches([1, 2], work, { size: 1 })).rejects.toThrow('full');
  expect(seen).toEqual([[1]]);
});

test('slow slices shrink, but never below the minimum, and grow again', () => {
  expect(nextCount(250, 0, 250)).toBe(250);
  expect(nextCount(250, 30, 250)).toBe(100);
  expect(nextCount(100, 6, 250)).toBe(200);
  expect(nextCount(100, 3, 250)).toBe(250);
  expect(nextCount(250, 60_000, 250)).toBe(20);
  expect(nextCount(2, 60_000, 2)).toBe(2);
});

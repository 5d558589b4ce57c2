import { expect, test } from 'vitest';
import { dueAgain, isDueAgain, waitUntil } from '../../src/main/platform/clock.ts';

const now = Date.parse('2026-11-30T12:00:00Z');
const hour = 3_600_000;

test('what was done is due again after its time, and what was never done now', () => {
  expect(dueAgain('2026-11-30T11:00:00Z', 2 * hour, now)).toBe(now + hour);
  expect(isDueAgain('2026-11-30T11:00:00Z', 2 * hour, now)).toBe(false);
  expect(isDueAgain('2026-11-30T10:00:00Z', 2 * hour, now)).toBe(true);
  expect(dueAgain(null, hour, now)).toBe(now);
});

test('what was done in the future, before the clock was set back, is due now', () => {
  expect(dueAgain('2027-01-01T00:00:00Z', hour, now)).toBe(now);
  expect(isDueAgain('2027-01-01T00:00:00Z', hour, now)).toBe(true);
});

test('something is waited for until it is there, or for as long as the patience lasts', async () => {
  let time = 0;
  const clock = {
    monotonic: () => time,
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      time += ms;
    },
  };
  const { signal } = new AbortController();
  const wait = (isThere: () => boolean) => waitUntil(isThere, clock, { every: 10, patience: 100, signal });
  expect(await wait(() => time >= 50)).toBe(true);
  expect(time).toBe(50);
  expect(await wait(() => false)).toBe(false);
  expect(time).toBe(150);
  const aborted = AbortSignal.abort(new Error('The program ends.'));
  await expect(waitUntil(() => false, clock, { every: 10, patience: 100, signal: aborted })).rejects.toThrow(
    'The program ends.',
  );
});

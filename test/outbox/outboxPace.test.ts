import { expect, test } from 'vitest';
import type { Backoff } from '../../src/main/outbox/backoff.ts';
import { defaultApplicationPace, defaultArticlePace } from '../../src/main/outbox/outboxPace.ts';

test('nothing is asked before the directory is sure to know it (reference/directory-api.md)', () => {
  const seconds = (ms: number) => ms / 1_000;
  for (const pace of [defaultArticlePace, defaultApplicationPace]) {
    expect(seconds(pace.indexDelay)).toBeGreaterThan(1);
    expect(pace.timeoutDelay).toBeGreaterThan(pace.indexDelay);
  }
  expect(seconds(defaultArticlePace.jobDelay)).toBeGreaterThan(10);
  expect(seconds(defaultArticlePace.bulkTime)).toBeGreaterThanOrEqual(600);
  expect(seconds(defaultArticlePace.ticketTimeout)).toBeGreaterThanOrEqual(600);
  expect(seconds(defaultApplicationPace.tooSoon)).toBeGreaterThan(10);
  expect(seconds(defaultApplicationPace.checks.first)).toBeGreaterThan(10);
});

test.each([...backoffs('articles', defaultArticlePace), ...backoffs('applications', defaultApplicationPace)])(
  'pauses grow from at least a second to at most ten minutes: %s',
  (_name, { first, longest }) => {
    expect(first).toBeGreaterThanOrEqual(1_000);
    expect(longest).toBeGreaterThan(first);
    expect(longest).toBeLessThanOrEqual(600_000);
  },
);

function backoffs(kind: string, pace: object): [string, Backoff][] {
  return Object.entries(pace)
    .filter(([, value]) => typeof value === 'object')
    .map(([name, value]) => [`${kind}, ${name}`, value]);
}

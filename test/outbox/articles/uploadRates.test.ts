import { expect, test } from 'vitest';
import { createUploadRates } from '../../../src/main/outbox/articles/uploadRates.ts';

test('measures the records a second over the last minute of work', () => {
  let now = 1_000;
  const rates = createUploadRates({ monotonic: () => now });
  expect(rates.perSecond(1)).toBeNull();
  rates.sent(1, 30);
  expect(rates.perSecond(1)).toBeNull();
  now = 3_000;
  rates.finished(1, 0);
  expect(rates.perSecond(1)).toBeNull();
  rates.finished(1, 10);
  expect(rates.perSecond(1)).toBe(5);
  expect(rates.perSecond(2)).toBeNull();
  now = 31_000;
  rates.finished(1, 20);
  expect(rates.perSecond(1)).toBe(1);
  // The first ten records are a minute ago, and then longer.
  now = 63_000;
  expect(rates.perSecond(1)).toBe(0.5);
  now = 63_001;
  expect(rates.perSecond(1)).toBeCloseTo(20 / 60);
  now = 100_000;
  expect(rates.perSecond(1)).toBeNull();
  rates.reset(1);
  rates.finished(1, 5);
  // No time has passed yet.
  expect(rates.perSecond(1)).toBeNull();
  now = 101_000;
  expect(rates.perSecond(1)).toBe(5);
});

test('counts the records of a request on average, and one as long as nothing was sent', () => {
  const rates = createUploadRates({ monotonic: () => 0 });
  expect(rates.perRequest(1)).toBe(1);
  rates.finished(1, 5);
  expect(rates.perRequest(1)).toBe(1);
  rates.sent(1, 10);
  rates.sent(1, 20);
  expect(rates.perRequest(1)).toBe(15);
});

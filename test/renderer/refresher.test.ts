import { expect, test, vi } from 'vitest';
import { createRefresher } from '../../src/renderer/state/refresher.ts';

test('asked many times at once, it works once at once and once more afterwards', async () => {
  let runs = 0;
  const ask = createRefresher(async () => {
    runs++;
  }, 1);
  for (let i = 0; i < 20; i++) ask();
  expect(runs).toBe(1);
  await vi.waitFor(() => expect(runs).toBe(2));
  ask();
  await vi.waitFor(() => expect(runs).toBe(3));
});

test('it never works twice at the same time', async () => {
  let inside = 0;
  let most = 0;
  let runs = 0;
  const ask = createRefresher(async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 2));
    inside--;
    runs++;
  }, 0);
  for (let i = 0; i < 5; i++) {
    ask();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(2));
  expect(most).toBe(1);
});

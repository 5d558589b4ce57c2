import { expect, test } from 'vitest';
import { hoursBench } from '../bench/hoursBench.ts';

test('on a simulated clock, the progress of thousands matches their rows and stored data stays small', async () => {
  const rows = await hoursBench(1_000);
  const measured = (what: string) => rows.find(({ name }) => name.endsWith(what))?.value;
  expect(measured('records that the progress was wrong by')).toBe(0);
  expect(measured('rows kept of requests, for each request')).toBe(1);
  expect(measured('time left, furthest from what it took')).toBeLessThan(60);
  expect(measured('largest file of changes beside the database')).toBeLessThan(16);
  expect(measured('log')).toBeLessThan(1);
}, 60_000);

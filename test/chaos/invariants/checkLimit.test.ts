import { expect, test } from 'vitest';
import { checkLimit } from './checkLimit.ts';

const left = { check: 'limit at departure', name: 'left' } as const;

test('a burst over the limit', () => {
  const limit = { supply: [{ from: 0, perSecond: 2 }], burst: 5 };
  const at = (times: number[]) => times.map((ms) => ({ from: ms, to: ms }));
  const steady = [0, 0, 0, 0, 0, 500, 1000, 1500, 6000, 6000, 6000, 6000, 6000];
  expect(checkLimit(at(steady), limit, left)).toEqual([]);
  expect(checkLimit(at([...steady, 6100]), limit, left)).toMatchObject([
    { text: expect.stringContaining('over the limit') },
  ]);
  expect(checkLimit(at([0, 0, 0, 0, 0, 0]), limit, left)).toMatchObject([
    { text: expect.stringContaining('6 requests left within') },
  ]);
});

test('a burst over a lowered limit', () => {
  const burst = 5;
  const supply = [
    { from: 0, perSecond: 2 },
    { from: 10_000, perSecond: 0.5 },
  ];
  const every = (ms: number, from: number, to: number) =>
    Array.from({ length: (to - from) / ms }, (_, index) => ({
      from: from + index * ms,
      to: from + index * ms,
    }));
  const slower = [...every(500, 0, 10_000), ...every(2000, 10_000, 60_000)];
  expect(checkLimit(slower, { supply, burst }, left)).toEqual([]);
  expect(checkLimit(every(500, 0, 20_000), { supply, burst }, left)).toMatchObject([
    { text: expect.stringContaining('over the limit') },
  ]);
});

test('a request that was delayed on its way does not count against those behind it', () => {
  const limit = { supply: [{ from: 0, perSecond: 1 }], burst: 1 };
  expect(
    checkLimit(
      [
        { from: 0, to: 1000 },
        { from: 1000, to: 1000 },
      ],
      limit,
      left,
    ),
  ).toEqual([]);
});

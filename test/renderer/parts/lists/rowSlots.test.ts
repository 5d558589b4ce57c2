import { expect, test } from 'vitest';
import { assignSlots } from '../../../../src/renderer/parts/lists/rowSlots.ts';

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

test('rows that stay in view keep their slots, and new rows reuse the freed ones', () => {
  const before = assignSlots(new Map(), range(0, 9));
  const after = assignSlots(before, range(4, 13));
  expect(range(4, 9).map((row) => after.get(row))).toEqual(range(4, 9).map((row) => before.get(row)));
  expect([...after.values()].sort((one, other) => one - other)).toEqual(range(0, 9));
});

test('the focused row keeps its slot however far the list scrolls', () => {
  let slots = assignSlots(new Map(), range(0, 30));
  const own = slots.get(7);
  for (let first = 0; first < 90_000; first += 997)
    slots = assignSlots(slots, [7, ...range(first + 8, first + 38)]);
  expect(slots.get(7)).toBe(own);
  expect(Math.max(...slots.values())).toBeLessThan(33);
});

test('no two rows share a slot', () => {
  let slots = assignSlots(new Map(), range(0, 5));
  for (const [first, last] of [
    [3, 20],
    [100, 102],
    [0, 40],
    [39, 41],
  ] as const) {
    slots = assignSlots(slots, range(first, last));
    expect(new Set(slots.values()).size).toBe(last - first + 1);
  }
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowAfterKey } from '../../src/renderer/parts/gridKeys.ts';

const at = (active: number, total = 100) => ({ active, total, page: 10 });

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 99, 99],
  ['ArrowDown', -1, 0],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, -1],
  ['PageDown', 3, 13],
  ['PageDown', 95, 99],
  ['PageUp', 13, 3],
  ['PageUp', 3, 0],
  ['Home', 50, 0],
  ['End', 50, 99],
] as const)('%s from row %i leads to row %i', (key, from, to) => {
  expect(rowAfterKey(key, at(from))).toBe(to);
});

test('other keys are not about moving', () => {
  expect(rowAfterKey('Enter', at(3))).toBeNull();
});

test('no key ever leads out of the grid', () => {
  const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End');
  fc.assert(
    fc.property(keys, fc.nat(200), fc.nat(300), (key, total, from) => {
      const to = rowAfterKey(key, at(Math.min(from, total - 1), total));
      expect(to).toBeGreaterThanOrEqual(-1);
      expect(to).toBeLessThan(Math.max(total, 1));
    }),
  );
});

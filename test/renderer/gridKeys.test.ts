import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeAfterKey } from '../../src/renderer/parts/grid/useGridKeys.ts';

const press = (key: string, isCtrl = false) => ({ key, ctrlKey: isCtrl, metaKey: false });
const list = { rows: 100, columns: 1, page: 10, top: -1 } as const;
const matrix = { rows: 100, columns: 8, page: 10, top: 0 } as const;

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
] as const)('%s from row %i of a list leads to row %i', (key, from, to) => {
  expect(placeAfterKey(press(key), { row: from, column: 0 }, list)).toEqual({ row: to, column: 0 });
});

test.each([
  ['ArrowUp', [0, 3], [0, 3]],
  ['ArrowRight', [5, 3], [5, 4]],
  ['ArrowRight', [5, 7], [5, 7]],
  ['ArrowLeft', [5, 0], [5, 0]],
  ['Home', [5, 3], [5, 0]],
  ['End', [5, 3], [5, 7]],
  ['PageDown', [5, 3], [15, 3]],
] as const)('%s from %j of a matrix leads to %j', (key, [row, column], [toRow, toColumn]) => {
  expect(placeAfterKey(press(key), { row, column }, matrix)).toEqual({ row: toRow, column: toColumn });
});

test('Ctrl with Home and End moves to the corners', () => {
  expect(placeAfterKey(press('Home', true), { row: 5, column: 3 }, matrix)).toEqual({ row: 0, column: 0 });
  expect(placeAfterKey(press('End', true), { row: 5, column: 3 }, matrix)).toEqual({ row: 99, column: 7 });
  expect(placeAfterKey(press('ArrowDown', true), { row: 5, column: 3 }, matrix)).toBeNull();
});

test('other keys do not move, nor do left and right in a list', () => {
  for (const key of ['Enter', 'a', 'ArrowLeft', 'ArrowRight'])
    expect(placeAfterKey(press(key), { row: 3, column: 0 }, list)).toBeNull();
  expect(placeAfterKey(press('Enter'), { row: 3, column: 0 }, matrix)).toBeNull();
});

test('no key ever moves out of the grid', () => {
  const keys = fc.constantFrom(
    ...['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp', 'Home', 'End'],
  );
  const sizes = fc.record({
    rows: fc.nat(200),
    columns: fc.integer({ min: 1, max: 9 }),
    page: fc.integer({ min: 1, max: 40 }),
    top: fc.constantFrom<-1 | 0>(-1, 0),
  });
  fc.assert(
    fc.property(keys, fc.boolean(), sizes, fc.nat(300), fc.nat(20), (key, isCtrl, size, row, column) => {
      const from = { row: Math.min(row, size.rows - 1), column: Math.min(column, size.columns - 1) };
      const to = placeAfterKey(press(key, isCtrl), from, size);
      if (to === null) return;
      expect(to.row).toBeGreaterThanOrEqual(-1);
      expect(to.row).toBeLessThan(Math.max(size.rows, 1));
      expect(to.column).toBeGreaterThanOrEqual(0);
      expect(to.column).toBeLessThan(size.columns);
    }),
  );
});

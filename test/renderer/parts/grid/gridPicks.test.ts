import { expect, test } from 'vitest';
import { withoutGone } from '../../../../src/renderer/parts/grid/gridPicks.ts';

const picksOf = (...ids: number[]) => new Map(ids.map((id) => [id, { id }]));
const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));

test('rows that have left a list are no longer selected, wherever the others are', () => {
  const picked = picksOf(1, 2, 3);
  expect([...withoutGone(picked, picked, rowsOf(9, 3, 1)).keys()]).toEqual([1, 3]);
  expect(withoutGone(picked, picked, rowsOf(3, 2, 1))).toEqual(picked);
  expect(withoutGone(picked, picked, []).size).toBe(0);
});

test('a row that was selected after the list was fetched stays selected', () => {
  expect([...withoutGone(picksOf(1, 2, 7), picksOf(1, 2), rowsOf(2, 3)).keys()]).toEqual([2, 7]);
});

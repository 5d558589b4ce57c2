import { expect, test } from 'vitest';
import {
  followTrail,
  type LoadedRows,
  neighboursIn,
} from '../../../../src/renderer/state/records/recordTrail.ts';

const rows = (ids: readonly number[], more: Partial<LoadedRows> = {}): LoadedRows => ({
  listKey: 'by change',
  ids,
  first: 0,
  total: ids.length,
  ...more,
});
const open = (list: LoadedRows, id: number) => followTrail(null, list, id)!;

test('a record has the neighbours of the list in which it is opened', () => {
  expect(neighboursIn(open(rows([1, 2, 3]), 2))).toEqual({ place: 2, total: 3, before: 1, after: 3 });
  expect(neighboursIn(open(rows([1, 2, 3]), 1))).toMatchObject({ before: undefined, after: 2 });
});

test('it keeps them if a change moves it to the top, or out of the list', () => {
  const trail = open(rows([1, 2, 3]), 2);
  for (const list of [rows([2, 1, 3]), rows([1, 3])])
    expect(neighboursIn(followTrail(trail, list, 2)!)).toMatchObject({ place: 2, before: 1, after: 3 });
});

test('Next and Previous follow the original order', () => {
  const second = open(rows([1, 2, 3]), 2);
  const third = followTrail(second, rows([1, 3]), 3)!;
  expect(neighboursIn(third)).toEqual({ place: 3, total: 3, before: 2, after: undefined });
  expect(neighboursIn(followTrail(third, rows([1]), 2)!)).toMatchObject({ before: 1, after: 3 });
});

test('a record that is chosen elsewhere in the list, or in another list, starts again', () => {
  const trail = open(rows([1, 2, 3, 4]), 1);
  expect(neighboursIn(followTrail(trail, rows([1, 4, 3, 2]), 4)!)).toMatchObject({ before: 1, after: 3 });
  const other = rows([2, 1], { listKey: 'by title' });
  expect(neighboursIn(followTrail(trail, other, 1)!)).toMatchObject({ before: 2, after: undefined });
});

test('a record outside of the loaded rows has no neighbours', () => {
  expect(followTrail(null, rows([1, 2]), 9)).toBeNull();
});

test('at the end of the loaded rows the list is used as it is now', () => {
  const last = open(rows([5, 6], { first: 4, total: 10 }), 6);
  const more = followTrail(last, rows([5, 6, 7, 8], { first: 4, total: 10 }), 6)!;
  expect(neighboursIn(more)).toMatchObject({ place: 6, total: 10, before: 5, after: 7 });
  const first = open(rows([5, 6], { first: 4, total: 10 }), 5);
  const before = followTrail(first, rows([3, 4, 5, 6], { first: 2, total: 10 }), 5)!;
  expect(neighboursIn(before)).toMatchObject({ place: 5, before: 4, after: 6 });
});

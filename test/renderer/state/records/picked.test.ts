import { describe, expect, test } from 'vitest';
import {
  countPicked,
  isAnyPicked,
  isPicked,
  pick,
  pickAll,
  pickedInBoth,
  pickedOrAll,
  pickNothing,
  toSelection,
} from '../../../../src/renderer/state/records/picked.ts';

describe('rows selected one by one', () => {
  const picked = pick(pick(pickNothing, [1, 2, 3], true), [2], false);

  test('are the only ones selected', () => {
    expect([1, 2, 3, 4].filter((id) => isPicked(picked, id))).toEqual([1, 3]);
    expect(countPicked(picked, 100)).toBe(2);
  });

  test('are sent as ids', () => {
    expect(toSelection(picked, { text: 'karst' })).toEqual({ ids: [1, 3] });
  });
});

describe('selecting all matches', () => {
  const picked = pick(pick(pickAll, [2, 5], false), [5], true);

  test('selects all but the deselected ones', () => {
    expect([1, 2, 5].filter((id) => isPicked(picked, id))).toEqual([1, 5]);
    expect(countPicked(picked, 100)).toBe(99);
  });

  test('is sent as a filter, so that unloaded rows are included', () => {
    expect(toSelection(picked, { text: 'karst' })).toEqual({ filter: { text: 'karst' }, except: [2] });
  });

  test('never counts fewer than none', () => {
    expect(countPicked(picked, 0)).toBe(0);
  });

  test('keeps out what was deselected while the number of rows is not known', () => {
    expect(pickedOrAll(picked, null)).toBe(picked);
    expect(isAnyPicked(picked, null)).toBe(true);
  });

  test('means all rows again once each of them is deselected', () => {
    expect(pickedOrAll(picked, 1)).toBe(pickAll);
    expect(pickedOrAll(picked, 2)).toBe(picked);
    expect(pickedOrAll(pickNothing, null)).toBe(pickAll);
    expect(isAnyPicked(pickNothing, null)).toBe(false);
  });
});

test('what is selected in both of two selections, whichever comes first', () => {
  const some = pick(pickNothing, [1, 2, 3], true);
  const others = pick(pickNothing, [2, 3, 4], true);
  const most = pick(pickAll, [3], false);
  const pairs: [typeof some, typeof some, number[]][] = [
    [some, others, [2, 3]],
    [some, most, [1, 2]],
    [most, pick(pickAll, [5], false), [1, 2, 4]],
    [some, pickNothing, []],
  ];
  for (const [one, other, ids] of pairs)
    for (const both of [pickedInBoth(one, other), pickedInBoth(other, one)])
      expect([1, 2, 3, 4, 5].filter((id) => isPicked(both, id))).toEqual(ids);
});

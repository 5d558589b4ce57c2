import { describe, expect, test } from 'vitest';
import {
  countPicked,
  isPicked,
  pick,
  pickAll,
  pickNothing,
  toSelection,
} from '../../src/renderer/state/records/picked.ts';

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
});

import { describe, expect, test } from 'vitest';
import {
  countPicked,
  isPicked,
  pick,
  pickAll,
  pickNothing,
  toSelection,
} from '../../src/renderer/state/picked.ts';

describe('rows picked one by one', () => {
  const picked = pick(pick(pickNothing, [1, 2, 3], true), [2], false);

  test('are those and no others', () => {
    expect([1, 2, 3, 4].filter((id) => isPicked(picked, id))).toEqual([1, 3]);
    expect(countPicked(picked, 100)).toBe(2);
  });

  test('are sent by their ids', () => {
    expect(toSelection(picked, { text: 'karst' })).toEqual({ ids: [1, 3] });
  });
});

describe('all that match', () => {
  const picked = pick(pick(pickAll, [2, 5], false), [5], true);

  test('are all but those let go', () => {
    expect([1, 2, 5].filter((id) => isPicked(picked, id))).toEqual([1, 5]);
    expect(countPicked(picked, 100)).toBe(99);
  });

  test('are sent by the filter, so that rows nobody has seen are among them', () => {
    expect(toSelection(picked, { text: 'karst' })).toEqual({ filter: { text: 'karst' }, except: [2] });
  });

  test('are never fewer than none', () => {
    expect(countPicked(picked, 0)).toBe(0);
  });
});

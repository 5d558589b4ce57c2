import { beforeEach, describe, expect, test } from 'vitest';
import {
  clearFilters,
  draftLists,
  filterKey,
  isNarrowed,
  listOf,
  replaceFilter,
  setFilter,
  setPicked,
  sortBy,
  useDraftsView,
} from '../../../../src/renderer/state/records/draftsView.ts';
import { nextSort } from '../../../../src/renderer/state/records/nextSort.ts';
import { pick, pickNothing } from '../../../../src/renderer/state/records/picked.ts';

beforeEach(() => replaceFilter({}));
const filter = () => useDraftsView.getState().filter;

describe('the filter', () => {
  test('drops empty values', () => {
    setFilter({ text: '  ', readiness: [], sync: ['sent'], journal: undefined });
    expect(filter()).toEqual({ sync: ['sent'] });
  });

  test('is equal for any order of its values', () => {
    expect(filterKey({ sync: ['sent', 'never'] })).toBe(
      filterKey({ sync: ['never', 'sent'], trashed: false }),
    );
    expect(filterKey({ sync: ['sent'] })).not.toBe(filterKey({ readiness: ['ready'] }));
  });

  test('clears the selection, so that nothing unseen stays selected', () => {
    setPicked(pick(pickNothing, [1], true));
    setFilter({ text: 'karst' });
    expect(useDraftsView.getState().picked).toEqual(pickNothing);
  });

  test('can be cleared within the trash', () => {
    setFilter({ trashed: true, text: 'karst' });
    clearFilters();
    expect(filter()).toEqual({ trashed: true });
    expect(isNarrowed(filter())).toBe(false);
  });
});

test('identifies a preset by exactly equal values', () => {
  for (const [name, own] of Object.entries(draftLists)) expect(listOf(own)).toBe(name);
  expect(listOf({ ...draftLists.ready, text: 'karst' })).toBeNull();
  expect(listOf({ sync: ['changed', 'never'], readiness: ['warnings', 'ready'] })).toBe('ready');
});

describe('sorting', () => {
  test('reverses when the same column is chosen', () => {
    expect(nextSort({ by: 'title', direction: 'asc' }, 'title', [])).toEqual({
      by: 'title',
      direction: 'desc',
    });
  });

  test('by time starts with the latest, by text with the first', () => {
    useDraftsView.setState({ sort: { by: 'title', direction: 'asc' } });
    sortBy('updated');
    expect(useDraftsView.getState().sort).toEqual({ by: 'updated', direction: 'desc' });
    sortBy('journal');
    expect(useDraftsView.getState().sort).toEqual({ by: 'journal', direction: 'asc' });
  });
});

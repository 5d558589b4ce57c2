import { expect, test } from 'vitest';
import { possibleRows } from '../../src/main/backups/makeBackup.ts';

test('a copy of a data file that nobody wrote to has exactly its rows', () => {
  const before = { drafts: 5, draft_search_data: 40 };
  expect(possibleRows(before, null)).toEqual({ drafts: [5, 5], draft_search_data: [40, 40] });
});

test('a copy made between two writes has a number of rows between theirs, but any number of search segments', () => {
  const before = { drafts: 5, imports: 2, draft_search_data: 40, draft_search_idx: 9 };
  const after = { drafts: 7, imports: 1, draft_search_data: 38, draft_search_idx: 8 };
  expect(possibleRows(before, after)).toEqual({
    drafts: [5, 7],
    imports: [1, 2],
    draft_search_data: [0, Number.POSITIVE_INFINITY],
    draft_search_idx: [0, Number.POSITIVE_INFINITY],
  });
});

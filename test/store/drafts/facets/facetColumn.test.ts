import { expect, test } from 'vitest';
import { FacetColumn } from '../../../../src/main/store/drafts/facets/facetColumn.ts';
import { IdSet, mostDraftId } from '../../../../src/main/store/drafts/idSet.ts';

test('values of a number that no draft has are left out', () => {
  const column = new FacetColumn(3);
  for (const id of [2 ** 40, mostDraftId + 1, 2, -7, 4]) column.set(id, `of ${id}`);
  expect(column.values).toEqual(['', 'of 4']);
  expect([...column.count(new IdSet([3, 4]))]).toEqual([1, 1]);
});

import { expect, test } from 'vitest';
import {
  filterToQuery,
  type ListView,
  readFilterQuery,
} from '../../../../src/renderer/state/records/filterQuery.ts';

const views: ListView[] = [
  { filter: {}, sort: { by: 'updated', direction: 'desc' } },
  { filter: { text: 'sea & land', trashed: true }, sort: { by: 'title', direction: 'asc' } },
  {
    filter: {
      journal: ['1234-5679/'],
      year: ['2024', ''],
      not: { keyword: ['a=b', 'c&d'] },
      missing: ['doi', 'link'],
    },
    sort: { by: 'sent', direction: 'desc' },
  },
  { filter: { refusal: 'issn-unknown', list: 'missing-orcid' }, sort: { by: 'sync', direction: 'desc' } },
  { filter: { sentIn: '2026-11' }, sort: { by: 'updated', direction: 'asc' } },
];

test.each(views)('an address describes its list: $filter', (view) => {
  expect(readFilterQuery(filterToQuery(view))).toEqual({ ...view, ignored: [] });
});

test('parameters that mean nothing are ignored and named', () => {
  const query = 'year=2024&sentIn=lately&missing=teeth&sort=-luck&refusal=&colour=blue&import=-1';
  expect(readFilterQuery(query)).toEqual({
    filter: { year: ['2024'] },
    sort: { by: 'updated', direction: 'desc' },
    ignored: ['sentIn', 'missing', 'sort', 'refusal', 'colour', 'import'],
  });
});

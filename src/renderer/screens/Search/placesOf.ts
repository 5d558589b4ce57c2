import { lastPage } from '../../../shared/search/searchQuery.ts';

/** The page lengths to choose from; each divides the 1,000 records that the directory returns at most. */
export const pageSizes = [10, 25, 50, 100] as const;

/** The range of a search's records that can be seen, and the position of page `page` in it; `first` and `last` are 1-based. */
export function placesOf({ total, pageSize, page }: { total: number; pageSize: number; page: number }): {
  pages: number;
  reachable: number;
  first: number;
  last: number;
  isWalled: boolean;
} {
  const all = Math.ceil(total / pageSize);
  const pages = Math.min(all, lastPage(pageSize));
  const reachable = Math.min(total, pages * pageSize);
  const first = Math.min(reachable, (page - 1) * pageSize + 1);
  return { pages, reachable, first, last: Math.min(reachable, page * pageSize), isWalled: reachable < total };
}

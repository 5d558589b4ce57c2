import { lastPage } from '../../../shared/search/searchQuery.ts';

/** Lengths of a page that can be chosen; each divides the 1,000 records that the directory hands out at most. */
export const pageSizes = [10, 25, 50, 100] as const;

/** What of a search's records can be seen, and where page `page` stands among them; `first` and `last` are 1-based. */
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

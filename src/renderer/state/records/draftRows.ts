import type { DraftFilter, DraftRow, DraftSort } from '../../../shared/draft/draft.ts';
import { call } from '../data/client.ts';
import { pageQuery, pageSize } from '../data/pages.ts';
import { queryClient, useCall } from '../data/queries.ts';
import { getAccount, useAccount } from '../data/session.ts';
import { type UsedPages, usePages } from '../data/usePages.ts';
import { useDraftsView } from './draftsView.ts';

/** How many rows one call returns at most. */
const maxRows = 500;

export interface DraftQuery {
  accountId: string;
  filter: DraftFilter;
  sort: DraftSort;
}

/** The rows of a list, fetched as they come into view. */
export function useDraftPages(query: DraftQuery | null): UsedPages<DraftRow> {
  return usePages('drafts.list', query, ({ rows }) => rows);
}

/** The number of drafts in the current list; null until it is known. */
export function useDraftTotal(): number | null {
  const accountId = useAccount()?.id;
  const { filter, sort } = useDraftsView();
  const input = accountId === undefined ? null : { accountId, filter, sort, offset: 0, limit: pageSize };
  return useCall('drafts.list', input).data?.total ?? null;
}

/** The same for code outside components. */
export function draftTotal(): number | null {
  const query = draftQuery();
  return (
    (query && queryClient.getQueryData<Page>(pageQuery('drafts.list', query, 0).queryKey)?.total) ?? null
  );
}

/** The ids of rows `first` to `last` of the current list, fetched if they are not cached. */
export async function idsBetween(first: number, last: number): Promise<number[]> {
  const ids: number[] = [];
  const query = draftQuery();
  for (let index = first; query && index <= last; ) {
    const { rows, next } = cachedFrom(query, index, last) ?? (await fetchFrom(query, index, last));
    ids.push(...rows.map(({ id }) => id));
    index = next;
  }
  return ids;
}

interface Page {
  total: number;
  rows: readonly DraftRow[];
}

/** The list in view; null until the account is known. */
export function draftQuery(): DraftQuery | null {
  const account = getAccount();
  const { filter, sort } = useDraftsView.getState();
  return account && { accountId: account.id, filter, sort };
}

/** Rows of a range, fewer than its places if some cannot be read, and the place that follows it. */
interface Part {
  rows: readonly DraftRow[];
  next: number;
}

/** The cached rows from `index` to the end of its page or to `last`. */
function cachedFrom(query: DraftQuery, index: number, last: number): Part | undefined {
  const page = Math.floor(index / pageSize);
  const { queryKey } = pageQuery('drafts.list', query, page);
  const from = page * pageSize;
  const rows = queryClient.getQueryData<Page>(queryKey)?.rows.slice(index - from, last + 1 - from);
  return rows && { rows, next: Math.min(last + 1, from + pageSize) };
}

async function fetchFrom(query: DraftQuery, index: number, last: number): Promise<Part> {
  const limit = Math.min(maxRows, last - index + 1);
  const { rows } = await call('drafts.list', { ...query, offset: index, limit });
  return { rows, next: index + limit };
}

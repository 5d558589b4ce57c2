import { useQuery } from '@tanstack/react-query';
import type {
  ApplicationCounts,
  ApplicationRow,
  ApplicationSort,
} from '../../../shared/application/applicationDraft.ts';
import type { AppError } from '../../../shared/errors.ts';
import { matchRequests, rowsOf, useRequestsView } from '../records/requestsView.ts';
import { asAppError, call } from './client.ts';
import { isSameAccount, queryClient, useCall } from './queries.ts';
import { useAccount } from './session.ts';

/** How many rows one call returns at most. */
const maxRows = 500;

/** The account's applications and Update Requests (a few hundred at most); `rows` is null until loaded. */
export function useApplications(): {
  rows: readonly ApplicationRow[] | null;
  trashed: readonly ApplicationRow[];
  error: AppError | null;
} {
  const rows = useAllRows(false);
  const trashed = useAllRows(true);
  return { rows: rows.data ?? null, trashed: trashed.data ?? none, error: rows.error ?? trashed.error };
}

/** All applications of the account outside the trash, as they are now. */
export function readApplications(accountId: string): Promise<ApplicationRow[]> {
  return fetchRows(accountId, false, useRequestsView.getState().sort);
}

/** The rows of the list that is shown, in its order, as far as they are loaded. */
export function shownApplications(accountId: string): readonly ApplicationRow[] {
  const { list, text, sort } = useRequestsView.getState();
  const all = (trashed: boolean) =>
    queryClient.getQueryData<ApplicationRow[]>(keyOfRows(accountId, trashed, sort));
  return rowsOf(list, matchRequests(all(false) ?? none, text), matchRequests(all(true) ?? none, text));
}

/** How many there are of each kind; null before the first answer. */
export function useApplicationCounts(): ApplicationCounts | null {
  const accountId = useAccount()?.id;
  return useCall('applications.counts', accountId === undefined ? null : { accountId }).data ?? null;
}

function useAllRows(isTrashed: boolean) {
  const accountId = useAccount()?.id ?? '';
  const sort = useRequestsView((view) => view.sort);
  const queryKey = keyOfRows(accountId, isTrashed, sort);
  return useQuery({
    queryKey,
    queryFn: () => fetchRows(accountId, isTrashed, sort),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: accountId !== '',
    placeholderData: (before: ApplicationRow[] | undefined, query) =>
      query && isSameAccount(query.queryKey, queryKey) ? before : undefined,
  });
}

function keyOfRows(accountId: string, trashed: boolean, sort: ApplicationSort) {
  return ['applications.list', { accountId, filter: { trashed }, sort }] as const;
}

async function fetchRows(
  accountId: string,
  trashed: boolean,
  sort: ApplicationSort,
): Promise<ApplicationRow[]> {
  const rows: ApplicationRow[] = [];
  for (;;) {
    const page = await fetchPage({
      accountId,
      filter: { trashed },
      sort,
      offset: rows.length,
      limit: maxRows,
    });
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.total) return rows;
  }
}

async function fetchPage(input: Parameters<typeof call<'applications.list'>>[1]) {
  try {
    return await call('applications.list', input);
  } catch (error) {
    throw asAppError(error);
  }
}

const none: readonly ApplicationRow[] = [];

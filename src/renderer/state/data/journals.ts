import { useQuery } from '@tanstack/react-query';
import type { Journal } from '../../../shared/contract/journals.ts';
import type { AppError } from '../../../shared/errors.ts';
import { useJournalsView } from '../records/journalsView.ts';
import { storeAnswer } from './invalidation.ts';
import { callQuery, queryClient, useCall } from './queries.ts';
import { useAccount } from './session.ts';

export interface Journals {
  /** By title. */
  list: readonly Journal[];
  /** ISO time at which the directory gave them; null: never. */
  fetchedAt: string | null;
  /** True if there may be more, because they were found without the account's name. */
  isPartial: boolean;
  /** The journals that the rules may rely on; null while not all of the account's journals are known. */
  known: readonly Journal[] | null;
  /** True once the journals stored on this computer have been read. */
  isLoaded: boolean;
  isBusy: boolean;
  error: AppError | null;
  refresh: () => Promise<void>;
}

/** The account's journals as they are stored for work without a connection. */
export function useJournals(accountId: string | undefined): Journals {
  const input = accountId === undefined ? null : { accountId };
  const stored = useCall('journals.list', input);
  const refresh = useQuery({
    ...callQuery('journals.refresh', { accountId: accountId ?? '' }),
    enabled: false,
  });
  const { journals = none, fetchedAt = null, isPartial = false } = stored.data ?? {};
  const isRefreshError = refresh.errorUpdatedAt > stored.dataUpdatedAt && !refresh.isFetching;
  return {
    list: journals,
    fetchedAt,
    isPartial,
    known: fetchedAt === null || isPartial ? null : journals,
    isLoaded: stored.data !== undefined || stored.error !== null,
    isBusy: refresh.isFetching,
    error: stored.error ?? (isRefreshError ? refresh.error : null),
    refresh: async () => {
      if (accountId !== undefined) await refreshJournals(accountId);
    },
  };
}

/** Returns true if the ISSNs of the account in use cannot be checked, because its journals are not known. */
export function useIssnsUnchecked(): boolean {
  const { known, isLoaded } = useJournals(useAccount()?.id);
  return isLoaded && known === null;
}

/** The journals of the account in use in the order of their list. */
export function useSortedJournals(): readonly Journal[] {
  const accountId = useAccount()?.id;
  const sort = useJournalsView((view) => view.sort);
  const isByTitle = sort.by === 'title' && sort.direction === 'asc';
  const input = accountId === undefined ? null : { accountId, ...(!isByTitle && { sort }) };
  return useCall('journals.list', input, { keepsPrevious: true }).data?.journals ?? none;
}

/**
 * Asks the directory for the journals of an account; returns true if it answered. An error is in `error` of
 * `useJournals`.
 */
export async function refreshJournals(accountId: string): Promise<boolean> {
  const { queryKey } = callQuery('journals.refresh', { accountId });
  if (queryClient.isFetching({ queryKey }) > 0) return false;
  try {
    await fetchJournals(accountId);
    return true;
  } catch {
    return false;
  }
}

/** The same for a caller that shows the error itself; joins a request that is under way. */
export async function fetchJournals(accountId: string): Promise<void> {
  const query = { ...callQuery('journals.refresh', { accountId }), staleTime: 0 };
  const answer = await queryClient.fetchQuery(query);
  storeAnswer('journals.list', { accountId }, () => answer);
}

const none: readonly Journal[] = [];

import type { DraftFilter, Facets } from '../../../shared/draft/draft.ts';
import { useCall } from './queries.ts';
import { useAccount } from './session.ts';

/** Counts of the account's drafts that match a filter, of all of them without one; null until they are loaded. */
export function useFacets(filter: DraftFilter = everything): Facets | null {
  const accountId = useAccount()?.id;
  const input = accountId === undefined ? null : { accountId, filter };
  return useCall('drafts.facets', input, { keepsPrevious: true }).data ?? null;
}

const everything: DraftFilter = {};

import type { SavedList } from '../../../shared/draft/draft.ts';
import { useCall } from '../data/queries.ts';
import { useAccount } from '../data/session.ts';
import { filterKey, useDraftsView } from './draftsView.ts';

/** The saved list with exactly the filter of the list of drafts; null if there is none. */
export function useSavedList(): SavedList | null {
  const accountId = useAccount()?.id;
  const key = useDraftsView((view) => filterKey(view.filter));
  const { data = [] } = useCall('drafts.lists', accountId === undefined ? null : { accountId });
  return data.find(({ filter }) => filter !== null && filterKey(filter) === key) ?? null;
}

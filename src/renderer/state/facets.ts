import { create } from 'zustand';
import type { DraftFilter, Facets } from '../../shared/draft/draft.ts';
import { call } from './client.ts';
import { draftLists, filterKey, useDraftsView } from './draftsView.ts';
import { createRefresher } from './refresher.ts';
import { useSession } from './session.ts';

interface FacetsState {
  /** Of all the account's drafts: the counts of the rail. */
  whole: Facets | null;
  /** How many are ready to send. */
  ready: number | null;
  /** Of those that match the filter in use: the counts of its menus. */
  here: Facets | null;
}

export const useFacets = create<FacetsState>(() => ({ whole: null, ready: null, here: null }));

/** Counts anew, for the account and filter in use by the time it runs. */
export const refreshFacets = createRefresher(loadFacets, 500);

async function loadFacets(): Promise<void> {
  const accountId = useSession.getState().account?.id;
  if (accountId === undefined) return;
  const { filter } = useDraftsView.getState();
  const count = (of: DraftFilter) => call('drafts.facets', { accountId, filter: of });
  try {
    const [whole, ready, here] = await Promise.all([count({}), count(draftLists.ready), count(filter)]);
    const isSame = accountId === useSession.getState().account?.id;
    if (!isSame || filterKey(filter) !== filterKey(useDraftsView.getState().filter)) return;
    useFacets.setState({ whole, ready: ready.total, here });
  } catch {
    // The list says what is wrong; old counts beside it are no second error.
  }
}

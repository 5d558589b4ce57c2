import { getAccount } from '../data/session.ts';
import type { ChosenDrafts } from '../dialogs/dialogs.ts';
import { useRoute } from '../navigation/route.ts';
import { draftTotal } from './draftRows.ts';
import { useDraftsView } from './draftsView.ts';
import { isAnyPicked, toSelection } from './picked.ts';

/** The selected drafts, else the open one; null if there are neither. */
export function chosenDrafts(): ChosenDrafts | null {
  const accountId = getAccount()?.id;
  const { route } = useRoute.getState();
  const { filter, picked } = useDraftsView.getState();
  if (accountId === undefined || route.screen !== 'drafts' || filter.trashed) return null;
  if (isAnyPicked(picked, draftTotal())) return { accountId, selection: toSelection(picked, filter) };
  return route.draftId === null ? null : { accountId, selection: { ids: [route.draftId] } };
}

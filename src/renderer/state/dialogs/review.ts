import { create } from 'zustand';
import type { DraftRow, Selection } from '../../../shared/draft/draft.ts';
import { getAccount } from '../data/session.ts';
import { useRoute } from '../navigation/route.ts';
import { draftTotal } from '../records/draftRows.ts';
import { useDraftsView } from '../records/draftsView.ts';
import { countPicked, toSelection } from '../records/picked.ts';

/** The drafts whose review and assignee are being set; `now`: the current values of a single draft. */
export interface ReviewRequest {
  accountId: string;
  selection: Selection;
  now: Pick<DraftRow, 'review' | 'assignee'> | null;
}

export const useReview = create<{ request: ReviewRequest | null }>(() => ({ request: null }));

/** Opens the dialog that sets the review and assignee of these drafts, on any screen. */
export function openReview(request: ReviewRequest): void {
  useReview.setState({ request });
}

export function closeReview(): void {
  useReview.setState({ request: null });
}

/** The selected drafts, else the open one; null if there are neither. */
export function chosenDrafts(): Pick<ReviewRequest, 'accountId' | 'selection'> | null {
  const accountId = getAccount()?.id;
  const { route } = useRoute.getState();
  const { filter, picked } = useDraftsView.getState();
  if (accountId === undefined || route.screen !== 'drafts' || filter.trashed) return null;
  if (countPicked(picked, draftTotal() ?? 0) > 0)
    return { accountId, selection: toSelection(picked, filter) };
  return route.draftId === null ? null : { accountId, selection: { ids: [route.draftId] } };
}

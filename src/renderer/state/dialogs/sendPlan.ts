import { create } from 'zustand';
import type { Selection } from '../../../shared/draft/draft.ts';

/** The drafts to check and send. */
export interface SendPlanRequest {
  accountId: string;
  selection: Selection;
  /** True if the user chose to send articles that were deleted from the directory as new ones. */
  includeDeleted: boolean;
}

/** The request of "Check and send"; null while the dialog is closed. */
export const useSendPlan = create<{ plan: SendPlanRequest | null }>(() => ({ plan: null }));

/** Opens the send plan of these drafts, on any screen. */
export function openSendPlan(
  accountId: string,
  selection: Selection,
  { includeDeleted = false }: { includeDeleted?: boolean } = {},
): void {
  useSendPlan.setState({ plan: { accountId, selection, includeDeleted } });
}

export function closeSendPlan(): void {
  useSendPlan.setState({ plan: null });
}

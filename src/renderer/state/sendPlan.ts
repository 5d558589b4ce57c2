import { create } from 'zustand';
import type { Selection } from '../../shared/draft/draft.ts';

/** The request of "Check and send"; null while the dialog is closed. */
export const useSendPlan = create<{ plan: { accountId: string; selection: Selection } | null }>(() => ({
  plan: null,
}));

/** Opens the send plan of these drafts, on any screen. */
export function openSendPlan(accountId: string, selection: Selection): void {
  useSendPlan.setState({ plan: { accountId, selection } });
}

export function closeSendPlan(): void {
  useSendPlan.setState({ plan: null });
}

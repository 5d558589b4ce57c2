import { create } from 'zustand';
import type { Selection } from '../../shared/draft/draft.ts';

/** What "Check and send" was asked for; null while the dialog is closed. */
export const useSendPlan = create<{ plan: { accountId: string; selection: Selection } | null }>(() => ({
  plan: null,
}));

/** Opens the plan of sending these drafts, on whichever screen the person is. */
export function openSendPlan(accountId: string, selection: Selection): void {
  useSendPlan.setState({ plan: { accountId, selection } });
}

/** Closes it. */
export function closeSendPlan(): void {
  useSendPlan.setState({ plan: null });
}

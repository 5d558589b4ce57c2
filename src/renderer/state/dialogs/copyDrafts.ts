import { create } from 'zustand';
import type { Selection } from '../../../shared/draft/draft.ts';

/** The drafts to copy to another account. */
export interface CopyRequest {
  accountId: string;
  selection: Selection;
}

export const useCopyDrafts = create<{ request: CopyRequest | null }>(() => ({ request: null }));

/** Opens the dialog that copies these drafts to another account, on any screen. */
export function openCopyDrafts(request: CopyRequest): void {
  useCopyDrafts.setState({ request });
}

export function closeCopyDrafts(): void {
  useCopyDrafts.setState({ request: null });
}

import { create } from 'zustand';
import type { FixKind } from '../../../shared/article/edits/fixFindings.ts';
import type { Selection } from '../../../shared/draft/draft.ts';

/** The drafts to edit, and the fix to start with. */
export interface BulkEditRequest {
  accountId: string;
  selection: Selection;
  fix: FixKind | null;
}

/** The bulk edit that is open; null while the dialog is closed. */
export const useBulkEdit = create<{ request: BulkEditRequest | null }>(() => ({ request: null }));

/** Opens the bulk edit of these drafts, on any screen. */
export function openBulkEdit(request: BulkEditRequest): void {
  useBulkEdit.setState({ request });
}

export function closeBulkEdit(): void {
  useBulkEdit.setState({ request: null });
}

import { create } from 'zustand';
import type { FixKind } from '../../../shared/article/edits/fixFindings.ts';
import type { CallInput } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { DraftRow, Selection } from '../../../shared/draft/draft.ts';

/** Drafts of one account. */
export interface ChosenDrafts {
  accountId: string;
  selection: Selection;
}

/** What each dialog that opens on any screen is opened with; `lazyScreens.ts` names its component. */
export interface DialogRequests {
  /** Checks and sends drafts; `includeDeleted`: also those whose articles were deleted, as new articles. */
  sendPlan: ChosenDrafts & { includeDeleted?: boolean };
  /** Edits drafts; `fix`: the fix to start with. */
  bulkEdit: ChosenDrafts & { fix: FixKind | null };
  /** Copies drafts to another account. */
  copyDrafts: ChosenDrafts;
  /** Sets the review and the person of drafts; `now`: the current values of a single draft. */
  review: ChosenDrafts & { now: Pick<DraftRow, 'review' | 'assignee'> | null };
  /** Exports records, or returns a table with its problems. */
  export: ExportRequest | ReturnRequest;
  /** Asks whether to delete `target`, or lists what was deleted if that is null. */
  deletion: { accountId: string; target: DeletionTarget | null };
  /** Asks whether to check the links of drafts, or broken ones again (null: all of these); or shows the check that is running. */
  links: ChosenDrafts | { accountId: string; findings: number[] | null };
  /** Changes an account, or adds one if that is null. */
  account: { account: Account | null };
  /** Asks which repository to harvest, or shows the harvest that is running. */
  harvest: { accountId: string };
}

export type DialogName = keyof DialogRequests;

/** The records to export. */
export interface ExportRequest {
  source: CallInput<'exports.write'>['source'];
  count: number;
  /** An import that was not accepted yet. */
  isPreview?: boolean;
}

/** The import or upload whose table is returned with its problems. */
export interface ReturnRequest {
  returned: CallInput<'exports.tables'>['source'];
}

/** An article of the directory. */
export interface NamedArticle {
  remoteId: string;
  title: string;
  /** When the record shown was last changed at the directory, as ISO time. */
  updated?: string;
}

/** The articles to delete from the directory: those of drafts, or articles given by their ids there. */
export type DeletionTarget =
  | { selection: Selection }
  /** `stays`: titles of other articles with the same DOI or address, which are kept. */
  | { articles: readonly NamedArticle[]; stays?: readonly string[] };

/** The props of a dialog's component. */
export interface DialogProps<N extends DialogName> {
  request: DialogRequests[N];
  onClose: () => void;
}

type OpenDialogs = { [N in DialogName]?: DialogRequests[N] | undefined };

/** The dialogs that are open. */
export const useDialogs = create<OpenDialogs>(() => ({}));

/** Opens a dialog on any screen. */
export function openDialog<N extends DialogName>(name: N, request: DialogRequests[N]): void {
  useDialogs.setState({ [name]: request } as OpenDialogs);
}

export function closeDialog(name: DialogName): void {
  useDialogs.setState({ [name]: undefined });
}

export function isDialogOpen(name: DialogName): boolean {
  return useDialogs.getState()[name] !== undefined;
}

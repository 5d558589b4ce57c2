import type { BulkEdit } from '../../shared/article/edits/bulkEdit.ts';
import type { FixKind } from '../../shared/article/edits/fixFindings.ts';
import type { EditedRow } from '../../shared/contract/edits.ts';
import type { WriteSignal } from '../store/write.ts';

// What the main thread and the thread of the edits tell each other. The main thread loads no code that edits records.

/** A task of a call, worked through in slices. Slices of the same job belong to one undo step. */
export interface EditJob {
  id: string;
  accountId: string;
  /** ISO time. */
  at: string;
  /** null: only reads findings. */
  edit: BulkEdit | CopyDrafts | null;
}

/** Copies the drafts to another account, except those that it has already, by DOI or full-text address. */
interface CopyDrafts {
  do: 'copy';
  to: string;
}

/** Shared by the two threads of the edits: 1 once the writing one wants what the other has computed so far. */
export type Enough = Int32Array<SharedArrayBuffer>;

/** The data that the thread is started with; it passes them on to the second one, with `enough`. */
export interface EditThreadData {
  /** The path of the database. */
  file: string;
  signal: WriteSignal;
  enough?: Enough;
}

export interface EditOrder {
  what: 'preview' | 'rows' | 'apply' | 'fixable' | 'workOut' | 'end' | 'undo';
  job: EditJob;
  /** The next drafts; a slice handles as many as its time allows. */
  ids: readonly number[];
  /** The versions that the preview showed, in the order of `ids`; drafts with another version are left out. */
  versions?: readonly number[];
  /** The drafts after those, which a second thread can compute meanwhile. */
  following?: readonly number[];
  /** For `undo`: the step, and the entry after which it is looked at. */
  undo?: { stepId: number; after: number };
}

/** The result of one slice. */
export interface EditSlice {
  /** How many of the ids were handled. */
  handled: number;
  /** The drafts that were changed or copied, or would be. */
  changed: number[];
  /** The versions of those, unless they were changed or copied. */
  versions: number[];
  /** The titles of drafts that were left out because they are not as the preview showed them. */
  since: string[];
  /** How many drafts the other account already has. */
  known: number;
  /** How many drafts stay unchanged because they are, or would become, too large. */
  tooLarge: number;
  /** How many drafts stay unchanged because their records cannot be read. */
  unreadable: number;
  rows: EditedRow[];
  fixes: FixKind[];
}

/** The undo step of a job. */
export const undoStepOf = ({ id, at, ...job }: EditJob) =>
  ({
    accountId: changedAccount(job),
    kind: job.edit?.do === 'copy' ? 'copyDrafts' : 'editDrafts',
    subject: id,
    at,
  }) as const;

/** The account whose drafts a job changes. */
export const changedAccount = ({ accountId, edit }: Pick<EditJob, 'accountId' | 'edit'>) =>
  edit?.do === 'copy' ? edit.to : accountId;

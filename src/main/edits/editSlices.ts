import { articleSummary } from '../../shared/article/article.ts';
import { checkArticle } from '../../shared/article/articleRules.ts';
import type { BulkEdit } from '../../shared/article/edits/bulkEdit.ts';
import { prepareEdit } from '../../shared/article/edits/editArticle.ts';
import { type FixKind, fixKinds } from '../../shared/article/edits/fixFindings.ts';
import type { EditedRow } from '../../shared/contract/contract.ts';
import type { DraftRecord, Sync } from '../../shared/draft/draft.ts';
import { excerpts, recordChanges } from '../../shared/draft/recordChanges.ts';
import { isRecordTooLarge, recordLimits } from '../../shared/draft/recordLimits.ts';
import type { Message } from '../../shared/message.ts';
import { createAccountStore } from '../store/accounts/accountStore.ts';
import type { Db } from '../store/database.ts';
import { draftColumns } from '../store/drafts/draftColumns.ts';
import { createDraftWriter } from '../store/drafts/draftWriter.ts';
import { createJournalStore } from '../store/journals/journalStore.ts';
import { rememberRecent } from '../store/rememberRecent.ts';
import { createUndoWriter } from '../store/undo/undoWriter.ts';
import { type WriteSignal, write } from '../store/write.ts';
import { findRegex } from './findRegex.ts';

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
export interface CopyDrafts {
  do: 'copy';
  to: string;
}

/** The data with which the thread is started. */
export interface EditThreadData {
  /** The path of the database. */
  file: string;
  signal: WriteSignal;
}

export interface EditOrder {
  what: 'preview' | 'rows' | 'apply' | 'fixable';
  job: EditJob;
  /** The next drafts; a slice handles the first of them until its time is over. */
  ids: readonly number[];
}

/** The result of one slice. */
export interface EditSlice {
  /** How many of the ids it handled. */
  handled: number;
  /** The drafts that were changed or copied, or would be. */
  changed: number[];
  /** How many drafts the other account already has. */
  known: number;
  /** How many drafts stay as they are because they are too large, or would become so. */
  tooLarge: number;
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

/** Milliseconds that a slice takes if it only reads. */
const readTime = 25;
/** Milliseconds that a slice writes: the shorter time if the main thread waits, the longer one if it does not. */
const leastWriteTime = 6;
const mostWriteTime = 60;
/** How many jobs stay prepared: those of several windows may take turns. */
const mostJobs = 4;

type PreparedJob = ReturnType<typeof prepareJob>;
interface Row {
  id: number;
  doiKey: string | null;
  urlKey: string | null;
  notes: string;
  title: string;
  journal: string;
  sync: Sync;
  /** null: too large to be opened. */
  record: string | null;
}

/** Handles slices on a connection of its own; `signal` is set when the main thread wants to write. */
export function createEditSlices(db: Db, signal: WriteSignal): (order: EditOrder) => EditSlice {
  const jobs = new Map<string, PreparedJob>();
  const drafts = createDraftWriter(db, { textsAtOnce: Number.POSITIVE_INFINITY });
  const read = db.prepare<[number], Row>(
    `SELECT id, doi_key doiKey, url_key urlKey, notes, title, journal, sync, CASE WHEN length(record) <= ${recordLimits.characters} THEN record END AS record
     FROM drafts WHERE id = ? AND staged = 0 AND trashed_at IS NULL`,
  );

  const existing = db.prepare<{ accountId: string; doiKey: string | null; urlKey: string | null }>(
    `SELECT 1 FROM drafts WHERE account_id = @accountId AND doi_key = @doiKey AND staged = 0 AND trashed_at IS NULL
     UNION ALL SELECT 1 FROM drafts WHERE account_id = @accountId AND url_key = @urlKey AND staged = 0 AND trashed_at IS NULL
     LIMIT 1`,
  );

  /** Returns true if the other account has the article, or a draft before this one in the same job is the same. */
  function isKnown(job: PreparedJob, accountId: string, { doiKey, urlKey }: Row): boolean {
    const keys = [doiKey && `doi ${doiKey}`, urlKey && `url ${urlKey}`].filter((key) => key !== null);
    const isRepeated = keys.some((key) => job.seen.has(key));
    for (const key of keys) job.seen.add(key);
    return isRepeated || existing.get({ accountId, doiKey, urlKey }) !== undefined;
  }

  /** Copies the content and the import's remarks of a draft; the copy counts as never sent. */
  function copy(order: EditOrder, job: PreparedJob, row: Row, slice: EditSlice): void {
    const accountId = changedAccount(order.job);
    if (isKnown(job, accountId, row)) {
      slice.known++;
      return;
    }
    slice.changed.push(row.id);
    if (order.what !== 'apply') return;
    const draft = draftColumns(withoutIdentity(JSON.parse(row.record ?? '{}') as DraftRecord), job.context);
    const notes = JSON.parse(row.notes) as Message[];
    job.step.created({ source: 'drafts', id: drafts.insert({ accountId, draft, at: job.at, notes }) });
  }

  function store(job: PreparedJob, id: number, before: DraftRecord, record: DraftRecord): boolean {
    const draft = draftColumns(record, job.context);
    const hasSameText = draft.searchText === articleSummary(before).searchText;
    return job.step.change({ source: 'drafts', id }, 'changed', () =>
      drafts.update({ id, draft, at: job.at, hasSameText }),
    );
  }

  function handle(order: EditOrder, job: PreparedJob, id: number, slice: EditSlice): void {
    const row = read.get(id);
    if (!row) return;
    if (row.record === null) {
      slice.tooLarge++;
      return;
    }
    if (order.job.edit?.do === 'copy') {
      copy(order, job, row, slice);
      return;
    }
    const before = JSON.parse(row.record) as DraftRecord;
    if (order.what === 'fixable') {
      slice.fixes.push(...fixKinds(checkArticle(before, job.context)));
      return;
    }
    const after = job.edit(before);
    if (after === before) return;
    if (isRecordTooLarge(after)) slice.tooLarge++;
    else if (order.what !== 'apply' || store(job, id, before, after)) slice.changed.push(id);
    if (order.what === 'rows') slice.rows.push(toRow(row, before, after));
  }

  function run(order: EditOrder, job: PreparedJob, isOver: (took: number) => boolean): EditSlice {
    const began = performance.now();
    const slice: EditSlice = { handled: 0, changed: [], known: 0, tooLarge: 0, rows: [], fixes: [] };
    for (const id of order.ids) {
      handle(order, job, id, slice);
      slice.handled++;
      if (isOver(performance.now() - began)) break;
    }
    // Search finds the inserted copies from the moment the slice is committed.
    drafts.writeTexts();
    return slice;
  }

  return (order) => {
    const job = rememberRecent(jobs, order.job.id, mostJobs, () => prepareJob(db, order.job));
    if (order.what !== 'apply') return run(order, job, (took) => took > readTime);
    const mainWaits = () => Atomics.load(signal, 0) === 1;
    const isOver = (took: number) => took > mostWriteTime || (took > leastWriteTime && mainWaits());
    try {
      return write(db, () => run(order, job, isOver));
    } finally {
      Atomics.store(signal, 0, 0);
    }
  };
}

function prepareJob(db: Db, job: EditJob) {
  const context = {
    dialect: createAccountStore(db).get(changedAccount(job)).dialect,
    journals: createJournalStore(db).cards(changedAccount(job)),
    now: new Date(job.at),
  };
  const check = (record: DraftRecord) => checkArticle(record, context);
  return {
    context,
    at: job.at,
    edit:
      job.edit && job.edit.do !== 'copy'
        ? prepareEdit(job.edit, { findRegex, check })
        : (record: DraftRecord) => record,
    /** The identifiers of the drafts that were handled. */
    seen: new Set<string>(),
    step: createUndoWriter(db).step(undoStepOf(job), { resumes: true }),
  };
}

/** Removes the directory's id and dates from a record. */
function withoutIdentity({
  id: _,
  created_date: __,
  last_updated: ___,
  ...record
}: DraftRecord): DraftRecord {
  return record;
}

function toRow({ id, title, journal, sync }: Row, before: DraftRecord, after: DraftRecord): EditedRow {
  return { id, title, journal, isQueued: sync === 'queued', changes: recordChanges(before, after, excerpts) };
}

import { searchTextsOf } from '../../shared/article/article.ts';
import { checkArticle } from '../../shared/article/articleRules.ts';
import { prepareEdit } from '../../shared/article/edits/editArticle.ts';
import { fixKinds } from '../../shared/article/edits/fixFindings.ts';
import type { EditedRow } from '../../shared/contract/edits.ts';
import type { DraftRecord, Sync } from '../../shared/draft/draft.ts';
import { excerpts, recordChanges } from '../../shared/draft/recordChanges.ts';
import { isRecordTooLarge, jsonWithinLimits, recordLimits } from '../../shared/draft/recordLimits.ts';
import type { Message } from '../../shared/message.ts';
import { checkContext, createChecksVersion } from '../store/checkContext.ts';
import type { Db } from '../store/database.ts';
import { type DraftColumns, draftColumns } from '../store/drafts/draftColumns.ts';
import { type ChangedContent, createDraftWriter, derivedColumns } from '../store/drafts/draftWriter.ts';
import { changedTexts } from '../store/drafts/search/searchIndex.ts';
import { rememberRecent } from '../store/rememberRecent.ts';
import { storedJson, storedRecord } from '../store/storedJson.ts';
import { type KeptRecord, keepRecord } from '../store/undo/keptRecord.ts';
import { type AheadPart, prepareAhead } from '../store/undo/undoAhead.ts';
import { createUndoWriter } from '../store/undo/undoWriter.ts';
import { readTogether, write } from '../store/write.ts';
import {
  changedAccount,
  type EditJob,
  type EditOrder,
  type EditSlice,
  type EditThreadData,
  undoStepOf,
} from './editJob.ts';
import { findRegex } from './findRegex.ts';

/** The result of an edit for this version of a draft, and of what the rules need of its account. */
export interface WorkedOut {
  id: number;
  version: number;
  checks: number;
  result:
    | 'unchanged'
    | 'tooLarge'
    | 'unreadable'
    | { draft: ChangedContent & { json: string }; kept: KeptRecord };
}

/** Milliseconds that a slice takes if it only reads. */
const readTime = 25;
/** Milliseconds that a slice writes: the shorter time if the main thread waits, the longer one if it does not. */
const minWriteTime = 6;
const maxWriteTime = 250;
/** Characters of records that are computed ahead at a time, and that may wait in memory before more are asked for. */
export const maxAhead = 20_000_000;
/** How many texts are indexed together: so that search need not look at many segments, they are merged after as many. */
const textsAtOnce = 250;
/** How many jobs stay prepared, since several windows may take turns. */
const maxJobs = 4;

type PreparedJob = ReturnType<typeof prepareJob>;
interface Run {
  order: EditOrder;
  job: PreparedJob;
  ready: ReadonlyMap<number, WorkedOut>;
}
interface KnownRow extends DraftColumns {
  id: number;
  version: number;
}
interface Row extends KnownRow {
  notes: string;
  sync: Sync;
  /** null: too large to be opened. */
  record: string | null;
}
type ReadRow = Row & { record: string };

/** Handles slices on a separate connection; `signal` is set when the main thread wants to write. */
export function createEditSlices(db: Db, { signal, enough }: Pick<EditThreadData, 'signal' | 'enough'>) {
  const jobs = new Map<string, PreparedJob>();
  const drafts = createDraftWriter(db, { textsAtOnce });
  const select = <R>(columns: string) =>
    db.prepare<[number], R>(
      `SELECT id, version, ${columns} FROM drafts WHERE id = ? AND staged = 0 AND trashed_at IS NULL`,
    );
  const record = `CASE WHEN length(record) <= ${recordLimits.characters} THEN record END AS record`;
  const read = select<Row>(`notes, sync, ${derivedColumns}, ${record}`);
  /** The same for a draft that was computed before: only what its columns are compared with. */
  const readKnown = select<KnownRow>(derivedColumns);
  const readRecord = select<Pick<Row, 'id' | 'version' | 'record'>>(record);
  const readAhead = prepareAhead(db);
  const checksVersion = createChecksVersion(db);
  const existing = db.prepare<{ accountId: string; doiKey: string | null; urlKey: string | null }>(
    `SELECT 1 FROM drafts WHERE account_id = @accountId AND doi_key = @doiKey AND staged = 0 AND trashed_at IS NULL
     UNION ALL SELECT 1 FROM drafts WHERE account_id = @accountId AND url_key = @urlKey AND staged = 0 AND trashed_at IS NULL
     LIMIT 1`,
  );

  /** Returns true if the other account has the article, or an earlier draft of the same job is that article. */
  function isKnown(job: PreparedJob, accountId: string, { doiKey, urlKey }: Row): boolean {
    const keys = [doiKey && `doi ${doiKey}`, urlKey && `url ${urlKey}`].filter((key) => key !== null);
    const isRepeated = keys.some((key) => job.seen.has(key));
    for (const key of keys) job.seen.add(key);
    return isRepeated || existing.get({ accountId, doiKey, urlKey }) !== undefined;
  }

  /** Copies the content and the import's remarks of a draft; the copy counts as never sent. */
  function copy({ order, job }: Run, row: Row, before: DraftRecord, slice: EditSlice): void {
    const accountId = changedAccount(order.job);
    if (isKnown(job, accountId, row)) {
      slice.known++;
      return;
    }
    slice.changed.push(row.id);
    slice.versions.push(row.version);
    if (order.what !== 'apply') return;
    const draft = draftColumns(withoutIdentity(before), job.context);
    const notes = storedJson<Message[] | undefined>(row.notes) ?? [];
    job.step.created({ source: 'drafts', id: drafts.insert({ accountId, draft, at: job.at, notes }) });
  }

  function store(job: PreparedJob, row: KnownRow, result: WorkedOut['result'], slice: EditSlice): void {
    const { id } = row;
    if (result === 'unchanged') return;
    if (result === 'tooLarge' || result === 'unreadable') slice[result]++;
    else {
      const { draft, kept } = result;
      const update = () => drafts.update({ draft, id, at: job.at, stored: row });
      if (job.step.change({ source: 'drafts', id }, 'changed', update, kept)) slice.changed.push(id);
    }
  }

  function show({ order, job }: Run, row: Row, before: DraftRecord, slice: EditSlice): void {
    const after = job.edit(before);
    if (after === before) return;
    if (isRecordTooLarge(after)) slice.tooLarge++;
    else {
      slice.changed.push(row.id);
      slice.versions.push(row.version);
    }
    if (order.what === 'rows') slice.rows.push(toRow(row, before, after));
  }

  /** Stores a draft that was computed before; false if it has changed since. */
  function storeKnown({ job, ready }: Run, id: number, shown: number | undefined, slice: EditSlice): boolean {
    const known = ready.get(id);
    const row = known && readKnown.get(id);
    if (!row || row.version !== known.version || known.checks !== job.checks) return false;
    if (row.version !== (shown ?? row.version)) return false;
    store(job, row, known.result, slice);
    return true;
  }

  /** `shown`: the version that the preview showed. */
  function handle(run: Run, id: number, shown: number | undefined, slice: EditSlice): void {
    if (storeKnown(run, id, shown, slice)) return;
    const row = read.get(id);
    if (shown !== undefined && row?.version !== shown) slice.since.push(row?.title ?? '');
    else if (!row) return;
    else if (!canBeOpened(row)) slice.tooLarge++;
    else handleRead(run, row, slice);
  }

  function handleRead(run: Run, row: ReadRow, slice: EditSlice): void {
    const { order, job } = run;
    const before = storedRecord(row.record);
    if (before === null) slice.unreadable++;
    else if (order.job.edit?.do === 'copy') copy(run, row, before, slice);
    else if (order.what === 'fixable') slice.fixes.push(...fixKinds(checkArticle(before, job.context)));
    else if (order.what === 'apply') store(job, row, workOut(job, row.record, before), slice);
    else show(run, row, before, slice);
  }

  function runSlice(run: Run, isOver: (took: number) => boolean): EditSlice {
    const began = performance.now();
    const slice: EditSlice = {
      handled: 0,
      changed: [],
      versions: [],
      since: [],
      known: 0,
      tooLarge: 0,
      unreadable: 0,
      rows: [],
      fixes: [],
    };
    const { ids, versions } = run.order;
    for (const [at, id] of ids.entries()) {
      handle(run, id, versions?.[at], slice);
      slice.handled++;
      if (isOver(performance.now() - began)) break;
    }
    return slice;
  }

  function workOutSome(job: PreparedJob, ids: readonly number[]): WorkedOut[] {
    const found: WorkedOut[] = [];
    let characters = 0;
    for (const id of ids) {
      const row = readRecord.get(id);
      if (row?.record) {
        const before = storedRecord(row.record);
        const result = before === null ? 'unreadable' : workOut(job, row.record, before);
        found.push({ id, version: row.version, checks: job.checks, result });
      }
      characters += row?.record?.length ?? 0;
      if (characters > maxAhead || (enough && Atomics.load(enough, 0) === 1)) break;
    }
    return found;
  }

  /** Call it in the transaction of the slice, since it reads what the rules need of the account. */
  function jobOf({ job }: EditOrder): PreparedJob {
    const known = rememberRecent(jobs, job.id, maxJobs, () => prepareJob(db, job));
    return known.checks === checksVersion(changedAccount(job)) ? known : renew(known, job);
  }
  function renew({ seen, step }: PreparedJob, job: EditJob): PreparedJob {
    const renewed = { ...prepareJob(db, job), seen, step };
    jobs.set(job.id, renewed);
    return renewed;
  }
  return {
    /** `ready`: drafts that were computed before, by id; all others are computed now. */
    run(order: EditOrder, ready: ReadonlyMap<number, WorkedOut> = new Map()): EditSlice {
      const run = () => ({ order, job: jobOf(order), ready });
      if (order.what !== 'apply') return readTogether(db, () => runSlice(run(), (took) => took > readTime));
      const mainWaits = () => Atomics.load(signal, 0) === 1;
      const isOver = (took: number) => took > maxWriteTime || (took > minWriteTime && mainWaits());
      try {
        return write(db, () => drafts.indexTogether(() => runSlice(run(), isOver)));
      } finally {
        Atomics.store(signal, 0, 0);
      }
    },
    /** Computes the result of an edit for its drafts until there are `enough`, and writes nothing. */
    workOut(order: EditOrder): WorkedOut[] {
      // A transaction for each read would take as long as the rules.
      return readTogether(db, () => workOutSome(jobOf(order), order.ids));
    },
    /** Derives what an undo needs of its next drafts, and writes nothing. */
    undo({ job: { at }, undo }: EditOrder): AheadPart {
      const { stepId, after } = undo!;
      return readTogether(db, () =>
        readAhead(stepId, after, (accountId) => checkContext(db, { accountId, at })),
      );
    },
  };
}

function canBeOpened(row: Row): row is ReadRow {
  return row.record !== null;
}

/** `text`: the record `before` as it is stored. */
function workOut({ edit, context }: PreparedJob, text: string, before: DraftRecord): WorkedOut['result'] {
  const after = edit(before);
  if (after === before) return 'unchanged';
  const json = jsonWithinLimits(after);
  if (json === null) return 'tooLarge';
  const { columns, facets, searchTexts } = draftColumns(after, context);
  const changed = changedTexts(searchTextsOf(before), searchTexts);
  return { draft: { json, columns, facets, searchTexts: changed }, kept: keepRecord(text, json) };
}

function prepareJob(db: Db, job: EditJob) {
  const accountId = changedAccount(job);
  const context = checkContext(db, { accountId, at: job.at });
  const check = (record: DraftRecord) => checkArticle(record, context);
  return {
    context,
    checks: createChecksVersion(db)(accountId),
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

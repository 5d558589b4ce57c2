import type { Draft, DraftRecord, Refusal, Selection } from '../../../shared/draft/draft.ts';
import { type AssignedFacet, assignedFacets } from '../../../shared/draft/facets.ts';
import { recordLimits, recordTooLarge, refuseLargeRecord } from '../../../shared/draft/recordLimits.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Message } from '../../../shared/message.ts';
import { maxNamed } from '../../../shared/plan.ts';
import { fail } from '../../platform/failures.ts';
import type { Confirmed } from '../../platform/plans.ts';
import { assignments, columnsWith, type Member, selected, selectedAs } from '../columns.ts';
import type { Db } from '../database.ts';
import { flushLater } from '../flush.ts';
import { inBatches } from '../inBatches.ts';
import { isOldTrash, trashKeeps } from '../oldTrash.ts';
import { readableRecord, storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';
import type { DerivedDraft } from './draftColumns.ts';
import {
  createDraftLists,
  type DraftLists,
  type RowColumns,
  rowColumns,
  rowTables,
  withParsedColumns,
} from './draftLists.ts';
import type { DraftReading } from './draftReading.ts';
import { assignedColumns, draftTable } from './draftTable.ts';
import { createDraftWriter, type NewDraft } from './draftWriter.ts';
import { IdSet } from './idSet.ts';
import { createSince, ListedDrafts } from './listedDrafts.ts';
import { clearDeadSearch } from './search/searchIndex.ts';

/** A draft as stored, without its findings, which are derived from the record. */
export type StoredDraft = Omit<Draft, 'findings'>;

/** The values of a draft that colleagues set. */
type Assigned = Pick<Draft, AssignedFacet>;

/** Absent ones stay as they are. */
export type ReviewChange = Partial<Assigned>;

/** What a person is asked to confirm: drafts in the trash, with their versions. */
export interface PurgePlan {
  accountId: string;
  selection: Selection;
  listed: ListedDrafts;
}

interface VersionRow {
  id: number;
  version: number;
}

/** Changes one draft together with related work; returns true if the draft was changed. */
export type AroundDraft = (id: number, change: () => boolean) => boolean;

const justChange: AroundDraft = (_id, change) => change();

/** The drafts of all accounts. Drafts of an import that has not been accepted yet are hidden from every function. */
export type DraftStore = ReturnType<typeof createDraftStore>;

/** Creates the store of drafts; changes of many rows run in slices so that other work can run between them. */
export function createDraftStore(
  db: Db,
  lists: DraftLists = createDraftLists(db),
  reading: Pick<DraftReading, 'select'> = lists,
) {
  const writer = createDraftWriter(db);
  const read = db.prepare<[number], Omit<FullColumns, 'record'> & { record: string | null }>(
    `SELECT ${rowColumns}, ${moreColumns} FROM ${rowTables} WHERE id = ? AND staged = 0`,
  );
  const readRecord = db
    .prepare<[number], string>('SELECT record FROM drafts WHERE id = ? AND staged = 0')
    .pluck();
  const toTrash = db.prepare<[string, number]>(
    `UPDATE drafts SET trashed_at = ? WHERE id = ? AND trashed_at IS NULL AND sync <> 'queued'`,
  );
  const fromTrash = db.prepare<[number]>(
    'UPDATE drafts SET trashed_at = NULL WHERE id = ? AND trashed_at IS NOT NULL',
  );
  const assign = db.prepare<Assigned & { id: number }>(
    `UPDATE drafts SET version = version + 1, ${assignments(assignedFacets)}
     WHERE id = @id AND (${assignedFacets.map((name) => `${name} IS NOT @${name}`).join(' OR ')})`,
  );
  const readAssigned = db.prepare<[number], Assigned>(
    `SELECT ${selectedAs(assignedColumns)} FROM drafts WHERE id = ?`,
  );
  const remove = db.prepare<[number]>('DELETE FROM drafts WHERE id = ? AND trashed_at IS NOT NULL');
  const removeVersion = db.prepare<[number, number]>(
    'DELETE FROM drafts WHERE id = ? AND version = ? AND trashed_at IS NOT NULL',
  );
  const readVersions = db.prepare<[string], VersionRow>(
    'SELECT d.id, version FROM json_each(?) asked CROSS JOIN drafts d ON d.id = asked.value',
  );
  const readTitles = db
    .prepare<[string], string>(
      'SELECT title FROM json_each(?) asked CROSS JOIN drafts d ON d.id = asked.value WHERE staged = 0',
    )
    .pluck();
  const removeFirst = db.prepare<[number]>(
    `DELETE FROM drafts WHERE id = ? AND version = 1 AND sync = 'never' AND import_id IS NULL AND staged = 0`,
  );
  const oldTrash = db.prepare<[string], number>(`SELECT id FROM drafts WHERE ${isOldTrash}`).pluck();

  /** Applies a change to each id, one transaction per slice; returns how many it changed. */
  async function changeAll(ids: readonly number[], change: (id: number) => boolean): Promise<number> {
    let count = 0;
    const changeSlice = asWrite(db, (slice: readonly number[]) => {
      let changed = 0;
      for (const id of slice) if (change(id)) changed += 1;
      return changed;
    });
    await inBatches(ids, (slice) => {
      count += changeSlice(slice);
    });
    return count;
  }

  async function removeEach(ids: readonly number[], remove: (id: number) => boolean): Promise<number> {
    const count = await changeAll(ids, remove);
    if (count > 0) clearDeadSearch(db);
    return count;
  }

  /** Throws AppError `not_found` if there is none, `too_large` for one that is too large to be opened. */
  function get(id: number): StoredDraft {
    const found = read.get(id);
    if (!found) throw noDraft();
    if (found.record === null) throw recordTooLarge();
    const draft = toDraft({ ...found, record: found.record });
    refuseLargeRecord(draft.record);
    return draft;
  }

  return withStorageErrors({
    list: lists.list,
    facets: lists.facets,
    facetValues: lists.facetValues,
    get,
    getRecord: (id: number): DraftRecord => {
      const record = readRecord.get(id);
      if (record === undefined) throw noDraft();
      return readableRecord(record, 'drafts.record');
    },
    create: asWrite(db, (draft: NewDraft) => get(writer.insert(draft))),
    /** Stores new content if `version` is the stored version; otherwise throws AppError `conflict`, or `not_found`. */
    save: asWrite(
      db,
      (
        change: { id: number; version: number; draft: DerivedDraft; at: string },
        around: AroundDraft = justChange,
      ) => {
        if (!around(change.id, () => writer.update(change)))
          throw read.get(change.id) ? olderVersion() : noDraft();
        return get(change.id);
      },
    ),
    flushLater: <T>(work: () => T) => flushLater(db, work),
    /** Ids of the selected drafts outside the trash: in the order of a selection of ids, otherwise by id. */
    selectIds: (accountId: string, selection: Selection) => lists.select(accountId, selection, false),
    /** Returns how many it moved; queued drafts stay. `around` runs in the transaction and must call `change`. */
    trash: async (accountId: string, selection: Selection, at: string, around: AroundDraft = justChange) =>
      changeAll(await reading.select(accountId, selection, false), (id) =>
        around(id, () => toTrash.run(at, id).changes > 0),
      ),
    /** Sets the review status and assignee of the selected drafts outside the trash, as new versions. */
    assign: async (
      accountId: string,
      selection: Selection,
      change: ReviewChange,
      around: AroundDraft = justChange,
    ) =>
      changeAll(await reading.select(accountId, selection, false), (id) =>
        around(id, () => {
          const now = readAssigned.get(id);
          return now !== undefined && assign.run({ ...now, ...change, id }).changes > 0;
        }),
      ),
    restore: async (accountId: string, selection: Selection, around: AroundDraft = justChange) =>
      changeAll(await reading.select(accountId, selection, true), (id) =>
        around(id, () => fromTrash.run(id).changes > 0),
      ),
    /** The selected drafts in the trash, with their versions, and the first titles. */
    listTrash: async (accountId: string, selection: Selection) => {
      const ids = await reading.select(accountId, selection, true);
      const found: VersionRow[] = [];
      await inBatches(ids, (slice) => void found.push(...readVersions.all(JSON.stringify(slice))));
      const listed = new ListedDrafts(
        found.map(({ id }) => id),
        found.map(({ version }) => version),
      );
      return { listed, titles: readTitles.all(JSON.stringify(ids.slice(0, maxNamed))) };
    },
    /** Deletes permanently what a person saw in the trash, as far as it is still there and unchanged. */
    purge: async ({ listed: { accountId, selection, listed } }: Confirmed<PurgePlan>) => {
      const ids = await reading.select(accountId, selection, true);
      const added = ids.filter((id) => listed.stampOf(id) === undefined).length;
      const { since, changed } = createSince(added);
      const left = new IdSet(ids);
      const planned = listed.ids();
      const count = await removeEach(planned, (id) => {
        if (left.has(id) && removeVersion.run(id, listed.stampOf(id)!).changes > 0) return true;
        changed(readTitles.get(JSON.stringify([id])) ?? null);
        return false;
      });
      return { count, since };
    },
    /** Deletes a draft that was created in Colophon and never changed or sent; returns true if it was one. */
    removeUnchanged: asWrite(db, (id: number) => removeFirst.run(id).changes > 0),
    /**
     * Deletes permanently the drafts, except those of an office, that have been in the trash for 30 days at `now`
     * (milliseconds since 1970).
     */
    purgeOldTrash: (now: number) =>
      removeEach(oldTrash.all(new Date(now - trashKeeps).toISOString()), (id) => remove.run(id).changes > 0),
  });
}

const onlyInRecord = columnsWith(draftTable, 'shown', 'record');
const moreColumns = `${selected(onlyInRecord)},
  CASE WHEN length(record) <= ${recordLimits.characters} THEN record END AS record`;

interface FullColumns extends RowColumns, Record<Member<(typeof onlyInRecord)[number]>, unknown> {
  accountId: string;
  record: string;
  remoteId: string | null;
  importId: number | null;
  placeFile: string | null;
  placeIndex: number;
  placeLine: number | null;
  notes: string;
  refusal: string | null;
  sentHash: string | null;
  sentDoiKey: string | null;
  sentUrlKey: string | null;
}

function toDraft(columns: FullColumns): StoredDraft {
  const {
    record,
    placeFile,
    placeIndex,
    placeLine,
    notes,
    refusal,
    sentHash,
    sentDoiKey,
    sentUrlKey,
    ...rest
  } = columns;
  return {
    ...withParsedColumns(rest),
    record: readableRecord(record, 'drafts.record'),
    place: placeFile === null ? null : { file: placeFile, index: placeIndex, line: placeLine },
    notes: storedJson(notes) as Message[],
    refusal: refusal === null ? null : (storedJson(refusal) as Refusal),
    sentKeys: sentHash === null ? null : { doi: sentDoiKey ?? '', url: sentUrlKey ?? '' },
  };
}

function noDraft(): AppError {
  return fail('store.draftGone');
}

function olderVersion(): AppError {
  return fail('store.draftConflict');
}

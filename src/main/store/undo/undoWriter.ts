import type { UndoKind } from '../../../shared/undo.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { type KeptRecord, keepRecord, keptRecordColumns, recordBefore } from './keptRecord.ts';
import {
  type Captured,
  type Columns,
  changedColumns,
  createUndoSources,
  hasVersions,
  type KeptBefore,
  type RowState,
  type UndoSource,
  type UndoWhat,
} from './undoSources.ts';

/** A bulk change before it starts; `at` is an ISO time. */
export interface NewStep {
  /** null: belongs to no account. */
  accountId: string | null;
  kind: UndoKind;
  /** The subject, such as the id of an import, and its name. */
  subject?: string;
  name?: string;
  /** 0: the change itself; see `undo_steps.turn`. */
  turn?: number;
  /** The step that this one undoes. */
  takesBack?: number | null;
  at: string;
}

/** A row that a bulk change affects; `comparisonRow` is the row of a comparison that changes with it. */
export interface StepRow {
  source: UndoSource;
  id: number | string;
  comparisonRow?: number | null;
}

/** One bulk change. Call its functions in the transaction of the change; it starts with the first row. */
export interface UndoStep {
  /**
   * Stores the row before and after `change`, or nothing if that returns false. `kept`: what `keepRecord` gives for its
   * record now and the one that `change` stores, which is read again if it is absent.
   */
  change(row: StepRow, what: Exclude<UndoWhat, 'created'>, change: () => boolean, kept?: KeptRecord): boolean;
  created(row: StepRow): void;
  /** Records the drafts of an import from one place to another (null: to its end) that are about to be shown. */
  showing(importId: number, from: number, to: number | null): void;
  /** Closes the step and returns its id; null if nothing was changed. */
  finish(): number | null;
}

export interface UndoWriter {
  /** `resumes`: continues a started step of the same kind and subject, or that undoes the same step. */
  step(step: NewStep, options?: { resumes?: boolean }): UndoStep;
  /** Closes a started step; if nothing was changed, removes it and returns null. */
  finish(stepId: number): number | null;
}

/** Prepares the statements that store the data bulk changes replace; the import worker uses its own connection. */
export function createUndoWriter(db: Db): UndoWriter {
  const sql = prepare(db);
  const sources = createUndoSources(db);

  function finish(stepId: number): number | null {
    const total = sql.count.get(stepId) ?? 0;
    if (total === 0) sql.drop.run(stepId);
    else sql.finish.run(total, stepId);
    return total === 0 ? null : stepId;
  }

  function step(given: NewStep, { resumes = false } = {}): UndoStep {
    const wanted = { subject: '', name: '', turn: 0, takesBack: null, ...given };
    const { kind, subject, takesBack } = wanted;
    const unfinished = () =>
      takesBack === null ? sql.unfinished.get(kind, subject) : sql.unfinishedOf.get(takesBack);
    let id = resumes ? (unfinished() ?? null) : null;
    const begin = (): number => {
      // The step was lost with a transaction that was rolled back, or is one that is being removed.
      if (id === null || sql.has.get(id) === undefined) id = Number(sql.begin.run(wanted).lastInsertRowid);
      return id;
    };
    /**
     * The entry that the step already has, with the row's first record. One whose row was changed elsewhere since is
     * removed: undoing the step must not discard that change.
     */
    function knownEntry(stepId: number, { source, id: rowId }: StepRow) {
      const found = sql.find.get(stepId, source, rowId);
      if (!found || found.record === null) return found;
      const record = recordBefore(found, sources.record(source, rowId));
      if (record !== null) return { ...found, record };
      sql.remove.run(found.id);
      return undefined;
    }
    /** Stores the row before and after `change`; an entry that the step already has keeps its first state. */
    function enter(row: StepRow, what: UndoWhat, change: () => boolean, kept?: KeptRecord): boolean {
      const { source, id, comparisonRow = null } = row;
      const stepId = begin();
      const known = knownEntry(stepId, row);
      const hasRecord = !known && kept === undefined;
      const captured = sources.capture({ source, id, what, comparisonRow, hasRecord });
      if (!change()) return false;
      const { record } = known ?? captured;
      const keptNow =
        known || !kept ? keepRecord(record, record === null ? null : sources.record(source, id)) : kept;
      const left = leftOf(row, captured);
      const before = jsonOf(keptBefore(captured, left.columns, known));
      const after = { ...noState, ...left.state, ...keptNow };
      if (known) sql.settle.run({ ...after, before, entry: known.id });
      else
        sql.add.run({
          stepId,
          source,
          rowId: id,
          what,
          comparisonRow,
          ...earlier(captured),
          before,
          ...after,
        });
      return true;
    }
    /** The row that a change left. `columns`: those whose earlier values were captured. */
    function leftOf({ source, id }: StepRow, { before }: Captured) {
      if (hasVersions(source) && before.columns) return sources.beside(source, id);
      return { columns: undefined, state: sources.state(source, id) };
    }
    /** What undoing the step needs beside the record, once the row has changed. */
    function keptBefore({ before }: Captured, left: Columns | undefined, known?: KnownEntry): KeptBefore {
      const earlierOnes = known?.before ? (storedJson(known.before) as KeptBefore) : {};
      if (!left) return known ? earlierOnes : before;
      return { ...before, ...earlierOnes, ...changedColumns(before.columns!, left, earlierOnes) };
    }
    return {
      change: enter,
      created: (row) => void enter(row, 'created', () => true),
      showing: (importId, from, to) =>
        void sql.showing.run({ stepId: begin(), importId, from, to: to ?? Number.MAX_SAFE_INTEGER }),
      finish: () => (id === null || sql.has.get(id) === undefined ? null : finish(id)),
    };
  }
  return { step, finish };
}

const noState: { [Name in keyof RowState]: null } = { version: null, trashedAt: null, sentAt: null };

function earlier({ was }: Captured) {
  const { version, trashedAt, sentAt } = was ?? noState;
  return { wasVersion: version, wasTrashedAt: trashedAt, wasSentAt: sentAt };
}

function jsonOf(before: KeptBefore): string | null {
  return Object.keys(before).length > 0 ? JSON.stringify(before) : null;
}

interface KnownEntry extends KeptRecord {
  id: number;
  /** JSON of `KeptBefore`. */
  before: string | null;
}

function prepare(db: Db) {
  return {
    begin: db.prepare(
      `INSERT INTO undo_steps (account_id, kind, subject, name, turn, takes_back, state, at)
       VALUES (@accountId, @kind, @subject, @name, @turn, @takesBack, 'making', @at)`,
    ),
    has: db.prepare<[number]>(`SELECT 1 FROM undo_steps WHERE id = ? AND state <> 'dropped'`),
    unfinished: db
      .prepare<[string, string], number>(
        `SELECT id FROM undo_steps WHERE kind = ? AND subject = ? AND turn = 0 AND state IN ('making', 'done')
         ORDER BY id DESC LIMIT 1`,
      )
      .pluck(),
    unfinishedOf: db
      .prepare<[number], number>(`SELECT id FROM undo_steps WHERE takes_back = ? AND state = 'making'`)
      .pluck(),
    add: db.prepare(
      `INSERT INTO undo_entries (step_id, source, row_id, what, was_version, was_trashed_at, was_sent_at, version,
         trashed_at, sent_at, comparison_row, before, record, same_start, same_end, later_crc)
       VALUES (@stepId, @source, @rowId, @what, @wasVersion, @wasTrashedAt, @wasSentAt, @version, @trashedAt, @sentAt,
         @comparisonRow, @before, @record, @sameStart, @sameEnd, @laterCrc)`,
    ),
    find: db.prepare<[number, string, number | string], KnownEntry>(
      `SELECT id, before, ${keptRecordColumns} FROM undo_entries WHERE step_id = ? AND source = ? AND row_id = ?`,
    ),
    settle: db.prepare(
      `UPDATE undo_entries SET version = @version, trashed_at = @trashedAt, sent_at = @sentAt, before = @before,
         record = @record, same_start = @sameStart, same_end = @sameEnd, later_crc = @laterCrc
       WHERE id = @entry`,
    ),
    remove: db.prepare<[number]>('DELETE FROM undo_entries WHERE id = ?'),
    showing: db.prepare(
      `INSERT OR IGNORE INTO undo_entries (step_id, source, row_id, what, version, trashed_at, sent_at)
       SELECT @stepId, 'drafts', id, 'created', version, trashed_at, sent_at FROM drafts
       WHERE import_id = @importId AND import_position >= @from AND import_position < @to AND staged = 1`,
    ),
    count: db.prepare<[number], number>('SELECT count(*) FROM undo_entries WHERE step_id = ?').pluck(),
    finish: db.prepare<[number, number]>(`UPDATE undo_steps SET state = 'done', total = ? WHERE id = ?`),
    drop: db.prepare<[number]>('DELETE FROM undo_steps WHERE id = ?'),
  };
}

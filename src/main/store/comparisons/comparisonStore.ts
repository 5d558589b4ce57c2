import type { ValueDifference } from '../../../shared/application/applicationDraft.ts';
import {
  type Comparison,
  type ComparisonOutcome,
  type ComparisonRow,
  type CrossrefReading,
  comparisonOutcomeSchema,
} from '../../../shared/comparisons/comparison.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Message } from '../../../shared/message.ts';
import { fail } from '../../platform/failures.ts';
import type { Db } from '../database.ts';
import { inBatches } from '../inBatches.ts';
import { readableRecord, storedJson } from '../storedJson.ts';
import { messageColumn, readMessage } from '../storedMessage.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';
import { createCrossrefRows } from './crossrefRows.ts';

export interface NewRow {
  outcome: ComparisonOutcome;
  title: string;
  doi: string;
  draftId: number | null;
  /** The draft as it was compared. */
  draftVersion: number | null;
  remoteId: string | null;
  differences: ValueDifference[];
  /** The keys by which the next comparison recognises it (`rowKeys`). */
  keys: string[];
  /** The article from the directory, as JSON; null if nothing can be taken from it. */
  record: string | null;
  /** The article from Crossref, as JSON; null if it was not asked, or does not have it. */
  crossref?: string | null;
}

/** A row whose article may be imported into a draft. */
export interface TakenRow {
  id: number;
  draftId: number | null;
  draftVersion: number | null;
  remoteId: string | null;
  record: DraftRecord;
  /** Id of the comparison. */
  comparison: number;
}

/** A row with all versions of its article; null: no such version. */
export interface WholeRow extends Omit<TakenRow, 'record'> {
  outcome: ComparisonOutcome;
  /** The directory's version; also null if it equals the draft. */
  record: DraftRecord | null;
  /** As Crossref has it. */
  crossref: DraftRecord | null;
}

/** Changes one row together with related work; returns true if the row was changed. */
export type Around = (rowId: number, change: () => boolean) => boolean;

export interface ReadingProgress {
  total: number | null;
  read: number;
  requests: number;
  requestsInAll: number | null;
}

/** Comparisons and their rows; ignored rows are remembered for the next comparison of the same year. */
export type ComparisonStore = ReturnType<typeof createComparisonStore>;

const columns = `id, account_id accountId, journal_title journalTitle, issns, year, state, message, total, read, requests,
  requests_in_all requestsInAll, started_at startedAt, finished_at finishedAt, crossref`;

const rowColumns =
  'id, outcome, title, doi, draft_id draftId, remote_id remoteId, differences, aside isAside, crossref IS NOT NULL hasWork';

type RunRow = Omit<Comparison, 'issns' | 'counts' | 'aside' | 'message' | 'crossref'> & {
  issns: string;
  message: string;
  crossref: string | null;
};

export function createComparisonStore(db: Db) {
  const sql = prepare(db);

  function toRun(row: RunRow): Comparison {
    const counts = Object.fromEntries(
      comparisonOutcomeSchema.options.map((outcome) => [outcome, 0]),
    ) as Comparison['counts'];
    let aside = 0;
    // A comparison has no rows to show until it has finished.
    for (const { outcome, isAside, count } of row.state === 'done' ? sql.counts.all(row.id) : []) {
      if (isAside === 1) aside += count;
      else counts[outcome] = count;
    }
    const issns = storedJson(row.issns) as string[];
    const crossref = row.crossref === null ? null : (storedJson(row.crossref) as CrossrefReading);
    return { ...row, message: readMessage(row.message), issns, counts, aside, crossref };
  }
  function find(id: number): Comparison | null {
    const row = sql.one.get(id);
    return row ? toRun(row) : null;
  }
  /** Removes all rows of an unfinished comparison; they were never shown. */
  async function clearRows(id: number): Promise<void> {
    const removeSlice = asWrite(db, (ids: readonly number[]) => {
      for (const row of ids) sql.removeRow.run(row);
    });
    await inBatches(sql.allRows.all(id), removeSlice);
  }
  async function remove(id: number): Promise<void> {
    await clearRows(id);
    sql.remove.run(id);
  }
  const asides = createAsides(db);
  /** Sets one row aside or restores it; returns true if that changed it. */
  function setRowAside(rowId: number, aside: boolean): boolean {
    const row = sql.toSetAside.get(rowId);
    const run = row && sql.one.get(row.runId);
    if (!run || row.isAside === (aside ? 1 : 0)) return false;
    sql.aside.run(aside ? 1 : 0, rowId);
    asides.set(run, row.outcome, storedJson(row.keys) as string[], aside);
    return true;
  }

  return withStorageErrors({
    ...createCrossrefRows(db),
    create: (run: { accountId: string; journalTitle: string; issns: string[]; year: string; at: string }) =>
      Number(sql.create.run({ ...run, issns: JSON.stringify(run.issns) }).lastInsertRowid),
    /** Throws AppError `not_found` if there is none. */
    get: (id: number) => find(id) ?? noComparison(),
    find,
    /** Newest first. */
    list: (accountId: string) => sql.list.all(accountId).map(toRun),
    setJournal: (id: number, { journalTitle, issns }: { journalTitle: string; issns: string[] }) =>
      void sql.journal.run(journalTitle, JSON.stringify(issns), id),
    setProgress: (id: number, progress: ReadingProgress) => void sql.progress.run({ ...progress, id }),
    finish: (
      id: number,
      state: Exclude<Comparison['state'], 'running'>,
      message: Message | null,
      at: string,
    ) => void sql.finish.run(state, messageColumn(message), at, id),
    /** Adds rows in the order in which they are listed, in one transaction. */
    addRows: asWrite(db, (id: number, rows: readonly NewRow[]) => {
      const run = sql.one.get(id);
      if (!run) return;
      for (const { differences, keys, ...row } of rows) {
        sql.addRow.run({
          crossref: null,
          ...row,
          id,
          differences: JSON.stringify(differences),
          keys: JSON.stringify(keys),
          aside: asides.has(run, row.outcome, keys) ? 1 : 0,
        });
      }
    }),
    clearRows,
    rows: (
      id: number,
      filter: { outcomes: readonly ComparisonOutcome[]; aside: boolean; offset: number; limit: number },
    ): { total: number; rows: ComparisonRow[] } => {
      if (sql.one.get(id)?.state !== 'done') return { total: 0, rows: [] };
      const { outcomes, aside, ...range } = filter;
      const wanted = { id, outcomes: JSON.stringify(outcomes), aside: aside ? 1 : 0 };
      return {
        total: sql.countRows.get(wanted) ?? 0,
        rows: sql.rows.all({ ...wanted, ...range }).map(readRow),
      };
    },
    /** null: the row is gone, or belongs to another comparison. */
    row: (id: number, rowId: number): ComparisonRow | null => {
      const row = sql.row.get(rowId, id);
      return row ? readRow(row) : null;
    },
    setRowAside,
    /** `around` is called with each row, in the transaction that changes it, and must call `change`. */
    setAside: async (
      id: number,
      rowIds: readonly number[],
      aside: boolean,
      around: Around = (_id, change) => change(),
    ) => {
      if (!sql.one.get(id)) noComparison();
      const setSlice = asWrite(db, (slice: readonly number[]) => {
        for (const rowId of slice) {
          if (sql.keysOf.get(rowId, id)) around(rowId, () => setRowAside(rowId, aside));
        }
      });
      await inBatches(rowIds, setSlice);
    },
    /** The given rows of an outcome, or all of them that are not set aside. */
    rowIds: (id: number, outcome: ComparisonOutcome, given?: readonly number[]) => {
      if (given === undefined) return sql.idsOf.all(id, outcome);
      return given.filter((rowId) => sql.keysOf.get(rowId, id)?.outcome === outcome);
    },
    /** null: the row is gone or has nothing to take. */
    takenRow: (rowId: number): TakenRow | null => {
      const row = sql.takenRow.get(rowId);
      return row ? { ...row, record: readableRecord(row.record, 'comparison_rows.record') } : null;
    },
    /** Returns true if the directory has the article with this id, in another row. */
    hasOther: (id: number, { rowId, remoteId }: { rowId: number; remoteId: string }): boolean =>
      sql.other.get(id, remoteId, rowId) !== undefined,
    /** null: the row is gone. */
    wholeRow: (rowId: number): WholeRow | null => {
      const row = sql.wholeRow.get(rowId);
      if (!row) return null;
      const read = (json: string | null) => (json === null ? null : readableRecord(json, 'comparison_rows'));
      return { ...row, record: read(row.record), crossref: read(row.crossref) };
    },
    /** The state of a row after its article was taken or its draft was found; `record`: if the directory's was not stored. */
    setRow: (
      rowId: number,
      {
        differences,
        ...row
      }: Pick<NewRow, 'outcome' | 'draftId' | 'draftVersion' | 'differences'> & { record?: string },
    ) => void sql.setRow.run({ record: null, ...row, rowId, differences: JSON.stringify(differences) }),
    /** Comparisons for which Crossref was being asked when the program ended. */
    askingCrossref: (): Comparison[] => sql.askingCrossref.all().map(toRun),
    /** Drafts of the rows that are not set aside, except those in the trash. */
    draftIds: (id: number, outcomes: readonly ComparisonOutcome[]) =>
      sql.draftIds.all(id, JSON.stringify(outcomes)),
    allRowIds: (id: number) => sql.allRows.all(id),
    remove,
    /** Keeps only the newest `count` finished comparisons of the account. */
    keepNewest: async (accountId: string, count: number) => {
      for (const id of sql.older.all(accountId, count)) await remove(id);
    },
    /** Marks comparisons that the end of the program interrupted as stopped; returns how many. */
    stopInterrupted: async (message: Message, at: string) => {
      const ids = sql.running.all();
      for (const id of ids) {
        await clearRows(id);
        sql.finish.run('stopped', messageColumn(message), at, id);
      }
      return ids.length;
    },
  });
}

/** Keys by which the next comparison recognises a row: DOI and directory id, or else its draft. */
export function rowKeys(row: {
  doi: string | null;
  remoteId: string | null;
  draftId: number | null;
}): string[] {
  const keys = [
    ...(row.doi === null ? [] : [`doi:${row.doi}`]),
    ...(row.remoteId === null ? [] : [`id:${row.remoteId}`]),
  ];
  return keys.length > 0 || row.draftId === null ? keys : [`draft:${row.draftId}`];
}

function createAsides(db: Db) {
  const has = db.prepare<[string, string, string, string]>(
    'SELECT 1 FROM comparison_asides WHERE account_id = ? AND year = ? AND outcome = ? AND key = ?',
  );
  const add = db.prepare<[string, string, string, string]>(
    'INSERT OR IGNORE INTO comparison_asides (account_id, year, outcome, key) VALUES (?, ?, ?, ?)',
  );
  const remove = db.prepare<[string, string, string, string]>(
    'DELETE FROM comparison_asides WHERE account_id = ? AND year = ? AND outcome = ? AND key = ?',
  );
  return {
    has: ({ accountId, year }: RunRow, outcome: string, keys: readonly string[]) =>
      keys.some((key) => has.get(accountId, year, outcome, key) !== undefined),
    set: ({ accountId, year }: RunRow, outcome: string, keys: readonly string[], aside: boolean) => {
      for (const key of keys) (aside ? add : remove).run(accountId, year, outcome, key);
    },
  };
}

function prepare(db: Db) {
  const ofOutcomes = 'outcome IN (SELECT value FROM json_each(@outcomes))';
  return {
    create: db.prepare(
      `INSERT INTO comparisons (account_id, journal_title, issns, year, state, started_at)
       VALUES (@accountId, @journalTitle, @issns, @year, 'running', @at)`,
    ),
    one: db.prepare<[number], RunRow>(`SELECT ${columns} FROM comparisons WHERE id = ?`),
    list: db.prepare<[string], RunRow>(
      `SELECT ${columns} FROM comparisons WHERE account_id = ? ORDER BY id DESC`,
    ),
    running: db.prepare<[], number>(`SELECT id FROM comparisons WHERE state = 'running'`).pluck(),
    older: db
      .prepare<[string, number], number>(
        `SELECT id FROM comparisons WHERE account_id = ? AND state <> 'running' ORDER BY id DESC LIMIT -1 OFFSET ?`,
      )
      .pluck(),
    counts: db.prepare<[number], { outcome: ComparisonOutcome; isAside: number; count: number }>(
      `SELECT outcome, aside isAside, count(*) count FROM comparison_rows
       WHERE comparison_id = ? GROUP BY outcome, aside`,
    ),
    journal: db.prepare<[string, string, number]>(
      'UPDATE comparisons SET journal_title = ?, issns = ? WHERE id = ?',
    ),
    progress: db.prepare(
      `UPDATE comparisons SET total = @total, read = @read, requests = @requests,
         requests_in_all = @requestsInAll WHERE id = @id`,
    ),
    finish: db.prepare<[string, string, string, number]>(
      'UPDATE comparisons SET state = ?, message = ?, finished_at = ? WHERE id = ?',
    ),
    remove: db.prepare<[number]>('DELETE FROM comparisons WHERE id = ?'),
    addRow: db.prepare(
      `INSERT INTO comparison_rows
         (comparison_id, outcome, title, doi, draft_id, draft_version, remote_id, differences, aside, keys, record, crossref)
       VALUES (@id, @outcome, @title, @doi, (SELECT id FROM drafts WHERE id = @draftId), @draftVersion, @remoteId, @differences, @aside, @keys, @record, @crossref)`,
    ),
    allRows: db.prepare<[number], number>('SELECT id FROM comparison_rows WHERE comparison_id = ?').pluck(),
    removeRow: db.prepare<[number]>('DELETE FROM comparison_rows WHERE id = ?'),
    row: db.prepare<[number, number], StoredRow>(
      `SELECT ${rowColumns} FROM comparison_rows WHERE id = ? AND comparison_id = ?`,
    ),
    rows: db.prepare<object, StoredRow>(
      `SELECT ${rowColumns} FROM comparison_rows WHERE comparison_id = @id AND ${ofOutcomes} AND aside = @aside
       ORDER BY id LIMIT @limit OFFSET @offset`,
    ),
    countRows: db
      .prepare<object, number>(
        `SELECT count(*) FROM comparison_rows
         WHERE comparison_id = @id AND ${ofOutcomes} AND aside = @aside`,
      )
      .pluck(),
    keysOf: db.prepare<[number, number], { outcome: ComparisonOutcome; keys: string }>(
      'SELECT outcome, keys FROM comparison_rows WHERE id = ? AND comparison_id = ?',
    ),
    toSetAside: db.prepare<
      [number],
      { runId: number; isAside: number; outcome: ComparisonOutcome; keys: string }
    >('SELECT comparison_id runId, aside isAside, outcome, keys FROM comparison_rows WHERE id = ?'),
    aside: db.prepare<[number, number]>('UPDATE comparison_rows SET aside = ? WHERE id = ?'),
    idsOf: db
      .prepare<[number, string], number>(
        `SELECT id FROM comparison_rows
         WHERE comparison_id = ? AND outcome = ? AND aside = 0 ORDER BY id`,
      )
      .pluck(),
    takenRow: db.prepare<[number], Omit<TakenRow, 'record'> & { record: string }>(
      `SELECT rows.id, draft_id draftId, draft_version draftVersion, remote_id remoteId, record,
         comparison_id comparison
       FROM comparison_rows rows WHERE rows.id = ? AND record IS NOT NULL`,
    ),
    other: db.prepare<[number, string, number]>(
      `SELECT 1 FROM comparison_rows
       WHERE comparison_id = ? AND remote_id = ? AND id <> ? AND outcome <> 'missing-there' LIMIT 1`,
    ),
    setRow: db.prepare(
      `UPDATE comparison_rows SET outcome = @outcome, draft_id = @draftId, draft_version = @draftVersion,
         differences = @differences, record = CASE @outcome WHEN 'same' THEN NULL ELSE coalesce(record, @record) END
       WHERE id = @rowId`,
    ),
    wholeRow: db.prepare<
      [number],
      Omit<WholeRow, 'record' | 'crossref'> & { record: string | null; crossref: string | null }
    >(
      `SELECT id, outcome, draft_id draftId, draft_version draftVersion, remote_id remoteId, record, crossref,
         comparison_id comparison
       FROM comparison_rows WHERE id = ?`,
    ),
    askingCrossref: db.prepare<[], RunRow>(
      `SELECT ${columns} FROM comparisons WHERE crossref ->> 'state' = 'running'`,
    ),
    draftIds: db
      .prepare<[number, string], number>(
        `SELECT DISTINCT drafts.id FROM comparison_rows rows JOIN drafts ON drafts.id = rows.draft_id
         WHERE comparison_id = ? AND outcome IN (SELECT value FROM json_each(?)) AND aside = 0
           AND drafts.trashed_at IS NULL AND drafts.staged = 0
         ORDER BY rows.id`,
      )
      .pluck(),
  };
}

interface StoredRow extends Omit<ComparisonRow, 'aside' | 'differences' | 'isAtCrossref'> {
  differences: string;
  isAside: number;
  hasWork: number;
}

function readRow({ isAside, hasWork, differences, ...row }: StoredRow): ComparisonRow {
  return {
    ...row,
    differences: storedJson(differences) as ValueDifference[],
    aside: isAside === 1,
    isAtCrossref: hasWork === 1,
  };
}

function noComparison(): never {
  throw fail('comparisons.gone');
}

import { applicationTable } from '../applications/applicationTable.ts';
import { columnsWith } from '../columns.ts';
import type { Db } from '../database.ts';
import { draftTable } from '../drafts/draftTable.ts';

export type UndoWhat = 'created' | 'changed' | 'trashed' | 'restored' | 'removed';

/** The tables whose rows are deleted and put back; drafts and applications go to the trash. */
const removables = [
  'comparisons',
  'comparison_rows',
  'matrices',
  'matrix_cells',
  'searches',
  'draft_lists',
  'funders',
  'table_mappings',
] as const;

export type Removable = (typeof removables)[number];

export type UndoSource = 'drafts' | 'applications' | Removable;

/** SQL that reads a row's state as `RowState`. */
const stateColumns = 'version, trashed_at trashedAt, sent_at sentAt';

/** The state of a draft or an application, which shows if it was changed or sent since. */
export interface RowState {
  version: number;
  trashedAt: string | null;
  sentAt: string | null;
}

/** The stored state of a row before a change. */
export interface Captured {
  was: RowState | null;
  before: KeptBefore;
  record: string | null;
}

export type Columns = Record<string, string | number | null>;

/**
 * The earlier columns of the row, and of the row of a comparison that changes with it. Of a draft or an application, only
 * the columns that changed beside its record, with what the change left in them (`left`): what colleagues or the directory
 * change in others, undoing it must not take back.
 */
export interface KeptBefore {
  columns?: Columns;
  left?: Columns;
  comparison?: Columns;
}

/** The columns of a draft that are restored with its record. */
export const draftExtras = columnsWith(draftTable, 'isUndone');
const applicationDerived = columnsWith(applicationTable, 'isDerived');
/** The columns of an application that are restored with its record. */
export const applicationExtras = [...applicationDerived, ...columnsWith(applicationTable, 'isUndone')];
/** Columns that are computed from a record anew now and then. */
const isDerived = new Set<string>(applicationDerived);
/** The columns of a comparison's row that taking an article writes. */
export const comparisonColumns = ['outcome', 'draft_id', 'draft_version', 'differences', 'record'] as const;

/** A row that is about to change; `hasRecord`: its record has to be read, too. */
interface ToCapture {
  source: UndoSource;
  id: number | string;
  what: UndoWhat;
  hasRecord: boolean;
}

interface ReadRow {
  columns: Columns | undefined;
  state: RowState | null;
  record: string | null;
}

type WholeRow = Columns & RowState & { record?: string };

const noRow: ReadRow = { columns: undefined, state: null, record: null };

function partsOf(row: WholeRow | undefined): ReadRow {
  if (!row) return noRow;
  const { record = null, version, trashedAt, sentAt, ...columns } = row;
  return { columns, state: { version, trashedAt, sentAt }, record };
}

export function createUndoSources(db: Db) {
  const stateOf = (table: 'drafts' | 'applications') =>
    db.prepare<[number | string], RowState>(`SELECT ${stateColumns} FROM ${table} WHERE id = ?`);
  const columnsOf = (table: UndoSource, columns: readonly string[]) =>
    db.prepare<[number | string], Columns>(`SELECT ${columns.join(', ')} FROM ${table} WHERE id = ?`);
  const states = { drafts: stateOf('drafts'), applications: stateOf('applications') };
  const recordOf = (table: 'drafts' | 'applications') =>
    db.prepare<[number | string], string>(`SELECT record FROM ${table} WHERE id = ?`).pluck();
  const records = { drafts: recordOf('drafts'), applications: recordOf('applications') };
  const wholeOf = (table: 'drafts' | 'applications', columns: readonly string[]) =>
    db.prepare<[number | string], WholeRow>(
      `SELECT ${[...columns, stateColumns].join(', ')} FROM ${table} WHERE id = ?`,
    );
  const whole = {
    drafts: wholeOf('drafts', ['record', ...draftExtras]),
    applications: wholeOf('applications', ['record', ...applicationExtras]),
  };
  const besideRecord = {
    drafts: wholeOf('drafts', draftExtras),
    applications: wholeOf('applications', applicationExtras),
  };
  const comparison = columnsOf('comparison_rows', comparisonColumns);
  const aside = columnsOf('comparison_rows', ['aside']);
  const all = new Map<UndoSource, typeof aside>();
  const removed = (source: UndoSource) => {
    const statement = all.get(source) ?? columnsOf(source, ['*']);
    all.set(source, statement);
    return statement;
  };

  /** The columns that change with a row, and its state and its record, if its table has them. */
  function read({ source, id, what, hasRecord }: ToCapture): ReadRow {
    if (what === 'removed') return { ...noRow, columns: removed(source).get(id) };
    if (!hasVersions(source)) return what === 'changed' ? { ...noRow, columns: aside.get(id) } : noRow;
    if (what === 'created') return noRow;
    if (what === 'changed') return partsOf((hasRecord ? whole : besideRecord)[source].get(id));
    return { ...noRow, state: state(source, id) };
  }
  /** null: the row is gone, or its table has no versions. */
  function state(source: UndoSource, id: number | string): RowState | null {
    return hasVersions(source) ? (states[source].get(id) ?? null) : null;
  }
  /** null: the row is gone, or its table has no records. */
  function record(source: UndoSource, id: number | string): string | null {
    return hasVersions(source) ? (records[source].get(id) ?? null) : null;
  }
  /** The columns of a draft or an application beside its record, and its state. */
  const beside = (source: 'drafts' | 'applications', id: number | string) =>
    partsOf(besideRecord[source].get(id));
  return {
    state,
    record,
    beside,
    capture(wanted: ToCapture & { comparisonRow: number | null }): Captured {
      const { columns, state: was, record } = read(wanted);
      const row = wanted.comparisonRow === null ? undefined : comparison.get(wanted.comparisonRow);
      return { was, before: { ...(columns && { columns }), ...(row && { comparison: row }) }, record };
    },
  };
}

/** What has to be kept of columns that a change found, and of those that it left; `kept`: of earlier changes. */
export function changedColumns(
  was: Columns,
  left: Columns,
  kept: KeptBefore = {},
): Required<Pick<KeptBefore, 'columns' | 'left'>> {
  const names = Object.keys(left).filter((name) => was[name] !== left[name]);
  const known = Object.keys(kept.left ?? {}).filter((name) => !names.includes(name));
  return {
    columns: { ...pick(was, names), ...kept.columns },
    left: { ...pick(left, names), ...pick(kept.left ?? {}, known) },
  };
}

/** Returns false if one of these columns has another value than the change left in it. */
export function isAsLeftIn(present: Columns, left: Columns): boolean {
  return Object.entries(left).every(([name, value]) => isDerived.has(name) || present[name] === value);
}

function pick(columns: Columns, names: readonly string[]): Columns {
  return Object.fromEntries(names.map((name) => [name, columns[name] ?? null]));
}

/** Returns true if an undo puts back rows of the table. A data file from somebody else may name any table. */
export function isRemovable(source: string): source is Removable {
  return removables.some((one) => one === source);
}

/** Returns true if rows of the table have a version, a trash state and a time of sending. */
export function hasVersions(source: UndoSource): source is 'drafts' | 'applications' {
  return source === 'drafts' || source === 'applications';
}

import { applicationTable } from '../applications/applicationTable.ts';
import { columnsWith } from '../columns.ts';
import type { Db } from '../database.ts';
import { draftTable } from '../drafts/draftTable.ts';

export type UndoWhat = 'created' | 'changed' | 'trashed' | 'restored' | 'removed';

export type UndoSource =
  | 'drafts'
  | 'applications'
  | 'comparisons'
  | 'comparison_rows'
  | 'matrices'
  | 'matrix_cells'
  | 'searches'
  | 'draft_lists'
  | 'funders'
  | 'table_mappings';

/** SQL that reads a row's state as `RowState`. */
const stateColumns = 'version, trashed_at trashedAt, sent_at sentAt';

/** The state of a draft or an application, which shows if it was changed or sent since. */
export interface RowState {
  version: number;
  trashedAt: string | null;
  sentAt: string | null;
}

/** The stored state of a row before a change; `before` is JSON of `KeptBefore`. */
export interface Captured {
  wasVersion?: number;
  wasTrashedAt?: string | null;
  wasSentAt?: string | null;
  before: string | null;
  record: string | null;
}

export type Columns = Record<string, string | number | null>;

/** The earlier columns of the row, and of the row of a comparison that changes with it. */
export interface KeptBefore {
  columns?: Columns;
  comparison?: Columns;
}

/** The columns of a draft that are restored with its record. */
export const draftExtras = columnsWith(draftTable, 'isUndone');
/** The columns of an application that are restored with its record. */
export const applicationExtras = [
  ...columnsWith(applicationTable, 'isDerived'),
  ...columnsWith(applicationTable, 'isUndone'),
];
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
    const is = { columns: undefined, state: null, record: null };
    if (what === 'removed') return { ...is, columns: removed(source).get(id) };
    if (!hasVersions(source)) return what === 'changed' ? { ...is, columns: aside.get(id) } : is;
    if (what === 'created') return is;
    const found = what === 'changed' ? (hasRecord ? whole : besideRecord)[source].get(id) : undefined;
    if (!found) return { ...is, state: state(source, id) };
    const { record = null, version, trashedAt, sentAt, ...columns } = found;
    return { columns, state: { version, trashedAt, sentAt }, record };
  }
  /** null: the row is gone, or its table has no versions. */
  function state(source: UndoSource, id: number | string): RowState | null {
    return hasVersions(source) ? (states[source].get(id) ?? null) : null;
  }
  /** null: the row is gone, or its table has no records. */
  function record(source: UndoSource, id: number | string): string | null {
    return hasVersions(source) ? (records[source].get(id) ?? null) : null;
  }
  return {
    state,
    record,
    capture(wanted: ToCapture & { comparisonRow: number | null }): Captured {
      const { columns, state: was, record } = read(wanted);
      const row = wanted.comparisonRow === null ? undefined : comparison.get(wanted.comparisonRow);
      const before: KeptBefore = { ...(columns && { columns }), ...(row && { comparison: row }) };
      return {
        ...(was ? { wasVersion: was.version, wasTrashedAt: was.trashedAt, wasSentAt: was.sentAt } : {}),
        before: columns || row ? JSON.stringify(before) : null,
        record,
      };
    },
  };
}

/** Returns true if rows of the table have a version, a trash state and a time of sending. */
export function hasVersions(source: UndoSource): source is 'drafts' | 'applications' {
  return source === 'drafts' || source === 'applications';
}

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

export function createUndoSources(db: Db) {
  const stateOf = (table: 'drafts' | 'applications') =>
    db.prepare<[number | string], RowState>(
      `SELECT version, trashed_at trashedAt, sent_at sentAt FROM ${table} WHERE id = ?`,
    );
  const columnsOf = (table: UndoSource, columns: readonly string[]) =>
    db.prepare<[number | string], Columns>(`SELECT ${columns.join(', ')} FROM ${table} WHERE id = ?`);
  const states = { drafts: stateOf('drafts'), applications: stateOf('applications') };
  const recordOf = (table: 'drafts' | 'applications') =>
    db.prepare<[number | string], string>(`SELECT record FROM ${table} WHERE id = ?`).pluck();
  const records = { drafts: recordOf('drafts'), applications: recordOf('applications') };
  const whole = {
    drafts: columnsOf('drafts', ['record', ...draftExtras]),
    applications: columnsOf('applications', ['record', ...applicationExtras]),
  };
  const comparison = columnsOf('comparison_rows', comparisonColumns);
  const aside = columnsOf('comparison_rows', ['aside']);
  const all = new Map<UndoSource, typeof aside>();
  const removed = (source: UndoSource) => {
    const statement = all.get(source) ?? columnsOf(source, ['*']);
    all.set(source, statement);
    return statement;
  };

  function columns(source: UndoSource, id: number | string, what: UndoWhat): Columns | undefined {
    if (what === 'removed') return removed(source).get(id);
    if (what !== 'changed') return undefined;
    return hasVersions(source) ? whole[source].get(id) : aside.get(id);
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
    capture(source: UndoSource, id: number | string, what: UndoWhat, comparisonRow: number | null): Captured {
      const read = columns(source, id, what);
      const row = comparisonRow === null ? undefined : comparison.get(comparisonRow);
      const { record: text = null, ...rest } = read && hasVersions(source) ? read : { ...read };
      const isWhole = read !== undefined && !hasVersions(source);
      const before: KeptBefore = {
        ...(read ? { columns: isWhole ? read : rest } : {}),
        ...(row ? { comparison: row } : {}),
      };
      const was = what === 'created' ? null : state(source, id);
      return {
        ...(was ? { wasVersion: was.version, wasTrashedAt: was.trashedAt, wasSentAt: was.sentAt } : {}),
        before: read || row ? JSON.stringify(before) : null,
        record: isWhole || text === null ? null : String(text),
      };
    },
  };
}

/** Returns true if rows of the table have a version, a trash state and a time of sending. */
export function hasVersions(source: UndoSource): source is 'drafts' | 'applications' {
  return source === 'drafts' || source === 'applications';
}

import { withoutGuard } from '../../../shared/text/formulaGuard.ts';
import type { TableRow } from './tableRow.ts';

/** The ending of the headings of columns that Colophon adds to a returned table. */
const added = /\(Colophon\)\s*$/;
/** The column that says which draft a row became, in every language. */
export const draftHeading = 'ID (Colophon)';

/** The columns that were added to a table when it was returned. */
export interface ReturnedColumns {
  places: ReadonlySet<number>;
  draftPlace: number;
}

/** Null for a table that was not returned. */
export function returnedColumns(headings: readonly string[]): ReturnedColumns | null {
  const draftPlace = headings.findIndex((heading) => heading.trim() === draftHeading);
  if (draftPlace < 0) return null;
  return {
    places: new Set(headings.flatMap((heading, at) => (added.test(heading) ? [at] : []))),
    draftPlace,
  };
}

/** A row as the user wrote it: what was added is empty, and cells are no longer guarded against formulas. */
export function withoutAdded(row: TableRow, { places, draftPlace }: ReturnedColumns): TableRow {
  return {
    ...row,
    cells: row.cells.map((cell, at) => (places.has(at) ? '' : withoutGuard(cell))),
    draft: row.cells[draftPlace]?.trim() ?? '',
  };
}

/** The first draft that a returned table names; null if there is none. */
export function firstDraft(rows: readonly TableRow[]): string | null {
  const at = rows.findIndex(({ cells }) => returnedColumns(cells) !== null);
  const place = returnedColumns(rows[at]?.cells ?? [])?.draftPlace ?? -1;
  const drafts = rows.slice(at + 1).map(({ cells }) => cells[place]?.trim() ?? '');
  return drafts.find((draft) => draft !== '') ?? null;
}

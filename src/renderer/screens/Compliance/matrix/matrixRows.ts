import type { Matrix, MatrixCell } from '../../../../shared/compliance/complianceCheck.ts';
import { language } from '../../../../shared/i18n/i18n.ts';
import { cellTone, isUndetermined } from '../../../../shared/i18n/matrixText.ts';

export const cellFilters = ['all', 'no', 'unknown', 'yes', 'changed', 'failed'] as const;
export type CellFilter = (typeof cellFilters)[number];

/** One row of the grid: a journal with an organisation, and its cells by funder; `null` if a cell is not loaded yet. */
export interface MatrixRow {
  journal: number;
  organisation: number;
  cells: readonly (MatrixCell | null)[];
}

/** The column that sorts the rows: the journal's title, or the answers of the funder at this index. */
export interface MatrixSort {
  by: 'journal' | number;
  isDescending: boolean;
}

const toneRank = { no: 0, unknown: 1, failed: 2, waiting: 3, yes: 4 } as const;

/** The rows with at least one cell that passes the filter, sorted. */
export function matrixRows(
  matrix: Matrix,
  cells: readonly MatrixCell[],
  { filter, sort }: { filter: CellFilter; sort: MatrixSort },
): MatrixRow[] {
  const funders = matrix.funders.length;
  const organisations = matrix.organisations.length;
  const rows: MatrixRow[] = [];
  for (let journal = 0; journal < matrix.journals.length; journal++)
    for (let organisation = 0; organisation < organisations; organisation++)
      rows.push({ journal, organisation, cells: new Array<MatrixCell | null>(funders).fill(null) });
  for (const cell of cells) {
    const row = rows[cell.journal * organisations + cell.organisation];
    if (row) (row.cells as (MatrixCell | null)[])[cell.funder] = cell;
  }
  const shown =
    filter === 'all' ? rows : rows.filter((row) => row.cells.some((cell) => cell && passes(cell, filter)));
  const key = (row: MatrixRow): string | number => {
    if (sort.by === 'journal') return matrix.journals[row.journal]?.title ?? '';
    const cell = row.cells[sort.by];
    return cell ? toneRank[cellTone(cell)] : toneRank.waiting;
  };
  const sign = sort.isDescending ? -1 : 1;
  return shown.sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    const order =
      typeof one === 'string' && typeof other === 'string'
        ? one.localeCompare(other, language())
        : Number(one) - Number(other);
    return sign * order || a.journal - b.journal || a.organisation - b.organisation;
  });
}

function passes(cell: MatrixCell, filter: CellFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'unknown') return isUndetermined(cell);
  return filter === 'changed' ? cell.changes.length > 0 : cellTone(cell) === filter;
}

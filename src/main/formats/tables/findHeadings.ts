import type { TableMapping } from '../../../shared/tables/tableMapping.ts';
import { foldHeading } from './columnPlan.ts';
import { headingMeaning } from './headings/headings.ts';
import { presetOf } from './presets.ts';
import { returnedColumns } from './returnedColumns.ts';
import type { TableRow } from './tableRow.ts';

/** The numbers of rows at the beginning of a table that are searched for the headings, and of rows below that are searched for their meaning. */
export const firstRows = 30;
const maxHeadingLength = 500;

/** The row that a mapping names or fits, or without a mapping the first one that names a title. */
export function findHeadings(
  rows: readonly TableRow[],
  mapping: Pick<TableMapping, 'headingRow' | 'columns'> | null,
  isSheet: boolean,
): TableRow | null {
  if (mapping?.headingRow != null) return rows.find(({ line }) => line === mapping.headingRow) ?? null;
  if (mapping) {
    const names = new Set(mapping.columns.map(({ heading }) => foldHeading(heading)));
    return (
      rows.find(({ cells }) => cells.some((cell) => cell.trim() !== '' && names.has(foldHeading(cell)))) ??
      null
    );
  }
  const named = rows.find(({ cells }) => cells.some(isTitle) || presetOf(cells) !== null);
  if (named || isSheet) return named ?? null;
  return rows.find(({ cells }) => cells.filter((cell) => headingMeaning(cell) !== null).length > 1) ?? null;
}

/** The headings in a row, without those that Colophon added, with very long ones cut. */
export function headingsOf({ cells, names = cells }: TableRow): string[] {
  const added = returnedColumns(cells)?.places;
  return names.map((cell, at) => (added?.has(at) ? '' : cell.slice(0, maxHeadingLength)));
}

function isTitle(cell: string): boolean {
  return headingMeaning(cell)?.target === 'title';
}

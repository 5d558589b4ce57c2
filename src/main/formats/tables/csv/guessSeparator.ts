import { headingMeaning } from '../headings.ts';
import { csvCells } from './csvCells.ts';

/**
 * The separator of the cells in the first records of a file: the one that gives a record the most known headings, else
 * the one that splits the most records into the same number of cells.
 */
export function guessSeparator(records: readonly string[]): string {
  const rated = [',', ';', '\t', '|'].map((separator) => ({ separator, ...rate(records, separator) }));
  rated.sort((a, b) => b.headings - a.headings || b.alike - a.alike || b.columns - a.columns);
  return rated[0]!.separator;
}

function rate(
  records: readonly string[],
  separator: string,
): { headings: number; alike: number; columns: number } {
  const rows = records.map((record) => csvCells(record, separator, { isLenient: true }) ?? []);
  const headings = rows.slice(0, 10).map((row) => row.slice(0, 500).filter(isHeading).length);
  const widths = new Map<number, number>();
  for (const { length } of rows) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [columns = 0, alike = 0] = [...widths].sort((a, b) => b[1] - a[1])[0] ?? [];
  return { headings: Math.max(0, ...headings), alike, columns };
}

function isHeading(cell: string): boolean {
  return headingMeaning(cell) !== null;
}

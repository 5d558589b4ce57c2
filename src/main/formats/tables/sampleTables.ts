import { isUnclearDate } from '../text/sourceDates.ts';
import { firstRows } from './findHeadings.ts';
import { isBroken, isEmptyRow, type Table, type TableRow } from './tableRow.ts';

/** The beginning of a table, and the facts on which the number of its articles and the order of its dates depend. */
export interface TableSample {
  /** The name of the sheet; null in a text file. */
  sheet: string | null;
  /** The first rows that are not empty, with long cells cut. */
  rows: TableRow[];
  /**
   * How many of the later rows have values in the same columns: a pattern has `1` for each column with a value, else
   * `0`.
   */
  patterns: [pattern: string, count: number][];
  /** Dates of the whole table, by column, that may have the day or the month first. */
  unclearDates: [column: number, dates: string[]][];
}

/** Enough for the headings, and for some articles below them. */
const maxRows = 2 * firstRows;
const maxCharacters = 500_000;
const maxCellLength = 3_000;
const maxTables = 50;
/** Rows with a further pattern count as having values in every column. */
const maxPatterns = 2_000;
/** Columns that a pattern includes. */
const maxColumns = 1_000;
const maxDates = 3;
const maxDateLength = 30;

/** Samples tables: only their beginning, or with `isWhole` all of their rows. */
export async function sampleTables(
  tables: AsyncIterable<Table>,
  { isWhole }: { isWhole: boolean },
): Promise<TableSample[]> {
  const samples: TableSample[] = [];
  for await (const { sheet, rows } of tables) {
    samples.push(await sampleTable(sheet, rows, isWhole));
    if (samples.length === maxTables) break;
  }
  return samples;
}

async function sampleTable(
  sheet: string | null,
  rows: Table['rows'],
  isWhole: boolean,
): Promise<TableSample> {
  const first: TableRow[] = [];
  const patterns = new Map<string, number>();
  const dates = new Map<number, string[]>();
  let characters = 0;
  for await (const row of rows) {
    if (isBroken(row) || isEmptyRow(row)) continue;
    collectDates(row, dates);
    if (first.length < maxRows && characters < maxCharacters) {
      const cells = row.cells.map((cell) => cell.slice(0, maxCellLength));
      characters += cells.reduce((sum, cell) => sum + cell.length + 1, 0);
      const { merged, isAcross, names, isSecondHeading } = row;
      first.push({
        line: row.line,
        cells,
        ...(merged && { merged }),
        ...(isAcross && { isAcross }),
        ...(names && { names }),
        ...(isSecondHeading && { isSecondHeading }),
      });
    } else if (isWhole) {
      const pattern = patternOf(row);
      const known = patterns.has(pattern) || patterns.size < maxPatterns ? pattern : '1'.repeat(maxColumns);
      patterns.set(known, (patterns.get(known) ?? 0) + 1);
    } else break;
  }
  return { sheet, rows: first, patterns: [...patterns], unclearDates: [...dates] };
}

function patternOf({ cells }: TableRow): string {
  let pattern = '';
  for (const cell of cells.slice(0, maxColumns)) pattern += cell.trim() === '' ? '0' : '1';
  return pattern;
}

function collectDates({ cells }: TableRow, dates: Map<number, string[]>): void {
  for (const [column, cell] of cells.entries()) {
    if (cell.length > maxDateLength || !isUnclearDate(cell)) continue;
    const known = dates.get(column) ?? [];
    if (known.length < maxDates && !known.includes(cell)) dates.set(column, [...known, cell]);
  }
}

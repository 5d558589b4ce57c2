import { msg } from '../../../../shared/message.ts';
import type { SourceFile } from '../../reader.ts';
import { maxTextRecord, megabytes } from '../../readRecord.ts';
import { decodeLines } from '../../text/decodeLines.ts';
import { headingMeaning } from '../headings/headings.ts';
import { type BrokenRow, isEmptyRow, maxColumns, type TableRow } from '../tableRow.ts';
import { csvCells } from './csvCells.ts';
import { type CsvLines, csvRecords } from './csvRecords.ts';

/** The syntax of a table in a text file. */
export interface CsvStart {
  separator: string;
  /** The first line names the separator. */
  isSeparatorStated: boolean;
}

/** Records at the beginning that are used to guess the separator. */
const firstRecords = 30;

/**
 * The rows of a CSV or TSV file, whatever its separator, which `onStart` gets. A record whose quotation marks are not
 * closed does not swallow the next ones; quotation marks inside unquoted cells are text. `skipsEmpty`: without rows of empty cells.
 */
export async function* csvRows(
  { bytes, head, encoding }: Pick<SourceFile, 'bytes' | 'head' | 'encoding'>,
  onStart: (start: CsvStart) => void = () => undefined,
  { skipsEmpty = false } = {},
): AsyncGenerator<TableRow | BrokenRow> {
  const records = csvRecords(decodeLines(bytes, head, encoding));
  const first: CsvLines[] = [];
  for (let one = await records.next(); one !== null; one = await records.next()) {
    first.push(one);
    if (first.length === firstRecords) break;
  }
  const stated = /^"?sep=(.)"?$/i.exec(first[0]?.text ?? '')?.[1];
  if (stated !== undefined) first.shift();
  const separator = stated ?? guessSeparator(first.map(({ text }) => text));
  onStart({ separator, isSeparatorStated: stated !== undefined });
  records.putBack(first.flatMap(({ lines }) => lines));
  const next = () => records.next(skipsEmpty ? separator : undefined);
  for (let record = await next(); record !== null; record = await next()) {
    const cells = record.state === 'whole' ? csvCells(record.text, separator) : null;
    if (cells) {
      if (!skipsEmpty || !isEmptyRow({ line: record.line, cells })) yield rowOf(record, cells);
    } else {
      yield firstRow(record, separator);
      records.putBack(record.lines.slice(1));
    }
  }
}

/** The first line of a record that breaks the rules of CSV. */
function firstRow(record: CsvLines, separator: string): TableRow | BrokenRow {
  const { line, state, lines } = record;
  if (state === 'tooLong')
    return { line, broken: msg('import.read.recordTooLarge', { size: megabytes(maxTextRecord) }) };
  const cells = csvCells(lines[0]!.text, separator, { isLenient: true });
  if (cells) return rowOf(record, cells);
  return {
    line,
    broken: msg('import.read.quoteNotClosed', { line }),
    cells: lines[0]!.text.split(separator, maxColumns),
  };
}

function rowOf({ line, guess }: CsvLines, cells: string[]): TableRow | BrokenRow {
  if (cells.length > maxColumns)
    return { line, broken: msg('import.read.tooManyColumns', { count: cells.length, most: maxColumns }) };
  return guess ? { line, cells, guess } : { line, cells };
}

/**
 * The separator of the cells in the first records of a file: the one that gives a record the most known headings, else
 * the one that splits the most records into the same number of cells.
 */
function guessSeparator(records: readonly string[]): string {
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

import { msg } from '../../../../shared/message.ts';
import { maxTextRecord, megabytes } from '../../readRecord.ts';
import { decodeLines } from '../../text/decodeLines.ts';
import { type BrokenRow, isEmptyRow, maxColumns, type TableRow } from '../tableRow.ts';
import { csvCells } from './csvCells.ts';
import { type CsvLines, csvRecords } from './csvRecords.ts';
import { guessSeparator } from './guessSeparator.ts';

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
  bytes: AsyncIterable<Uint8Array>,
  head: Uint8Array,
  onStart: (start: CsvStart) => void = () => undefined,
  { skipsEmpty = false } = {},
): AsyncGenerator<TableRow | BrokenRow> {
  const records = csvRecords(decodeLines(bytes, head));
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
  for (let record = await records.next(); record !== null; record = await records.next()) {
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

function rowOf({ line, isGuessed }: CsvLines, cells: string[]): TableRow | BrokenRow {
  if (cells.length > maxColumns)
    return { line, broken: msg('import.read.tooManyColumns', { count: cells.length, most: maxColumns }) };
  return isGuessed ? { line, cells, isGuessed } : { line, cells };
}

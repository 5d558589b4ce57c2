import { meantHeader } from './journalColumns.ts';

/** One record below the headers. */
export interface JournalRow {
  /** As the directory counts: the headers are row 1, blank lines do not count. */
  number: number;
  /** Every cell, by the position of its column; the last ones may be missing. */
  given: readonly string[];
  /** By header, of columns that are meant to be of the file; of two columns with the same header, the last one counts. */
  cells: ReadonlyMap<string, string>;
  /** The positions of their columns. */
  places: ReadonlyMap<string, number>;
  isEmpty: boolean;
}

export interface JournalTable {
  headers: readonly string[];
  rows: readonly JournalRow[];
}

/** A file on which the directory's check crashes. */
export type UnreadableFile = 'encoding' | 'empty' | 'cellTooLong';

/** As long as a cell may be in Python's `csv` module. */
const maxCharacters = 131_072;

/**
 * Reads a Journal Update File as the directory's check does, with Python's `csv.DictReader` (reference/
 * journal-update-file.md 2): UTF-8, commas, any line ends; quotation marks that break the rules are text.
 */
export function readJournalFile(bytes: Uint8Array): JournalTable | UnreadableFile {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'encoding';
  }
  const records = readRecords(text.replace(/\r\n?/g, '\n'));
  const [headers, ...rest] = records;
  if (!headers) return 'empty';
  if (records.some((cells) => cells.some((cell) => cell.length > maxCharacters))) return 'cellTooLong';
  const columns = readColumns(headers);
  const rows = rest
    .filter((given) => given.length > 0)
    .map((given, index): JournalRow => {
      const hasSurplus = given.length > headers.length;
      return {
        number: index + 2,
        given,
        cells: cellsOf(given, columns),
        places: columns.places,
        isEmpty: !hasSurplus && given.every((cell, at) => cell === '' || !columns.counting.has(at)),
      };
    });
  return { headers, rows };
}

interface Columns {
  /** The columns that are meant to be of the file, in order. */
  meant: { header: string; at: number }[];
  /** Those of them whose headers are as the directory writes them: they have a cell in every row. */
  exact: { header: string; at: number }[];
  places: ReadonlyMap<string, number>;
  /** The positions of the columns that no other with the same header follows. */
  counting: ReadonlySet<number>;
}

function readColumns(headers: readonly string[]): Columns {
  const last = new Map(headers.map((header, at) => [header, at]));
  const meant = [...last]
    .filter(([header]) => meantHeader(header) !== null)
    .map(([header, at]) => ({ header, at }))
    .sort((one, other) => one.at - other.at);
  return {
    meant,
    exact: meant.filter(({ header }) => meantHeader(header) === header),
    places: new Map(headers.map((header, at): [string, number] => [header, at]).reverse()),
    counting: new Set(last.values()),
  };
}

/** The cells by header. A row may have few cells of very many columns, so only those that it has are visited. */
function cellsOf(given: readonly string[], { meant, exact }: Columns): Map<string, string> {
  const cells = new Map<string, string>();
  for (const { header, at } of meant) {
    if (at >= given.length) break;
    cells.set(header, given[at]!);
  }
  for (const { header, at } of exact) if (at >= given.length) cells.set(header, '');
  return cells;
}

/** The cells of each line; a blank line has none. */
function readRecords(text: string): string[][] {
  const records: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const { cells, end } = readRecord(text, at);
    records.push(cells);
    at = end;
  }
  return records;
}

/** The record that begins at `start`, and where the next one begins. */
function readRecord(text: string, start: number): { cells: string[]; end: number } {
  if (text[start] === '\n') return { cells: [], end: start + 1 };
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const { cell, end } = readCell(text, at);
    cells.push(cell);
    if (text[end] !== ',') return { cells, end: end + 1 };
    at = end + 1;
  }
}

/** The cell that begins at `start`, and the position of the comma or line feed after it. */
function readCell(text: string, start: number): { cell: string; end: number } {
  if (text[start] !== '"') {
    const end = endOfPlain(text, start);
    return { cell: text.slice(start, end), end };
  }
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { cell: parts.join('') + text.slice(from), end: text.length };
    if (text[quote + 1] === '"') {
      parts.push(text.slice(from, quote + 1));
      from = quote + 2;
    } else {
      const end = endOfPlain(text, quote + 1);
      return { cell: parts.join('') + text.slice(from, quote) + text.slice(quote + 1, end), end };
    }
  }
}

const separator = /[,\n]/g;

function endOfPlain(text: string, from: number): number {
  separator.lastIndex = from;
  return separator.exec(text)?.index ?? text.length;
}

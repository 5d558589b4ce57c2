import { type Message, msg } from '../../../shared/message.ts';

/** A row of a table; empty cells at its end may be missing. */
export interface TableRow {
  /** Where it begins in a text file, or its number in a sheet. */
  line: number;
  cells: readonly string[];
  /** Columns whose cell is a date, or a number of more digits than a spreadsheet keeps, or a formula without value. */
  dates?: ReadonlySet<number>;
  rounded?: ReadonlySet<number>;
  formulas?: ReadonlySet<number>;
  /** The dates that cells show in the place of the numbers that were typed into them, by column. */
  typed?: ReadonlyMap<number, string>;
  /** What to tell about its encoding, if that was guessed. */
  guess?: Message;
  /** Values of merged cells that begin in a row above, by column. */
  merged?: ReadonlyMap<number, string>;
  /** A cell is merged with others to its right. */
  isAcross?: true;
  /** The row, or its whole sheet, is hidden. */
  hidden?: 'row' | 'sheet';
  /** In the row of headings: with those of a second row. */
  names?: readonly string[];
  /** The second row of the headings. */
  isSecondHeading?: true;
  /** Rows beside that of the article that are no articles, such as headings of sections. */
  beside?: readonly string[];
  /** The draft that it became, in a table that Colophon returned. */
  draft?: string;
}

/** A record that could not be divided into cells. */
export interface BrokenRow {
  line: number;
  broken: Message;
  /** Its text, split at every separator; missing if that is not possible. */
  cells?: readonly string[];
}

export interface Table {
  /** The name of the sheet; null in a text file. */
  sheet: string | null;
  rows: AsyncIterable<TableRow | BrokenRow>;
}

/** The number of columns that spreadsheets have. */
export const maxColumns = 16_384;

export function isBroken(row: TableRow | BrokenRow): row is BrokenRow {
  return 'broken' in row;
}

/** Returns true if all cells of a row are empty. */
export function isEmptyRow({ cells }: TableRow): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** What notes on the cells of a row say of its columns, by their places. */
interface NotedColumns {
  headings: readonly string[];
  /** Returns true for a column that is imported. */
  isUsed: (at: number) => boolean;
  /** Returns true for one of texts that a spreadsheet may take for dates: `1-2`. */
  isText: (at: number) => boolean;
}

/** Notes on cells that a spreadsheet has changed, and on cells without a heading. */
export function cellNotes(
  { cells, dates, rounded, formulas, typed, guess }: TableRow,
  { headings, isUsed, isText }: NotedColumns,
): Message[] {
  const named = (key: string, places: ReadonlySet<number> | undefined, isNamed: (at: number) => boolean) => {
    const columns = [...(places ?? [])].filter(isNamed).map((at) => headings[at]?.trim() || `${at + 1}`);
    return columns.length > 0 ? [msg(key, { columns })] : [];
  };
  const surplus = cells.slice(headings.length).filter((cell) => cell.trim() !== '').length;
  return [
    ...(guess ? [guess] : []),
    ...named('import.note.dateCell', dates, isText),
    ...named('import.note.roundedCell', rounded, isUsed),
    ...named('import.note.formulaCell', formulas, isUsed),
    ...[...(typed ?? [])]
      .filter(([at]) => isUsed(at))
      .map(([at, text]) => msg('import.note.wholeNumber', { text, number: cells[at] ?? '' })),
    ...(surplus > 0 ? [msg('import.note.surplusCells', { count: surplus })] : []),
  ];
}

/** The beginning of a sheet, its next rows, or why the workbook cannot be read any further. */
type WorkbookPart = { sheet: string } | { rows: (TableRow | BrokenRow)[] } | { wrong: Message };

/** Says that the rows of a sheet, by its place from 0, are not needed any more. */
export interface SkippedSheet {
  skip: number;
}

export type WorkbookParts = AsyncGenerator<WorkbookPart, void, SkippedSheet | undefined>;

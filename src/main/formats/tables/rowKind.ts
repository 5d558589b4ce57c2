import type { ReadItem } from '../readRecord.ts';
import type { TableRow } from './tableRow.ts';

/** How the rows of a table become articles. */
export interface RowKind {
  /** A row with the values of merged cells, which belong to all of their rows; one that continues the article that begins with `first` stays as it is. */
  fill: (row: TableRow, first?: TableRow) => TableRow;
  /** Returns true for a row that is no article: the heading of a section, a total, or a note. */
  isAside: (row: TableRow) => boolean;
  /** Returns true for a row that is part of the article above, of which `first` is the first row: it may repeat its number. */
  continues: (row: TableRow, first?: TableRow) => boolean;
  /** Returns true for a row with a value that can be imported. */
  hasFields: (row: TableRow) => boolean;
  /** The article of the rows, or why there is none. */
  read: (rows: readonly TableRow[], index: number) => ReadItem;
  /** The place, among the rows of an article, of the one with the field at a path of its record. */
  rowOf: (rows: readonly TableRow[], path: string) => number;
}

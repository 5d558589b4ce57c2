import type { Reader } from '../../reader.ts';
import { laidOut } from '../laidOut.ts';
import { readTables } from '../readTables.ts';
import type { Table } from '../tableRow.ts';
import { csvRows } from './csvRows.ts';

/** Reads a CSV or TSV file. */
export const readTextTable: Reader = (file, choices) =>
  readTables(textTable(csvRows(file, undefined, { skipsEmpty: true })), choices);

export async function* textTable(rows: Table['rows']): AsyncGenerator<Table> {
  yield { sheet: null, rows: laidOut(rows, false) };
}

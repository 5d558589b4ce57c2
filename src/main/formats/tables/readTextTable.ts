import type { Reader } from '../reader.ts';
import { csvRows } from './csvRows.ts';
import { readTables } from './readTables.ts';
import type { Table } from './tableRow.ts';

/** Reads a CSV or TSV file. */
export const readTextTable: Reader = (file, choices) =>
  readTables(tableOf(csvRows(file.bytes, file.head)), choices);

async function* tableOf(rows: Table['rows']): AsyncGenerator<Table> {
  yield { sheet: null, rows };
}

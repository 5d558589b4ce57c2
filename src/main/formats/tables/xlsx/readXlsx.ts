import type { Reader } from '../../reader.ts';
import { WrongEntry } from '../../zip/readZipEntry.ts';
import { laidOut } from '../laidOut.ts';
import { readTables } from '../readTables.ts';
import type { Table } from '../tableRow.ts';
import { sheetRows } from './sheetRows.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { openWorkbook, type WorkbookZip } from './workbookZip.ts';

/** Reads all sheets of an Excel workbook that have article headings, including hidden ones, whose articles are marked. */
export const readXlsx: Reader = async function* readXlsx(file, choices) {
  let zip: WorkbookZip | null = null;
  try {
    zip = await openWorkbook(file);
    yield* readTables(workbookTables(zip, await readWorkbook(zip)), choices);
  } catch (error) {
    if (!(error instanceof WrongEntry)) throw error;
    yield { index: null, line: null, message: error.reason };
  } finally {
    await zip?.close();
  }
};

export async function* workbookTables(zip: WorkbookZip, workbook: Workbook): AsyncGenerator<Table> {
  for (const { name, path, isHidden } of workbook.sheets)
    yield { sheet: name, rows: laidOut(sheetRows(zip, path, workbook, isHidden), true) };
}

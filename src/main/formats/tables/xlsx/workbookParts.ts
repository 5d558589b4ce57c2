import type { SourceFile } from '../../reader.ts';
import { WrongEntry } from '../../zip/readZipEntry.ts';
import {
  type BrokenRow,
  isBroken,
  type SkippedSheet,
  type TableRow,
  type WorkbookParts,
} from '../tableRow.ts';
import { sheetRows } from './sheetRows.ts';
import { readWorkbook } from './workbook.ts';
import { openWorkbook, type WorkbookZip } from './workbookZip.ts';

/** Few enough that a thread can send them while the ones before are read. */
const maxRows = 200;
const maxCharacters = 1_000_000;

/** The contents of a workbook in order; they can be sent from one thread to another. */
export async function* workbookParts(file: Pick<SourceFile, 'bytes' | 'range'>): WorkbookParts {
  let zip: WorkbookZip | null = null;
  try {
    zip = await openWorkbook(file);
    const workbook = await readWorkbook(zip);
    for (const [place, { name, path, isHidden }] of workbook.sheets.entries()) {
      let isSkipped = isSkip(yield { sheet: name }, place);
      let rows: (TableRow | BrokenRow)[] = [];
      let characters = 0;
      for await (const row of isSkipped ? [] : sheetRows(zip, path, workbook, isHidden)) {
        rows.push(row);
        if (!isBroken(row)) for (const cell of row.cells) characters += cell.length;
        if (rows.length < maxRows && characters < maxCharacters) continue;
        isSkipped = isSkip(yield { rows }, place);
        if (isSkipped) break;
        rows = [];
        characters = 0;
      }
      if (!isSkipped && rows.length > 0) yield { rows };
    }
  } catch (error) {
    if (!(error instanceof WrongEntry)) throw error;
    yield { wrong: error.reason };
  } finally {
    await zip?.close();
  }
}

/** What another thread asked for may come when its sheet is over. */
function isSkip(answer: SkippedSheet | undefined, place: number): boolean {
  return answer?.skip === place;
}

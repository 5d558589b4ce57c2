import { WrongEntry } from '../../zip/readZipEntry.ts';
import { laidOut } from '../laidOut.ts';
import type { BrokenRow, Table, TableRow, WorkbookParts } from '../tableRow.ts';

/** The sheets of a workbook as tables. Throws `WrongEntry` where it cannot be read any further. */
export async function* workbookTables(parts: WorkbookParts): AsyncGenerator<Table> {
  let part = await parts.next();
  let isInSheet = false;
  async function* rows(): AsyncGenerator<TableRow | BrokenRow> {
    while (isInSheet) {
      part = await parts.next();
      if (part.done || !('rows' in part.value)) isInSheet = false;
      else yield* part.value.rows;
    }
  }
  try {
    for (let place = 0; !part.done; place++) {
      if ('wrong' in part.value) throw new WrongEntry(part.value.wrong);
      isInSheet = true;
      if ('sheet' in part.value) yield { sheet: part.value.sheet, rows: laidOut(rows(), true) };
      while (isInSheet) {
        part = await parts.next({ skip: place });
        isInSheet = !part.done && 'rows' in part.value;
      }
    }
  } finally {
    await parts.return();
  }
}

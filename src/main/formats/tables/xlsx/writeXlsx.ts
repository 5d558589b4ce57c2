import type { DraftRecord } from '../../../../shared/draft/draft.ts';
import type { Writer } from '../../writer.ts';
import { rowsOfRecord, tableHeadings } from '../tableColumns.ts';
import { type Sheet, type SheetRow, writeWorkbook } from './writeWorkbook.ts';

/** Spreadsheets have 1,048,576 rows; a sheet with this many characters is small enough for them, and for `sheetRows`. */
const maxRows = 1_000_000;
const maxCharacters = 200_000_000;

/** Writes a workbook that loses nothing (`tableColumns.ts`), with as many sheets as its rows need. */
export const writeXlsx: Writer = async function* writeXlsx(records) {
  const source = records[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    if (!first.done) yield* writeWorkbook(sheets(first.value, source));
  } finally {
    await source.return?.();
  }
};

async function* sheets(first: DraftRecord, source: AsyncIterator<DraftRecord>): AsyncGenerator<Sheet> {
  let next: IteratorResult<DraftRecord> = { value: first };
  async function* rows(): AsyncGenerator<SheetRow> {
    yield { number: 1, cells: tableHeadings };
    let number = 1;
    let characters = 0;
    while (!next.done && number < maxRows && characters < maxCharacters) {
      for (const cells of rowsOfRecord(next.value)) {
        characters += cells.reduce((sum, cell) => sum + cell.length, 0);
        yield { number: ++number, cells };
      }
      next = await source.next();
    }
  }
  for (let count = 1; !next.done; count++)
    yield { name: count === 1 ? 'Articles' : `Articles ${count}`, rows: rows() };
}

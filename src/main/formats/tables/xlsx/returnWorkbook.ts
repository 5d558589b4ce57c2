import type { SourceFile } from '../../reader.ts';
import { WrongEntry } from '../../zip/readZipEntry.ts';
import { type ReturnedPart, type ReturnOptions, returnTables } from '../returnTable.ts';
import { workbookParts } from './workbookParts.ts';
import { workbookTables } from './workbookTables.ts';
import { type Sheet, type SheetRow, writeWorkbook } from './writeWorkbook.ts';

/** Returns an Excel workbook with added columns. Its cells become texts, without their formats. */
export async function* returnWorkbook(
  file: Pick<SourceFile, 'bytes' | 'range'>,
  options: ReturnOptions,
): AsyncGenerator<Buffer> {
  const tables = workbookTables(workbookParts(file));
  yield* writeWorkbook(sheetsOf(readable(returnTables(tables, options))));
}

/** Only the readable parts: a broken workbook ends where it ended when it was imported. */
async function* readable(parts: AsyncIterable<ReturnedPart>): AsyncGenerator<ReturnedPart> {
  try {
    yield* parts;
  } catch (error) {
    if (!(error instanceof WrongEntry)) throw error;
  }
}

async function* sheetsOf(parts: AsyncGenerator<ReturnedPart>): AsyncGenerator<Sheet> {
  let next = await parts.next();
  async function* rows(): AsyncGenerator<SheetRow> {
    let number = 0;
    for (next = await parts.next(); !next.done && 'cells' in next.value; next = await parts.next()) {
      const { line, cells } = next.value;
      number = Math.max(number + 1, line ?? 0);
      yield { number, cells };
    }
  }
  try {
    while (!next.done) yield { name: ('sheet' in next.value && next.value.sheet) || 'Sheet', rows: rows() };
  } finally {
    await parts.return(undefined);
  }
}

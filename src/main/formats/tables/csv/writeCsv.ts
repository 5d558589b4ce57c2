import { csvLines } from '../../../../shared/text/csvText.ts';
import type { Writer } from '../../writer.ts';
import { rowsOfRecord, tableHeadings } from '../tableColumns.ts';

/** Writes a table that loses nothing (`tableColumns.ts`), with a byte order mark so that spreadsheets read it as UTF-8. */
export const writeCsv: Writer = async function* writeCsv(records) {
  let isFirst = true;
  for await (const record of records) {
    if (isFirst) yield `\ufeff${csvLines([tableHeadings])}`;
    isFirst = false;
    yield csvLines(rowsOfRecord(record));
  }
};

import { isObject } from '../../../shared/json.ts';
import { msg } from '../../../shared/message.ts';
import { readJsonRecord } from '../readJsonRecord.ts';
import { isRecord } from '../readRecord.ts';
import type { RowKind } from './rowKind.ts';
import { fillRecord, isContinuation, restOfRows } from './tableColumns.ts';
import type { TableRow } from './tableRow.ts';

/** Rows of a table that Colophon wrote; `places` says where its columns are. They are taken as they are. */
export function ownRows(places: readonly number[]): RowKind {
  const cellsOf = ({ cells }: TableRow) => places.map((place) => cells[place] ?? '');
  return {
    continues: (row) => isContinuation(cellsOf(row)),
    hasFields: (row) => cellsOf(row).some((cell) => cell !== ''),
    read: (rows, index) => {
      const own = rows.map(cellsOf);
      const { line } = rows[0]!;
      const item = readJsonRecord(Buffer.from(restOfRows(own)), index, line);
      if (!isRecord(item)) return item;
      if (!isObject(item.record)) return { index, line, message: msg('import.read.notARecord') };
      fillRecord(item.record, own[0]!);
      return item;
    },
  };
}

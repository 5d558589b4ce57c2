import { articleFields } from '../../../shared/article/articleFields.ts';
import { isObject } from '../../../shared/json.ts';
import { msg } from '../../../shared/message.ts';
import { readJsonRecord } from '../json/readJsonRecord.ts';
import { isRecord } from '../readRecord.ts';
import { headedFields, type OwnedFields } from './ownedFields.ts';
import type { RowKind } from './rowKind.ts';
import { fillRecord, isContinuation, restHeading, restOfRows, tableHeadings } from './tableColumns.ts';
import type { TableRow } from './tableRow.ts';

/** Rows of a table that Colophon wrote; `places` says where its columns are. They are used as they are. */
export function ownRows(places: readonly number[]): RowKind {
  const cellsOf = ({ cells }: TableRow) => places.map((place) => cells[place] ?? '');
  const owned = ownedBy(places);
  return {
    fill: (row) => row,
    isAside: () => false,
    continues: (row) => isContinuation(cellsOf(row)),
    hasFields: (row) => cellsOf(row).some((cell) => cell !== ''),
    read: (rows, index) => {
      const own = rows.map(cellsOf);
      const { line } = rows[0]!;
      const item = readJsonRecord(Buffer.from(restOfRows(own)), index, line);
      if (!isRecord(item)) return item;
      if (!isObject(item.record)) return { index, line, message: msg('import.read.notARecord') };
      const doubled = fillRecord(item.record, own[0]!);
      if (doubled) {
        const columns = { columns: doubled.join(', '), rest: restHeading };
        return { index, line, message: msg('import.read.inBoth', columns) };
      }
      return { ...item, owned, isOwn: true };
    },
    rowOf: () => 0,
  };
}

/** A table with all our columns has the whole record; a draft keeps the values of columns that the user removed. */
function ownedBy(places: readonly number[]): OwnedFields {
  if (tableHeadings.every((_, at) => (places[at] ?? -1) >= 0)) return 'all';
  const present = new Set(tableHeadings.filter((_, at) => (places[at] ?? -1) >= 0));
  return headedFields.filter((name) => present.has(articleFields[name].heading));
}

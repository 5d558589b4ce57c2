import { articleFields, type HeadedFieldName } from '../../../shared/article/articleFields.ts';
import { isObject } from '../../../shared/json.ts';
import { msg } from '../../../shared/message.ts';
import { readJsonRecord } from '../json/readJsonRecord.ts';
import { isRecord } from '../readRecord.ts';
import type { RecordFacts } from '../recordFacts.ts';
import { headedFields, type OwnedFields } from './ownedFields.ts';
import type { RowKind } from './rowKind.ts';
import { fillRecord, isContinuation, restHeading, restOfRows, tableHeadings } from './tableColumns.ts';
import { cellNotes, type TableRow } from './tableRow.ts';

/**
 * Rows of a table that Colophon wrote, whose cells are used as they are; `places` says where its columns are. All of them
 * are texts, so that a date in one is what a spreadsheet made of a text.
 */
export function ownRows(places: readonly number[], headings: readonly string[]): RowKind {
  const cellsOf = ({ cells }: TableRow) => places.map((place) => cells[place] ?? '');
  const isOurs = (at: number) => places.includes(at);
  const noted = { headings, isUsed: isOurs, isText: isOurs };
  const owned = ownedBy(places);
  return {
    fill: (row) => row,
    isAside: () => false,
    continues: (row) => isContinuation(cellsOf(row)),
    hasFields: (row) => cellsOf(row).some((cell) => cell !== ''),
    read: (rows, index) => {
      const row = rows[0]!;
      const { line, hidden } = row;
      const own = rows.map(cellsOf);
      const item = readJsonRecord(Buffer.from(restOfRows(own)), index, line);
      if (!isRecord(item)) return item;
      if (!isObject(item.record)) return { index, line, message: msg('import.read.notARecord') };
      const unread = unreadFields(row, places);
      const cells = own[0]!.map((cell, at) => (unread.has(fieldsInOrder[at]!) ? '' : cell));
      const doubled = fillRecord(item.record, cells);
      if (doubled) {
        const columns = { columns: doubled.join(', '), rest: restHeading };
        return { index, line, message: msg('import.read.inBoth', columns) };
      }
      const doubts = hidden ? [msg(`import.doubt.hidden.${hidden}`)] : [];
      return {
        ...item,
        notes: [...doubts, ...item.notes, ...cellNotes(row, noted)],
        owned: isAnyUnread(row, places) ? present(places).filter((name) => !unread.has(name)) : owned,
        isOwn: true,
        ...(hidden && { facts: hiddenFacts }),
      };
    },
    rowOf: () => 0,
  };
}

/** The facts of a record in a hidden row, which the user may not have meant to import. */
const hiddenFacts: RecordFacts = {
  languages: [],
  hasTwoDates: false,
  hasAffiliations: false,
  name: null,
  journal: null,
  hasLink: true,
  isDoubtful: true,
  dropped: [],
};

/** A table with all our columns has the whole record; a draft keeps the values of columns that the user removed. */
function ownedBy(places: readonly number[]): OwnedFields {
  return tableHeadings.every((_, at) => (places[at] ?? -1) >= 0) ? 'all' : present(places);
}

/** The fields whose columns are there. */
function present(places: readonly number[]): HeadedFieldName[] {
  const found = new Set(tableHeadings.filter((_, at) => (places[at] ?? -1) >= 0));
  return headedFields.filter((name) => found.has(articleFields[name].heading));
}

/** The field of each of our columns; the last column, with the rest, has none. */
const fieldsInOrder = tableHeadings.map((heading) =>
  headedFields.find((name) => articleFields[name].heading === heading),
);

const members = headedFields.filter((name) => articleFields[name].kind === 'member');
/** The fields of each list, first the one without which there are no entries. */
const lists = [...Map.groupBy(members, (name) => articleFields[name].path.split('[]')[0]).values()];

function isAnyUnread({ formulas }: TableRow, places: readonly number[]): boolean {
  return formulas !== undefined && places.some((place) => formulas.has(place));
}

/** The fields of which a row says nothing, because their cell, or that of the list's entries, is a formula without a value. */
function unreadFields({ formulas }: TableRow, places: readonly number[]): ReadonlySet<HeadedFieldName> {
  const unread = new Set<HeadedFieldName>();
  if (formulas === undefined) return unread;
  for (const [at, name] of fieldsInOrder.entries())
    if (name !== undefined && formulas.has(places[at] ?? -1)) unread.add(name);
  for (const list of lists) if (unread.has(list[0]!)) for (const name of list) unread.add(name);
  return unread;
}

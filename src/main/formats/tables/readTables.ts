import { type Message, msg } from '../../../shared/message.ts';
import type { Choices } from '../article/choices.ts';
import { isRecord, type ReadItem } from '../readRecord.ts';
import { type RowGroup, rowGroups } from './rowGroups.ts';
import { isBroken, isEmptyRow, type Table } from './tableRow.ts';

/**
 * The articles of tables. Tables without article headings, such as sheets of notes, are skipped if another table has
 * them.
 */
export async function* readTables(tables: AsyncIterable<Table>, choices: Choices): AsyncGenerator<ReadItem> {
  let sheet: string | null = null;
  let first: readonly string[] | null = null;
  let isRead = false;
  let isEmpty = true;
  for await (const part of rowGroups(tables, choices)) {
    if ('head' in part) {
      const { head } = part;
      sheet = head.sheet;
      isRead ||= head.headings !== null;
      for (const row of head.above) {
        if (isBroken(row)) yield problemOf(row.line, row.broken, sheet);
        else if (!isEmptyRow(row)) first ??= row.cells;
      }
    } else if ('group' in part) {
      const items = itemsOf(part.group, sheet);
      if (items.length > 0) isEmpty = false;
      yield* items;
    }
  }
  if (isRead && isEmpty) yield { index: null, line: null, message: msg('import.read.noRecords') };
  if (!isRead) yield { index: null, line: null, message: noHeadings(first) };
}

function itemsOf({ article, rows, index, kind }: RowGroup, sheet: string | null): ReadItem[] {
  if (index === null) return [];
  const [first] = article;
  if (!first) return rows.filter(isBroken).map((row) => problemOf(row.line, row.broken, sheet, index));
  const item = { ...kind.read(article, index), ...inSheet(sheet) };
  return [isRecord(item) && first.draft ? { ...item, draft: first.draft } : item];
}

function noHeadings(first: readonly string[] | null): Message {
  const columns = first?.filter((cell) => cell.trim() !== '').slice(0, 20) ?? [];
  return columns.length === 0 ? msg('import.read.empty') : msg('import.read.noHeadings', { columns });
}

function problemOf(
  line: number,
  message: Message,
  sheet: string | null,
  index: number | null = null,
): ReadItem {
  return { index, ...inSheet(sheet), line, message };
}

function inSheet(sheet: string | null): { part?: string } {
  return sheet === null ? {} : { part: sheet };
}

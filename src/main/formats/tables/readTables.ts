import { type Message, msg } from '../../../shared/message.ts';
import type { TableMapping } from '../../../shared/tables/tableMapping.ts';
import type { Choices } from '../articleOf.ts';
import type { ReadItem } from '../readRecord.ts';
import { columnPlan, foldHeading } from './columnPlan.ts';
import { guessMapping } from './guessMapping.ts';
import { headingMeaning } from './headings.ts';
import { mappedRows } from './mappedRows.ts';
import { ownRows } from './ownRows.ts';
import { presetOf } from './presets.ts';
import type { RowKind } from './rowKind.ts';
import { ownPlaces } from './tableColumns.ts';
import { type BrokenRow, isBroken, isEmptyRow, type Table, type TableRow } from './tableRow.ts';

/** So many rows at the beginning are searched for the headings, and so many below them for their meaning. */
const firstRows = 30;
const longestHeading = 500;
/** More rows than these are not of one article. */
const mostContinued = 5_000;

/**
 * The articles of tables by the mapping that was chosen, or by one guessed from the headings of each. Tables without headings of
 * articles, such as sheets of notes, are passed over if another one has them.
 */
export async function* readTables(tables: AsyncIterable<Table>, choices: Choices): AsyncGenerator<ReadItem> {
  const { mapping } = choices;
  const counter = { index: 0 };
  let first: readonly string[] | null = null;
  let isRead = false;
  for await (const table of tables) {
    const { sheet } = table;
    if (mapping?.sheet != null && sheet !== null && mapping.sheet !== sheet) continue;
    const rows = table.rows[Symbol.asyncIterator]();
    const { headings, left } = await startOf(rows, mapping, sheet !== null);
    if (headings) {
      isRead = true;
      const kind = kindOf(headings, left, choices);
      yield* readRows(following(left, rows), { kind, headings, sheet, counter });
    } else {
      first ??= left.find(isWhole)?.cells ?? null;
      yield* left.filter(isBroken).map((row) => problemOf(row.line, row.broken, sheet));
      await rows.return?.(undefined);
    }
  }
  if (!isRead) yield { index: null, line: null, message: noHeadings(first) };
}

function noHeadings(first: readonly string[] | null): Message {
  const columns = first?.filter((cell) => cell.trim() !== '').slice(0, 20) ?? [];
  return columns.length === 0 ? msg('import.read.empty') : msg('import.read.noHeadings', { columns });
}

type Row = TableRow | BrokenRow;

/** The headings of a table and the rows after them that were read ahead; without headings, all of these. */
interface TableStart {
  headings: readonly string[] | null;
  left: Row[];
}

async function startOf(
  rows: AsyncIterator<Row>,
  mapping: TableMapping | null,
  isSheet: boolean,
): Promise<TableStart> {
  const ahead: Row[] = [];
  const more = async (count: number) => {
    for (let left = count; left > 0; ) {
      const { value, done } = await rows.next();
      if (done) return;
      if (!isBroken(value) && isEmptyRow(value)) continue;
      ahead.push(value);
      left--;
    }
  };
  await more(firstRows);
  const headingRow = findHeadings(ahead, mapping, isSheet);
  if (headingRow === null) return { headings: null, left: ahead };
  const at = ahead.indexOf(headingRow);
  await more(at + 1);
  const broken = ahead.slice(0, at).filter(isBroken);
  return {
    headings: headingRow.cells.map((cell) => cell.slice(0, longestHeading)),
    left: [...broken, ...ahead.slice(at + 1)],
  };
}

/** A table that Colophon wrote is read as such, unless a mapping was chosen. */
function kindOf(headings: readonly string[], left: readonly Row[], choices: Choices): RowKind {
  const places = choices.mapping ? null : ownPlaces(headings);
  if (places) return ownRows(places);
  const values = left.filter(isWhole).map(({ cells }) => cells);
  return mappedRows(columnPlan(choices.mapping ?? guessMapping(headings, values), headings), choices);
}

/** The row that a mapping names or fits, or the first one that names a title. */
function findHeadings(
  ahead: readonly Row[],
  mapping: TableMapping | null,
  isSheet: boolean,
): TableRow | null {
  const rows = ahead.filter(isWhole);
  if (mapping?.headingRow != null) return rows.find(({ line }) => line === mapping.headingRow) ?? null;
  if (mapping) {
    const names = new Set(mapping.columns.map(({ heading }) => foldHeading(heading)));
    return (
      rows.find(({ cells }) => cells.some((cell) => cell.trim() !== '' && names.has(foldHeading(cell)))) ??
      null
    );
  }
  const named = rows.find(({ cells }) => cells.some(isTitle) || presetOf(cells) !== null);
  if (named || isSheet) return named ?? null;
  return rows.find(({ cells }) => cells.filter((cell) => headingMeaning(cell) !== null).length > 1) ?? null;
}

function isWhole(row: Row): row is TableRow {
  return !isBroken(row);
}

function isTitle(cell: string): boolean {
  return headingMeaning(cell)?.target === 'title';
}

interface Reading {
  kind: RowKind;
  headings: readonly string[];
  sheet: string | null;
  counter: { index: number };
}

async function* readRows(rows: AsyncIterable<Row>, reading: Reading): AsyncGenerator<ReadItem> {
  const { kind, headings, sheet, counter } = reading;
  let article: TableRow[] = [];
  const finish = (): ReadItem[] => {
    const done = article;
    article = [];
    return done.length === 0 ? [] : [{ ...kind.read(done, ++counter.index), ...inSheet(sheet) }];
  };
  for await (const row of rows) {
    if (isWhole(row) && (isEmptyRow(row) || isHeadingRow(row, headings))) continue;
    if (isBroken(row)) {
      yield* finish();
      yield problemOf(row.line, row.broken, sheet, ++counter.index);
    } else if (article.length > 0 && article.length < mostContinued && kind.continues(row)) {
      article.push(row);
    } else {
      yield* finish();
      // A row with values only in columns that are not used is empty.
      if (kind.hasFields(row)) article = [row];
    }
  }
  yield* finish();
}

async function* following(left: Row[], rows: AsyncIterator<Row>): AsyncGenerator<Row> {
  yield* left;
  for (let next = await rows.next(); !next.done; next = await rows.next()) yield next.value;
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

/** Returns true for a row that repeats the headings, as printed tables do on each page. */
function isHeadingRow({ cells }: TableRow, headings: readonly string[]): boolean {
  return cells[0] === headings[0] && headings.every((heading, at) => heading === (cells[at] ?? ''));
}

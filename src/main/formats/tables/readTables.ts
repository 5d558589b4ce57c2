import { type Message, msg } from '../../../shared/message.ts';
import type { TableMapping } from '../../../shared/tables/tableMapping.ts';
import { articleOf, type Choices } from '../articleOf.ts';
import type { ReadItem } from '../readRecord.ts';
import { type ColumnPlan, columnPlan, foldHeading, isAuthorTarget } from './columnPlan.ts';
import { guessMapping } from './guessMapping.ts';
import { headingMeaning } from './headings.ts';
import { presetOf } from './presets.ts';
import { rowArticle } from './rowArticle.ts';
import { type BrokenRow, isBroken, isEmptyRow, type Table, type TableRow } from './tableRow.ts';

/** So many rows at the beginning are searched for the headings, and so many below them for their meaning. */
const firstRows = 30;
const longestHeading = 500;
/** More rows with one author each are not those of an article. */
const mostAuthorRows = 5_000;

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
    if (mapping?.sheet != null && table.sheet !== null && mapping.sheet !== table.sheet) continue;
    const rows = table.rows[Symbol.asyncIterator]();
    const start = await startOf(rows, mapping, table.sheet !== null);
    if (start.plan) {
      isRead = true;
      yield* readRows(start.left, rows, { plan: start.plan, choices, sheet: table.sheet, counter });
    } else {
      first ??= start.left.flatMap((row) => (isBroken(row) ? [] : [row.cells]))[0] ?? null;
      yield* start.left.filter(isBroken).map((row) => problemOf(row.line, row.broken, table.sheet));
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

/** The plan of a table and the rows after its headings that were read ahead; without headings, all of these. */
interface TableStart {
  plan: ColumnPlan | null;
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
  if (headingRow === null) return { plan: null, left: ahead };
  const at = ahead.indexOf(headingRow);
  await more(at + 1);
  const left = ahead.slice(at + 1);
  const headings = headingRow.cells.map((cell) => cell.slice(0, longestHeading));
  const values = left.filter(isWhole).map(({ cells }) => cells);
  const broken = ahead.slice(0, at).filter(isBroken);
  return {
    plan: columnPlan(mapping ?? guessMapping(headings, values), headings),
    left: [...broken, ...left],
  };
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
  plan: ColumnPlan;
  choices: Choices;
  sheet: string | null;
  counter: { index: number };
}

async function* readRows(left: Row[], rows: AsyncIterator<Row>, reading: Reading): AsyncGenerator<ReadItem> {
  let article: TableRow[] = [];
  const finish = (): ReadItem[] => {
    const done = article;
    article = [];
    return done.length === 0 ? [] : [itemOf(done, reading)];
  };
  for await (const row of following(left, rows)) {
    if (isBroken(row)) {
      yield* finish();
      yield problemOf(row.line, row.broken, reading.sheet, ++reading.counter.index);
    } else if (isEmptyRow(row) || isHeadingRow(row, reading.plan)) {
    } else if (article.length > 0 && article.length < mostAuthorRows && isAuthorRow(row, reading.plan)) {
      article.push(row);
    } else {
      yield* finish();
      if (hasFields(row, reading.plan)) article = [row];
      else yield problemOf(row.line, msg('import.read.rowWithoutFields'), reading.sheet);
    }
  }
  yield* finish();
}

async function* following(left: Row[], rows: AsyncIterator<Row>): AsyncGenerator<Row> {
  yield* left;
  for (let next = await rows.next(); !next.done; next = await rows.next()) yield next.value;
}

function itemOf(rows: readonly TableRow[], { plan, choices, sheet, counter }: Reading): ReadItem {
  const article = articleOf(rowArticle(rows, plan), choices);
  return { ...article, index: ++counter.index, ...inSheet(sheet), line: rows[0]!.line };
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
function isHeadingRow({ cells }: TableRow, { headings }: ColumnPlan): boolean {
  return cells[0] === headings[0] && headings.every((heading, at) => heading === (cells[at] ?? ''));
}

function isAuthorRow({ cells }: TableRow, { columns, hasAuthorRows }: ColumnPlan): boolean {
  if (!hasAuthorRows) return false;
  return cells.every((cell, at) => {
    const column = columns[at];
    return cell.trim() === '' || (column && isAuthorTarget(column.target) && column.author === undefined);
  });
}

function hasFields({ cells }: TableRow, { columns }: ColumnPlan): boolean {
  return cells.some((cell, at) => cell.trim() !== '' && (columns[at]?.target ?? 'ignored') !== 'ignored');
}

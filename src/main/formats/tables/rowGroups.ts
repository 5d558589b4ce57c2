import type { TableMapping } from '../../../shared/tables/tableMapping.ts';
import type { Choices } from '../article/choices.ts';
import { columnPlan, foldHeading } from './columnPlan.ts';
import { findHeadings, firstRows, headingsOf } from './findHeadings.ts';
import { guessMapping } from './guessMapping.ts';
import { mappedRows } from './mappedRows.ts';
import { ownRows } from './ownRows.ts';
import { type ReturnedColumns, returnedColumns, withoutAdded } from './returnedColumns.ts';
import type { RowKind } from './rowKind.ts';
import { ownPlaces } from './tableColumns.ts';
import { type BrokenRow, isBroken, isEmptyRow, type Table, type TableRow } from './tableRow.ts';

/** Once this many rows are kept, further empty rows are not. */
const maxAhead = 1_000;
/** The maximum number of rows beside an article that are named. */
const maxBeside = 100;
/** The maximum number of rows of one article. */
const maxContinued = 5_000;

export type Row = TableRow | BrokenRow;

/** The beginning of a table. */
export interface TableHead {
  sheet: string | null;
  /** The rows above the headings; without headings, the first rows. */
  above: readonly Row[];
  /** Null if the table has no headings of articles. */
  headings: TableRow | null;
  /** The columns that Colophon added; their cells are emptied in the groups. */
  returned: ReturnedColumns | null;
}

/** Consecutive rows below the headings. */
export interface RowGroup {
  /** The rows of an article; empty if there is none. */
  article: readonly TableRow[];
  /** All rows, including skipped ones, such as empty rows. */
  rows: readonly Row[];
  /** The article, or the row that could not be divided into cells, from 1 in the file; null if there is neither. */
  index: number | null;
  kind: RowKind;
}

export type TablePart = { head: TableHead } | { group: RowGroup } | { outside: Row };

/**
 * Divides tables into articles by the mapping that was chosen, or by one guessed from the headings of each. Rows of a
 * table without headings are included only if `keepsOutside`.
 */
export async function* rowGroups(
  tables: AsyncIterable<Table>,
  choices: Choices,
  { keepsOutside = false } = {},
): AsyncGenerator<TablePart> {
  const { mapping } = choices;
  const counter = { index: 0 };
  for await (const { sheet, rows: all } of tables) {
    const isOther = mapping?.sheet != null && sheet !== null && mapping.sheet !== sheet;
    if (isOther && !keepsOutside) continue;
    const rows = all[Symbol.asyncIterator]();
    const { above, headings, left } = isOther
      ? { above: [], headings: null, left: [] }
      : await startOf(rows, mapping, sheet !== null);
    const returned = headings && returnedColumns(headings.cells);
    yield { head: { sheet, above, headings, returned } };
    if (headings) {
      const names = headingsOf(headings);
      const below = left.map((row) => unreturned(row, returned));
      const reading = { kind: kindOf(names, below, choices), headings: headings.cells, returned, counter };
      yield* groupsOf(following(left, rows), reading);
    } else if (keepsOutside) {
      for await (const row of following([], rows)) yield { outside: row };
    } else await rows.return?.(undefined);
  }
}

/** The headings of a table with the rows before and after them that were read. */
interface TableStart {
  above: Row[];
  headings: TableRow | null;
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
      const isEmpty = !isBroken(value) && isEmptyRow(value);
      if (!isEmpty || ahead.length < maxAhead) ahead.push(value);
      if (!isEmpty) left--;
    }
  };
  await more(firstRows);
  const headings = findHeadings(ahead.filter(isFilled), mapping, isSheet);
  if (headings === null) return { above: ahead, headings, left: [] };
  const at = ahead.indexOf(headings);
  await more(at + 1);
  return { above: ahead.slice(0, at), headings, left: ahead.slice(at + 1) };
}

/** A table that Colophon wrote is read as such, unless a mapping was chosen. */
function kindOf(headings: readonly string[], left: readonly Row[], choices: Choices): RowKind {
  const places = choices.mapping ? null : ownPlaces(headings);
  if (places) return ownRows(places, headings);
  const values = left
    .filter((row) => isFilled(row) && !row.isSecondHeading)
    .filter(isFilled)
    .map(({ cells }) => cells);
  return mappedRows(columnPlan(choices.mapping ?? guessMapping(headings, values), headings), choices);
}

function isFilled(row: Row): row is TableRow {
  return !isBroken(row) && !isEmptyRow(row);
}

interface Reading {
  kind: RowKind;
  headings: readonly string[];
  returned: ReturnedColumns | null;
  counter: { index: number };
}

async function* groupsOf(all: AsyncIterable<Row>, reading: Reading): AsyncGenerator<TablePart> {
  const { kind, headings, returned, counter } = reading;
  let article: TableRow[] = [];
  let rows: Row[] = [];
  let beside: string[] = [];
  const finish = (): TablePart[] => {
    const [first, ...others] = article;
    if (first && beside.length > 0) {
      rows = rows.map((row) => (row === first ? { ...first, beside } : row));
      article = [
        rows.find((row): row is TableRow => !isBroken(row) && row.beside === beside) ?? first,
        ...others,
      ];
      beside = [];
    }
    const group = { article, rows, index: article.length > 0 ? ++counter.index : null, kind };
    article = [];
    rows = [];
    return group.rows.length > 0 ? [{ group }] : [];
  };
  for await (const given of all) {
    const plain = unreturned(given, returned);
    const row = isBroken(plain) ? plain : kind.fill(plain, article[0]);
    if (isBroken(row)) {
      yield* finish();
      yield { group: { article: [], rows: [row], index: ++counter.index, kind } };
    } else if (isEmptyRow(row) || row.isSecondHeading || isHeadingRow(row, headings)) {
      // They must not pile up.
      if (article.length === 0 || rows.length > 2 * maxContinued) yield* finish();
      rows.push(row);
    } else if (article.length > 0 && article.length < maxContinued && kind.continues(row, article[0])) {
      article.push(row);
      rows.push(row);
    } else if (kind.isAside(row)) {
      if (article.length === 0) yield* finish();
      if (beside.length < maxBeside) beside.push(textOf(row));
      rows.push(row);
    } else {
      yield* finish();
      // A row with values only in columns that are not used is empty.
      if (kind.hasFields(row)) article = [row];
      rows.push(row);
    }
  }
  yield* finish();
}

function unreturned(row: Row, returned: ReturnedColumns | null): Row {
  return returned === null || isBroken(row) ? row : withoutAdded(row, returned);
}

async function* following(left: Row[], rows: AsyncIterator<Row>): AsyncGenerator<Row> {
  yield* left;
  for (let next = await rows.next(); !next.done; next = await rows.next()) yield next.value;
}

function textOf({ cells }: TableRow): string {
  return cells
    .filter((cell) => cell.trim() !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns true for a row that repeats the headings, as printed tables do on each page. */
function isHeadingRow({ cells }: TableRow, headings: readonly string[]): boolean {
  const isSame = (heading: string, at: number) => foldHeading(heading) === foldHeading(cells[at] ?? '');
  // Long cells are not worth comparing.
  return (cells[0] ?? '').length < (headings[0] ?? '').length + 10 && headings.every(isSame);
}

import { findHeadings, firstRows } from './findHeadings.ts';
import { headingMeaning } from './headings/headings.ts';
import { type BrokenRow, isBroken, isEmptyRow, type TableRow } from './tableRow.ts';

type Row = TableRow | BrokenRow;

/** The rows of a table, in which headings over two rows are joined: "Pages" above "from" and "to". */
export async function* laidOut(rows: AsyncIterable<Row>, isSheet: boolean): AsyncGenerator<Row> {
  const ahead: Row[] = [];
  let isStarted = false;
  for await (const row of rows) {
    if (isStarted) yield row;
    else {
      ahead.push(row);
      if (ahead.length <= firstRows) continue;
      yield* joined(ahead, isSheet);
      isStarted = true;
    }
  }
  if (!isStarted) yield* joined(ahead, isSheet);
}

function joined(rows: readonly Row[], isSheet: boolean): Row[] {
  const filled = rows.filter((row): row is TableRow => !isBroken(row) && !isEmptyRow(row));
  const headings = findHeadings(filled, null, isSheet);
  if (headings === null) return [...rows];
  const at = filled.indexOf(headings);
  const below = filled[at + 1];
  const under = below && namesWithBelow(headings, below);
  const names = under ?? namesWithAbove(filled[at - 1], headings);
  if (names === null) return [...rows];
  return rows.map((row) => {
    if (row === headings) return { ...headings, names };
    return under && row === below ? { ...below, isSecondHeading: true as const } : row;
  });
}

/** The headings with those of a second row; null: the row below is no part of them. */
function namesWithBelow({ cells }: TableRow, below: TableRow): string[] | null {
  const width = Math.max(cells.length, below.cells.length);
  const names: string[] = [];
  let known = 0;
  let group = '';
  for (let at = 0; at < width; at++) {
    const [above = '', own = ''] = [cells[at]?.trim(), below.cells[at]?.trim()];
    if (above !== '') group = above;
    if (own === '' || own === above) {
      names.push(above);
      if (above !== '' && (below.cells[at + 1]?.trim() ?? '') === '') group = '';
      continue;
    }
    // Below a heading of its own is a value, unless that heading is of several columns.
    const isGroup = above === '' || (cells[at + 1]?.trim() ?? '') === '';
    if (!isGroup || group === '' || /\d{3}/.test(own)) return null;
    const name = `${group} (${own})`;
    if (headingMeaning(name) !== null) known++;
    names.push(name);
  }
  return known > 1 ? names : null;
}

/** The headings with the groups above them, where these say what they mean. */
function namesWithAbove(above: TableRow | undefined, { cells }: TableRow): string[] | null {
  let group = '';
  let isJoined = false;
  const names = cells.map((cell, at) => {
    const own = cell.trim();
    group = above?.cells[at]?.trim() || group;
    const name = `${group} (${own})`;
    if (own === '' || group === '' || headingMeaning(own) !== null || headingMeaning(name) === null)
      return cell;
    isJoined = true;
    return name;
  });
  return isJoined ? names : null;
}

import { neutralised } from '../../../shared/text/formulaGuard.ts';
import type { Choices } from '../article/choices.ts';
import { draftHeading } from './returnedColumns.ts';
import { type Row, type RowGroup, rowGroups, type TableHead } from './rowGroups.ts';

import { isBroken, type Table } from './tableRow.ts';

/** The cells added to the rows of an article, or to a row that could not be read. */
export interface AddedCells {
  /** One cell for each added heading, for each of the rows. */
  rows: readonly (readonly string[])[];
  /** The draft that the article became; empty if there is none. */
  draft: string;
}

export interface ReturnOptions {
  choices: Choices;
  /** The headings of the added columns, besides the one for the draft. */
  headings: readonly string[];
  /** Includes rows and sheets without problems. */
  keepsAll: boolean;
  /** Called for each article, and each row that could not be read; null: nothing is added. */
  add: (group: RowGroup, sheet: string | null) => AddedCells | null;
}

/** The beginning of a sheet, or a row; `line` is where it was, null if the rows above it are not all there. */
export type ReturnedPart = { sheet: string | null } | { line: number | null; cells: readonly string[] };

/**
 * The user's tables, with columns added after those with headings. Cells that spreadsheets would take for formulas are
 * neutralised, which the reader of such a table undoes.
 */
export async function* returnTables(
  tables: AsyncIterable<Table>,
  options: ReturnOptions,
): AsyncGenerator<ReturnedPart> {
  const { choices, keepsAll } = options;
  const writer = { sheet: null as string | null, width: 0, places: new Set<number>() as ReadonlySet<number> };
  for await (const part of rowGroups(tables, choices, { keepsOutside: keepsAll })) {
    if ('head' in part) {
      const { head } = part;
      if (!head.headings && !keepsAll) continue;
      yield { sheet: head.sheet };
      yield* head.above.map((row) => ({ line: row.line, cells: cellsOf(row).map(neutralised) }));
      writer.sheet = head.sheet;
      writer.places = head.returned?.places ?? new Set();
      const own = headingsOf(head);
      writer.width = own.length;
      if (head.headings)
        yield {
          line: head.headings.line,
          cells: [...own.map(neutralised), ...options.headings, draftHeading],
        };
    } else if ('outside' in part)
      yield { line: part.outside.line, cells: cellsOf(part.outside).map(neutralised) };
    else yield* rowsOf(part.group, options, writer);
  }
}

/** The user's own headings. */
function headingsOf({ headings, returned }: TableHead): readonly string[] {
  return headings?.cells.filter((_, at) => !returned?.places.has(at)) ?? [];
}

function* rowsOf(
  group: RowGroup,
  { headings, keepsAll, add }: ReturnOptions,
  { sheet, width, places }: { sheet: string | null; width: number; places: ReadonlySet<number> },
): Generator<ReturnedPart> {
  const added = group.index === null ? null : add(group, sheet);
  if (added === null && !keepsAll) return;
  const marked: readonly Row[] = group.article.length > 0 ? group.article : group.rows;
  const nothing = headings.map(() => '');
  let next = 0;
  for (const row of keepsAll ? group.rows : marked) {
    const isMarked = row === marked[next];
    const cells = added !== null && isMarked ? (added.rows[next] ?? nothing) : nothing;
    const draft = added !== null && isMarked && next === 0 ? added.draft : '';
    if (isMarked) next++;
    const own = cellsOf(row)
      .filter((_, at) => !places.has(at))
      .map(neutralised);
    const filled = [...own, ...Array.from({ length: Math.max(0, width - own.length) }, () => '')];
    yield {
      line: keepsAll ? row.line : null,
      // Values to the right of the last heading stay where they are.
      cells: [...filled.slice(0, width), ...cells.map(neutralised), draft, ...filled.slice(width)],
    };
  }
}

function cellsOf(row: Row): readonly string[] {
  return isBroken(row) ? (row.cells ?? []) : row.cells;
}

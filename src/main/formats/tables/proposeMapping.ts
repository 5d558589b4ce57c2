import { dateOrderOf, isDateTarget } from '../../../shared/tables/dateOrder.ts';
import type { ColumnMapping, SavedMapping, TableMapping } from '../../../shared/tables/tableMapping.ts';
import { foldHeading } from './columnPlan.ts';
import { findHeadings, firstRows, headingsOf } from './findHeadings.ts';
import { guessMapping } from './guessMapping.ts';
import type { TableSample } from './sampleTables.ts';
import { mapSamples } from './tableArticles.ts';
import { ownPlaces } from './tableColumns.ts';
import type { TableRow } from './tableRow.ts';

/** How a table is read without asking the user. */
export type Recognised =
  /** Nothing has to be mapped: there is no table, or Colophon wrote all of them. */
  | { kind: 'plain' }
  | { kind: 'saved'; mapping: TableMapping; id: number; name: string }
  | { kind: 'preset'; mapping: TableMapping; preset: NonNullable<TableMapping['preset']> }
  /** The user has to map them. */
  | { kind: 'unknown' };

/**
 * Recognises tables by their headings: those that a saved mapping was made for, and those of a known system. A mapping
 * without an order of dates does not suffice for a table in which it matters.
 */
export function recogniseTables(samples: readonly TableSample[], saved: readonly SavedMapping[]): Recognised {
  const filled = samples.filter(({ rows }) => rows.length > 0);
  const headed = filled.flatMap((sample) => {
    const row = findHeadings(sample.rows, null, sample.sheet !== null);
    return row ? [{ sample, row }] : [];
  });
  const foreign = headed.filter(({ row }) => ownPlaces(row.cells) === null);
  if (filled.length === 0 || (headed.length > 0 && foreign.length === 0)) return { kind: 'plain' };
  if (headed.length > foreign.length) return { kind: 'unknown' };
  const samplesOfHeaded = headed.map(({ sample }) => sample);
  const known = saved.find(
    ({ mapping }) => fits(mapping, filled, samplesOfHeaded) && isDateOrderClear(mapping, filled),
  );
  if (known) return { kind: 'saved', ...known };
  const mapping = proposeMapping(filled, { saved: [] });
  const { preset } = mapping;
  const isOfPreset =
    preset !== null && headed.every(({ row }) => guessMapping(row.cells, []).preset === preset);
  if (isOfPreset && isDateOrderClear(mapping, filled)) return { kind: 'preset', mapping, preset };
  return { kind: 'unknown' };
}

/**
 * The mapping that is proposed to the user: a saved one whose headings the tables have, with any further headings
 * guessed, else a guess for all of them.
 */
export function proposeMapping(
  samples: readonly TableSample[],
  {
    sheet = null,
    headingRow = null,
    saved,
  }: { sheet?: string | null; headingRow?: number | null; saved: readonly SavedMapping[] },
): TableMapping {
  const used = samples.filter((sample) => sheet === null || sample.sheet === null || sample.sheet === sheet);
  const guesses = headingRows(used, headingRow).map(({ sample, row }) => {
    const names = headingsOf(row);
    const below = sample.rows
      .slice(sample.rows.indexOf(row) + 1)
      .filter(({ isSecondHeading }) => !isSecondHeading)
      .slice(0, firstRows)
      .map(({ cells }) => cells);
    const own = below.map((cells) => cells.map((cell, at) => (names[at] === '' ? '' : cell)));
    return guessMapping(names, own);
  });
  const [first] = guesses;
  if (!first) return { ...guessMapping([''], []), sheet, headingRow };
  const columns = mergeColumns(guesses.map((guess) => guess.columns));
  const known = saved.find(({ mapping }) => hasUsedHeadings(mapping, columns))?.mapping;
  return known
    ? { ...known, columns: mergeColumns([known.columns, columns]), sheet, headingRow }
    : { ...first, columns, sheet, headingRow };
}

/** The rows of headings: those that name a title, or else the first row with several values. */
function headingRows(
  samples: readonly TableSample[],
  headingRow: number | null,
): { sample: TableSample; row: TableRow }[] {
  const place = headingRow === null ? null : { headingRow, columns: [] };
  const found = samples.flatMap((sample) => {
    const row = findHeadings(sample.rows, place, sample.sheet !== null);
    return row ? [{ sample, row }] : [];
  });
  if (found.length > 0) return found;
  const sample = samples.find(({ rows }) => rows.length > 0);
  if (!sample) return [];
  const isWide = ({ cells }: TableRow) => cells.filter((cell) => cell.trim() !== '').length > 1;
  return [{ sample, row: sample.rows.find(isWide) ?? sample.rows[0]! }];
}

/** All columns of several tables; columns with the same heading count as one, unless a table has several of them. */
function mergeColumns(lists: readonly (readonly ColumnMapping[])[]): ColumnMapping[] {
  const merged: ColumnMapping[] = [];
  const known = new Map<string, number>();
  for (const list of lists) {
    const seen = new Map<string, number>();
    for (const column of list) {
      const name = foldHeading(column.heading);
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      if (count <= (known.get(name) ?? 0)) continue;
      known.set(name, count);
      merged.push(column);
    }
  }
  return merged;
}

/** Returns true if all headings that a mapping uses are among the columns. */
function hasUsedHeadings({ columns: mapped }: TableMapping, columns: readonly ColumnMapping[]): boolean {
  const headings = new Set(columns.map(({ heading }) => foldHeading(heading)));
  const used = mapped.filter(({ target }) => target !== 'ignored');
  return used.length > 0 && used.every(({ heading }) => headings.has(foldHeading(heading)));
}

/** Returns true if a mapping was made for tables with these headings: it uses none that they lack, and they have no others. */
function fits(
  mapping: TableMapping,
  samples: readonly TableSample[],
  headed: readonly TableSample[],
): boolean {
  const mapped = mapSamples(samples, mapping);
  if (mapped.length === 0 || (mapping.sheet === null && headed.some((sample) => !isAmong(mapped, sample))))
    return false;
  const names = new Set(mapping.columns.map(({ heading }) => foldHeading(heading)));
  return mapped.every(({ headingRow }) => {
    const headings = headingsOf(headingRow).filter((heading) => heading.trim() !== '');
    const columns = headings.map((heading): ColumnMapping => ({ heading, target: 'ignored' }));
    return hasUsedHeadings(mapping, columns) && headings.every((heading) => names.has(foldHeading(heading)));
  });
}

function isAmong(mapped: ReturnType<typeof mapSamples>, sample: TableSample): boolean {
  return mapped.some((one) => one.sample === sample);
}

/** Returns true if the order of dates is known for every column in which a date depends on it. */
function isDateOrderClear(mapping: TableMapping, samples: readonly TableSample[]): boolean {
  return [...unclearDates(mapping, samples).keys()].every((column) => dateOrderOf(column, mapping) !== null);
}

/** Examples of dates, by mapped column, that may have the day or the month first. */
export function unclearDates(
  mapping: TableMapping,
  samples: readonly TableSample[],
): ReadonlyMap<ColumnMapping, readonly string[]> {
  const found = new Map<ColumnMapping, readonly string[]>();
  for (const { sample, plan } of mapSamples(samples, mapping)) {
    for (const [at, dates] of sample.unclearDates) {
      const column = plan.columns[at];
      if (column && isDateTarget(column.target)) found.set(column, [...(found.get(column) ?? []), ...dates]);
    }
  }
  return found;
}

import type { TableMapping } from '../../../shared/tables/tableMapping.ts';
import { type Choices, ordinaryChoices } from '../article/choices.ts';
import { isRecord, type ReadRecord } from '../readRecord.ts';
import { type ColumnPlan, columnPlan } from './columnPlan.ts';
import { findHeadings, headingsOf } from './findHeadings.ts';
import { mappedRows } from './mappedRows.ts';
import { returnedColumns, withoutAdded } from './returnedColumns.ts';
import type { TableSample } from './sampleTables.ts';
import type { TableRow } from './tableRow.ts';

/** The part of a table below its headings, as a mapping reads it. */
export interface MappedSample {
  sample: TableSample;
  plan: ColumnPlan;
  /** The row of the headings. */
  headingRow: TableRow;
  /** The first rows below it. */
  rows: readonly TableRow[];
}

/** The tables in which a mapping finds its headings. */
export function mapSamples(samples: readonly TableSample[], mapping: TableMapping): MappedSample[] {
  return samples
    .filter(({ sheet }) => mapping.sheet === null || sheet === null || sheet === mapping.sheet)
    .flatMap((sample) => {
      const headingRow = findHeadings(sample.rows, mapping, sample.sheet !== null);
      if (headingRow === null) return [];
      const returned = returnedColumns(headingRow.cells);
      const below = sample.rows.slice(sample.rows.indexOf(headingRow) + 1);
      const rows = returned ? below.map((row) => withoutAdded(row, returned)) : below;
      return [{ sample, plan: columnPlan(mapping, headingsOf(headingRow)), headingRow, rows }];
    });
}

/** The number of articles in the rows of a table, and the first of them. */
export function articlesOfSample(
  { sample, plan, headingRow, rows }: MappedSample,
  most: number,
  choices: Choices = ordinaryChoices,
): { count: number; first: ReadRecord[] } {
  const kind = mappedRows(plan, { ...choices, mapping: plan.mapping });
  const added = returnedColumns(headingRow.cells)?.places;
  const groups: TableRow[][] = [];
  for (const given of rows) {
    const last = groups.at(-1);
    const row = kind.fill(given, last?.[0]);
    if (row.isSecondHeading || (kind.isAside(row) && !kind.continues(row, last?.[0]))) continue;
    if (last && kind.continues(row, last[0])) last.push(row);
    else if (kind.hasFields(row)) groups.push([row]);
  }
  const further = sample.patterns
    .map(([pattern, count]) => ({ row: { line: 0, cells: cellsOfPattern(pattern, added) }, count }))
    .filter(({ row }) => !(groups.length > 0 && kind.continues(row)) && kind.hasFields(row));
  return {
    count: groups.length + further.reduce((sum, { count }) => sum + count, 0),
    first: groups
      .slice(0, most)
      .map((group, at) => kind.read(group, at + 1))
      .filter(isRecord),
  };
}

function cellsOfPattern(pattern: string, added: ReadonlySet<number> | undefined): string[] {
  return [...pattern].map((sign, at) => (sign === '1' && !added?.has(at) ? 'x' : ''));
}

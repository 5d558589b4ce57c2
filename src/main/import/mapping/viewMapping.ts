import type { MappingView } from '../../../shared/tables/mappingView.ts';
import type { ColumnMapping, TableMapping } from '../../../shared/tables/tableMapping.ts';
import { unclearDates } from '../../formats/tables/proposeMapping.ts';
import type { TableSample } from '../../formats/tables/sampleTables.ts';
import { articlesOfSample, type MappedSample, mapSamples } from '../../formats/tables/tableArticles.ts';
import { articleValues } from './articleValues.ts';

const maxColumns = 200;
const maxArticles = 3;
const maxValues = 3;
const maxValueLength = 120;
/** The number of rows in which the user looks for the headings, and of cells shown of each. */
const maxRows = 15;
const maxCells = 6;
const maxCellLength = 40;

/** Shows how a mapping reads the tables that were sampled. */
export function viewMapping(samples: readonly TableSample[], mapping: TableMapping): MappingView {
  const tables = mapSamples(samples, mapping);
  const [table] = tables;
  const isSingle = tables.length === 1 && table !== undefined;
  const dates = unclearDates(mapping, samples);
  const articles = tables.map((one) => articlesOfSample(one, maxArticles));
  return {
    mapping,
    sheets: [
      ...new Set(samples.flatMap(({ sheet, rows }) => (sheet === null || rows.length === 0 ? [] : sheet))),
    ],
    rows: isSingle ? table.sample.rows.slice(0, maxRows).map(shortRow) : [],
    headingRow: isSingle ? table.headingRow.line : null,
    columns: mapping.columns
      .slice(0, maxColumns)
      .map((column) => ({
        values: valuesOf(column, tables),
        unclearDates: [...(dates.get(column) ?? [])].slice(0, maxValues),
      })),
    articles: articles.reduce((sum, { count }) => sum + count, 0),
    first: articles
      .flatMap(({ first }) => first)
      .slice(0, maxArticles)
      .map(({ record, notes }) => ({ fields: articleValues(record), notes: notes.slice(0, maxValues) })),
  };
}

function shortRow({ line, cells }: { line: number; cells: readonly string[] }): MappingView['rows'][number] {
  const filled = cells.filter((cell) => cell.trim() !== '').slice(0, maxCells);
  return { line, cells: filled.map((cell) => shortened(cell, maxCellLength)) };
}

/** The first different values of a column. */
function valuesOf(column: ColumnMapping, tables: readonly MappedSample[]): string[] {
  const values = new Set<string>();
  for (const { plan, rows } of tables) {
    const at = plan.columns.indexOf(column);
    if (at < 0) continue;
    for (const { cells } of rows) {
      const value = (cells[at] ?? '').trim();
      if (value !== '') values.add(shortened(value, maxValueLength));
      if (values.size === maxValues) return [...values];
    }
  }
  return [...values];
}

function shortened(text: string, most: number): string {
  const letters = [...text.slice(0, 2 * most)];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}

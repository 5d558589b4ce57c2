import { type ColumnTarget, commonSeparators } from '../../../shared/tables/columnTargets.ts';
import { isDateTarget } from '../../../shared/tables/dateOrder.ts';
import type { ColumnMapping, TableMapping } from '../../../shared/tables/tableMapping.ts';
import { parseDoi, parseOrcid } from '../../../shared/text/identifiers.ts';
import { asciiDigits } from '../../../shared/text/pythonNumbers.ts';
import { foldHeading, isAuthorTarget } from './columnPlan.ts';
import { headingMeaning } from './headings/headings.ts';
import { applyPreset, presetOf } from './presets.ts';

/** The mapping that the headings of a table, and the values below them, suggest. */
export function guessMapping(
  headings: readonly string[],
  firstRows: readonly (readonly string[])[],
): TableMapping {
  const preset = presetOf(headings);
  const columns = applyPreset(preset, withRepeatedAuthors(withSingleAuthors(headings.map(columnOf))));
  return {
    columns: preset
      ? columns.map((column, at) => {
          const order = isDateTarget(column.target) ? orderOf(valuesIn(firstRows, at)) : null;
          return order === null ? column : { ...column, dateOrder: order };
        })
      : columns.map((column, at) => {
          const isCount = isRowNumber(column, valuesIn(firstRows.filter(isFull), at), columns);
          return isCount
            ? { heading: column.heading, target: 'ignored' as const }
            : byValues(column, valuesIn(firstRows, at), columns);
        }),
    sheet: null,
    headingRow: null,
    listSeparators: commonSeparators,
    partSeparator: null,
    dateOrder: null,
    preset,
  };
}

function columnOf(heading: string): ColumnMapping {
  return { heading, ...(headingMeaning(heading) ?? { target: 'ignored' }) };
}

/** Columns of one author's parts, without a number, give other headings a meaning: "Name", "Affiliation", "ORCID". */
function withSingleAuthors(columns: readonly ColumnMapping[]): ColumnMapping[] {
  const isPart = ({ target, author }: ColumnMapping) =>
    author === undefined && (target === 'authorFamily' || target === 'authorGiven');
  if (!columns.some(isPart) || columns.some(({ target }) => target === 'authors')) return [...columns];
  const meanings: Partial<Record<ColumnTarget, ColumnTarget>> = {
    affiliations: 'authorAffiliation',
    orcids: 'authorOrcid',
  };
  return columns.map((column) => {
    const target = meanings[column.target];
    if (target) return { ...column, target };
    if (column.target !== 'ignored') return column;
    const found = headingMeaning(`author ${column.heading}`);
    return found?.target.startsWith('author') && found.target !== 'authors'
      ? { ...column, target: found.target }
      : column;
  });
}

/** Repeated columns of one author's parts are those of several: Given name, Family name, Given name, Family name. */
function withRepeatedAuthors(columns: readonly ColumnMapping[]): ColumnMapping[] {
  const counts = new Map<string, number>();
  const placed = columns.map((column) => {
    const isPart = isAuthorTarget(column.target) && column.author === undefined;
    const heading = foldHeading(column.heading);
    if (!isPart) return { column, heading, count: 0 };
    counts.set(heading, (counts.get(heading) ?? 0) + 1);
    return { column, heading, count: counts.get(heading)! };
  });
  const most = Math.max(0, ...counts.values());
  if (most < 2) return [...columns];
  let last = 1;
  return placed.map(({ column, heading, count }) => {
    if (count === 0) return column;
    // A part that some authors lack is of the author whose name is in front of it.
    if (counts.get(heading) === most) last = count;
    return { ...column, author: last };
  });
}

/** False for the heading of a section and a total, which are not counted. */
function isFull(row: readonly string[]): boolean {
  return row.length < 4 || row.filter((cell) => cell.trim() !== '').length > 2;
}

function valuesIn(rows: readonly (readonly string[])[], at: number): string[] {
  return rows.map((row) => (row[at] ?? '').trim()).filter((value) => value !== '');
}

const kinds: [ColumnTarget, (value: string) => boolean][] = [
  [
    'doi',
    (value) =>
      /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?10\.\d{4,}\//i.test(value) && parseDoi(value) !== null,
  ],
  ['issn', (value) => /^\d{4}-\d{3}[\dX]$/i.test(value)],
  ['orcids', (value) => value.split(/[;|\n]/).every((one) => one.trim() === '' || parseOrcid(one) !== null)],
  ['pdfUrl', (value) => /^https?:\/\/\S+\.pdf$/i.test(value)],
  ['url', (value) => /^https?:\/\/\S+$/i.test(value)],
  ['year', (value) => /^(?:19|20)\d\d$/.test(value)],
];

/** A column whose heading says nothing is recognised by its values, if no other column has that field. */
function byValues(
  column: ColumnMapping,
  values: readonly string[],
  columns: readonly ColumnMapping[],
): ColumnMapping {
  if (values.length === 0) return column;
  if (isDateTarget(column.target)) {
    const order = orderOf(values);
    return order === null ? column : { ...column, dateOrder: order };
  }
  // "Data" means date in Portuguese, and many things in English.
  if (
    column.target === 'date' &&
    /^\s*data\s*$/i.test(column.heading) &&
    !values.some((value) => /\d{4}/.test(value))
  )
    return { heading: column.heading, target: 'ignored' };
  if (column.target !== 'ignored' || headingIsKnown(column.heading)) return column;
  const target = kinds.find(([, isKind]) => values.every(isKind))?.[0];
  const isFree = target !== undefined && !columns.some((other) => isSameKind(other.target, target));
  return isFree ? { ...column, target } : column;
}

/** "No" is the number of the row if it counts 1, 2, 3. */
function isRowNumber(
  { heading, target }: ColumnMapping,
  values: readonly string[],
  columns: readonly ColumnMapping[],
): boolean {
  if (target !== 'number' || !/^\W*(?:s(?:[lr]|er)?\W*)?(?:no|nr|n|num|#|№|n[°º])\W*$/iu.test(heading))
    return false;
  const isFirst = columns[0]?.heading === heading;
  const isAlone = columns.filter((column) => column.target === 'number').length === 1;
  if (values.length < 2 || (isAlone && !isFirst && values.length < 3)) return false;
  return values.every((value, at) => Number(asciiDigits(value).replace(/\.$/, '')) === at + 1);
}

/** The order that a date with a day after the 12th shows; null if there is none, or if they contradict each other. */
function orderOf(values: readonly string[]): 'day' | 'month' | null {
  const orders = new Set<'day' | 'month'>();
  for (const value of values) {
    const [, first, second] = /^\s*(\d{1,2})[-/.]\s?(\d{1,2})[-/.]\s?\d{4}/.exec(value) ?? [];
    if (Number(first) > 12 && Number(second) <= 12) orders.add('day');
    if (Number(second) > 12 && Number(first) <= 12) orders.add('month');
  }
  return orders.size === 1 ? [...orders][0]! : null;
}

/** Returns true for columns that are left out on purpose, such as the dashboard's address in a report. */
function headingIsKnown(heading: string): boolean {
  return (
    headingMeaning(heading) !== null ||
    /licen[cs]|rights|received|accepted|submitted|modified|cover|image|reference|related|supplement/i.test(
      heading,
    )
  );
}

function isSameKind(one: ColumnTarget, other: ColumnTarget): boolean {
  if (other === 'issn') return ['issn', 'pissn', 'eissn'].includes(one);
  if (other === 'orcids') return one === 'orcids' || one === 'authorOrcid';
  if (other === 'year') return one === 'year' || one === 'date';
  if (other === 'doi') return one === 'doi' || one === 'otherDoi';
  return one === other;
}

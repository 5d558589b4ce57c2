import type { ColumnTarget, TablePreset } from '../../../shared/tables/columnTargets.ts';
import type { ColumnMapping } from '../../../shared/tables/tableMapping.ts';
import { headingMeaning, headingWords } from './headings/headings.ts';

/** The system that wrote a table, by its headings (reference/import-formats.md 4.6 to 4.8). */
export function presetOf(headings: readonly string[]): TablePreset | null {
  const names = new Set(headings.slice(0, 500).map(folded));
  if (names.has('calcurl') || names.has('author1fname')) return 'digital-commons';
  if (names.has('janewayid') || (names.has('authoriscorporateyn') && names.has('authorgivenname')))
    return 'janeway';
  return firstAuthorColumns(headings).length >= 6 ? 'ojs-report' : null;
}

/** The columns with those overridden that mean something else in the table of a system. */
export function applyPreset(preset: TablePreset | null, columns: readonly ColumnMapping[]): ColumnMapping[] {
  if (preset === 'ojs-report') return reportColumns(columns);
  if (preset === null) return [...columns];
  const meanings = overrides[preset];
  return columns.map((column) => {
    const target = meanings.get(folded(column.heading));
    return target === undefined ? column : { ...column, target };
  });
}

/** `issue` of Digital Commons is a path, and `fulltext_url` its PDF viewer. */
const overrides: Record<Exclude<TablePreset, 'ojs-report'>, ReadonlyMap<string, ColumnTarget>> = {
  'digital-commons': new Map([
    ['issue', 'ignored'],
    ['fulltexturl', 'pdfUrl'],
    ['calcurl', 'url'],
    ['disciplines', 'ignored'],
    ['documenttype', 'recordType'],
  ]),
  janeway: new Map([
    ['articleid', 'ignored'],
    ['janewayid', 'ignored'],
    ['stage', 'status'],
    ['fileimportidentifier', 'ignored'],
  ]),
};

function folded(heading: string): string {
  return heading.length > 200 ? '' : headingWords(heading).join('');
}

/** Columns before those of the authors, and of each author, in a report. */
const columnsBefore = 3;
const authorColumns: ColumnTarget[] = [
  ...(['authorGiven', 'authorFamily', 'authorOrcid', 'authorOther'] as const),
  ...(['authorAffiliation', 'authorOther', 'authorOther', 'authorOther'] as const),
];
/** The column of the DOI, after those of the authors, which old versions do not have. */
const doiAfter = 12;
const columnsAfter: Record<number, ColumnTarget> = {
  1: 'language',
  8: 'keywords',
  10: 'status',
  [doiAfter]: 'doi',
  15: 'date',
};

/** The role is in the last brackets: `Bio Statement (e.g., department and rank) (Author 1)`. */
const numbered = /^(.+) \((.+) (\d{1,3})\)$/;

/** The consecutive headings of the first author in a report: `Given Name (Author 1)` in any language. */
function firstAuthorColumns(headings: readonly string[]): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const heading of headings.slice(columnsBefore, columnsBefore + 20)) {
    const parts = heading.length < 200 ? numbered.exec(heading.trim()) : null;
    if (parts?.[3] !== '1' || (found.length > 0 && parts[2] !== found[0]![2])) break;
    found.push(parts);
  }
  return found;
}

/** The headings of a report are in the language of its user; the order of the columns is always the same. */
function reportColumns(columns: readonly ColumnMapping[]): ColumnMapping[] {
  const first = firstAuthorColumns(columns.map(({ heading }) => heading));
  const role = first[0]![2]!;
  const isOfAuthor = ({ heading }: ColumnMapping) => numbered.exec(heading.trim())?.[2] === role;
  const lastAuthor = columns.findLastIndex(isOfAuthor);
  const hasDoi = /doi/i.test(columns[lastAuthor + 1 + doiAfter]?.heading ?? '');
  return columns.map((column, at) => {
    const { heading } = column;
    if (at < columnsBefore) return { heading, target: (['ignored', 'title', 'abstract'] as const)[at]! };
    const author = isOfAuthor(column) ? Number(numbered.exec(heading.trim())![3]) : null;
    if (author !== null) {
      const known = headingMeaning(`${numbered.exec(heading.trim())![1]} (author 1)`);
      const byPlace =
        first.length === authorColumns.length
          ? authorColumns[(at - columnsBefore) % first.length]!
          : 'authorOther';
      const target = known && known.target !== 'authorOther' && known.author === 1 ? known.target : byPlace;
      return { heading, target, author };
    }
    const after = at - lastAuthor - 1;
    const isKnown = !numbered.test(heading.trim()) && (hasDoi || after < doiAfter);
    return { heading, target: (isKnown ? columnsAfter[after] : undefined) ?? 'ignored' };
  });
}

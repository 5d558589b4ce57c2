import type { AuthorTarget, ColumnTarget } from '../../../shared/tables/columnTargets.ts';
import type { ColumnMapping, TableMapping } from '../../../shared/tables/tableMapping.ts';

/** Where the fields of an article are in a table. */
export interface ColumnPlan {
  mapping: TableMapping;
  headings: readonly string[];
  /** The names of the columns in remarks, those of several authors' parts without their numbers. */
  names: readonly string[];
  /** The column at each place of a row; null if the mapping does not have its heading. */
  columns: readonly (ColumnMapping | null)[];
  /** The places of the columns of each field of the article. */
  places: ReadonlyMap<ColumnTarget, readonly number[]>;
  /** The places of each author's fields, in the order of the authors' numbers; the row's single author is last. */
  authors: readonly AuthorPlaces[];
  /** Rows that contain only one author's fields continue the article above. */
  hasAuthorRows: boolean;
}

export type AuthorPlaces = Partial<Record<AuthorTarget, readonly number[]>>;

/** Finds the columns of a mapping in the heading row of a table. Equal headings are taken in order. */
export function columnPlan(mapping: TableMapping, headings: readonly string[]): ColumnPlan {
  const waiting = new Map<string, ColumnMapping[]>();
  // From the last to the first, so that the next one is at the end.
  for (const column of mapping.columns.toReversed())
    listIn(waiting, foldHeading(column.heading)).push(column);
  const columns = headings.map((heading) => waiting.get(foldHeading(heading))?.pop() ?? null);
  const places = new Map<ColumnTarget, number[]>();
  const authors = new Map<number, Partial<Record<AuthorTarget, number[]>>>();
  for (const [at, column] of columns.entries()) {
    if (column === null) continue;
    if (!isAuthorTarget(column.target)) listIn(places, column.target).push(at);
    else {
      const number = column.author ?? Number.POSITIVE_INFINITY;
      const author = authors.get(number) ?? {};
      author[column.target] ??= [];
      author[column.target]!.push(at);
      authors.set(number, author);
    }
  }
  return {
    mapping,
    headings,
    names: headings.map((heading, at) => {
      const name = heading.trim() || `#${at + 1}`;
      return columns[at]?.target === 'authorOther' ? name.replace(/[\s_]*\d+(?=\D*$)/, '') : name;
    }),
    columns,
    places,
    authors: [...authors].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, author]) => author),
    hasAuthorRows: authors.has(Number.POSITIVE_INFINITY),
  };
}

function listIn<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** A heading normalised for comparison: without case, surplus blanks and byte order mark. */
export function foldHeading(heading: string): string {
  return heading
    .replace(/[\s\ufeff]+/g, ' ')
    .trim()
    .toLowerCase();
}

export function isAuthorTarget(target: ColumnTarget): target is AuthorTarget {
  return target.startsWith('author') && target !== 'authors';
}

import type { Dialect } from './articleService.ts';
import { fieldValues, isDateField, plainName } from './queryEvaluator.ts';
import type { readSort } from './queryRewrite.ts';
import { type Found, type Searchables, unpunctuated } from './searchables.ts';

type SortKey = string | number;

/**
 * The smallest of several values counts, records without a value come last. Throws SyntaxError for an unknown field or
 * an analysed text (reference/directory-api.md 3.5), which the documented version sorts by.
 */
export function sortHits(
  hits: Found[],
  { field, direction }: NonNullable<ReturnType<typeof readSort>>,
  collection: Searchables,
  dialect: Dialect,
): Found[] {
  if (field === '_score') return hits;
  if (!canSortBy(field, collection, dialect)) throw new SyntaxError(`cannot sort by ${field}`);
  const sign = direction === 'asc' ? 1 : -1;
  return hits
    .map((hit) => ({ hit, key: smallestValue(hit, field) }))
    .sort((a, b) => {
      if (a.key === undefined || b.key === undefined)
        return Number(a.key === undefined) - Number(b.key === undefined);
      return a.key < b.key ? -sign : a.key > b.key ? sign : 0;
    })
    .map(({ hit }) => hit);
}

const NUMBER_FIELDS = ['bibjson.oa_start', 'bibjson.publication_time_weeks', 'bibjson.apc.max.price'];

function canSortBy(field: string, collection: Searchables, dialect: Dialect): boolean {
  if (isDateField(field) || NUMBER_FIELDS.includes(field)) return true;
  for (const { document } of collection.candidates({ kind: 'all' })) {
    const value = sortValues({ document }, plainName(field))[0];
    if (value === undefined) continue;
    if (typeof value !== 'string' || isDateField(field)) return true;
    return field.endsWith('.exact') || dialect === '3.0.1';
  }
  return false;
}

function smallestValue(hit: Found, field: string): SortKey | undefined {
  let smallest: SortKey | undefined;
  for (const value of sortValues(hit, plainName(field))) {
    const key = typeof value === 'boolean' ? Number(value) : value;
    if (smallest === undefined || key < smallest) smallest = key;
  }
  return smallest;
}

function sortValues({ document }: Pick<Found, 'document'>, field: string): (string | number | boolean)[] {
  const values = fieldValues(document, field);
  if (values.length > 0 || field !== 'index.unpunctitle') return values;
  const title = unpunctuated(fieldValues(document, 'bibjson.title')[0]);
  return title === undefined ? [] : [title];
}

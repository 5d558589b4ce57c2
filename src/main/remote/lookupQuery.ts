import { quoted } from '../../shared/search/query/text.ts';

export { canLookUp, quoted } from '../../shared/search/query/text.ts';

/** A field of the article search and its exact value. */
export interface Lookup {
  field: 'index.doi.exact' | 'index.fulltext.exact' | 'id.exact' | 'issn';
  value: string;
}

/**
 * Returns a query for records that match any of the lookups, as one path segment. Escaped values are safe from the
 * directory's substitutions and checks (reference/directory-api.md 3.1-3.4). Values share the name of their field, so that a
 * hundred of them fit into one address.
 */
export function anyOf(lookups: readonly Lookup[]): string {
  const fields = Map.groupBy(lookups, ({ field }) => field);
  const parts = [...fields].map(([field, same]) => {
    const terms = same.map(termOf);
    return terms.length > 1 ? `${field}:(${terms.join(' OR ')})` : `${field}:${terms[0]}`;
  });
  return parts.join(' OR ');
}

/** The most items, and characters in all, of one query. */
interface GroupLimits {
  count?: number;
  length?: number;
}

/** Counts the groups that items of some lengths make, one after another. */
export function createGroupCounter({
  count = Number.POSITIVE_INFINITY,
  length = Number.POSITIVE_INFINITY,
}: GroupLimits) {
  let groups = 0;
  let inGroup = 0;
  let lengthSoFar = 0;
  return {
    groups: () => groups,
    /** Returns true if the item begins a group. */
    add(more: number): boolean {
      const isFirst = inGroup === 0 || inGroup >= count || lengthSoFar + more > length;
      if (isFirst) [groups, inGroup, lengthSoFar] = [groups + 1, 0, 0];
      inGroup += 1;
      lengthSoFar += more;
      return isFirst;
    },
  };
}

/** Splits items into groups for one query each. */
export function* queryGroups<T>(
  items: Iterable<T>,
  lengthOf: (item: T) => number,
  most: GroupLimits,
): Generator<T[]> {
  const counter = createGroupCounter(most);
  let group: T[] = [];
  for (const item of items) {
    if (counter.add(lengthOf(item)) && group.length > 0) {
      yield group;
      group = [];
    }
    group.push(item);
  }
  if (group.length > 0) yield group;
}

/** Returns a value as written in a query. */
export function termOf({ field, value }: Lookup): string {
  return field === 'id.exact' ? idTerm(value) : quoted(value);
}

/** Only values that can only be ids are written without quotes. */
function idTerm(id: string): string {
  return /^[0-9a-f]{32}$/.test(id) ? id : quoted(id);
}

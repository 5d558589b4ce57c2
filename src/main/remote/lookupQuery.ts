import { quoted } from '../../shared/search/query/text.ts';

export { canLookUp, quoted } from '../../shared/search/query/text.ts';

/** A field of the article search and its exact value. */
export interface Lookup {
  field: 'doi' | 'bibjson.link.url.exact' | 'id.exact' | 'issn';
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

/** Splits items into groups for one query each, of at most `count` items and `length` characters in all. */
export function* queryGroups<T>(
  items: Iterable<T>,
  lengthOf: (item: T) => number,
  most: { count?: number; length?: number },
): Generator<T[]> {
  const { count = Number.POSITIVE_INFINITY, length: maxLength = Number.POSITIVE_INFINITY } = most;
  let group: T[] = [];
  let length = 0;
  for (const item of items) {
    const more = lengthOf(item);
    if (group.length > 0 && (group.length >= count || length + more > maxLength)) {
      yield group;
      [group, length] = [[], 0];
    }
    group.push(item);
    length += more;
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

/** A field of the article search and a value that it holds exactly. */
export interface Lookup {
  field: 'doi' | 'bibjson.link.url.exact';
  value: string;
}

/**
 * A query for records that match any of the lookups, as one path segment. Colons and slashes in values are escaped here
 * already, wildcards too, so that neither the substitution of short names nor the check of features touches them
 * (reference/directory-api.md 3.1-3.4); only ` OR ` keeps the colons of several fields apart.
 */
export function anyOf(lookups: readonly Lookup[]): string {
  return lookups.map(({ field, value }) => `${field}:${quoted(value)}`).join(' OR ');
}

/** A value in quotes, with everything escaped that the query language would read. */
export function quoted(value: string): string {
  return `"${value.replace(/[\\"/:?*~]/g, '\\$&')}"`;
}

/** Whether a value can be looked up at all: a query with a line break never arrives (addenda 3.1). */
export function canLookUp(value: string): boolean {
  return value !== '' && !/[\p{Cc}\u2028\u2029]/u.test(value);
}

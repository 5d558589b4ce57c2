import { quoted } from '../../shared/searchQuery/text.ts';

export { canLookUp, quoted } from '../../shared/searchQuery/text.ts';

/** A field of the article search and a value that it holds exactly. */
export interface Lookup {
  field: 'doi' | 'bibjson.link.url.exact' | 'id.exact';
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

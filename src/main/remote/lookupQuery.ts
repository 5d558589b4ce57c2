import { quoted } from '../../shared/search/query/text.ts';

export { canLookUp, quoted } from '../../shared/search/query/text.ts';

/** A field of the article search and its exact value. */
export interface Lookup {
  field: 'doi' | 'bibjson.link.url.exact' | 'id.exact' | 'issn';
  value: string;
}

/**
 * A query for records that match any of the lookups, as one path segment. Colons, slashes and wildcards in values are
 * already escaped, so that neither the substitution of short names nor the check of features affects them
 * (reference/directory-api.md 3.1-3.4); only ` OR ` keeps the colons of several fields apart. Values share the name of
 * their field, so that a hundred of them fit into one address.
 */
export function anyOf(lookups: readonly Lookup[]): string {
  const fields = Map.groupBy(lookups, ({ field }) => field);
  const parts = [...fields].map(([field, same]) => {
    const terms = same.map(termOf);
    return terms.length > 1 ? `${field}:(${terms.join(' OR ')})` : `${field}:${terms[0]}`;
  });
  return parts.join(' OR ');
}

/** A value as written in a query. */
export function termOf({ field, value }: Lookup): string {
  return field === 'id.exact' ? idTerm(value) : quoted(value);
}

/** Only values that can be nothing but ids are written without quotes. */
function idTerm(id: string): string {
  return /^[0-9a-f]{32}$/.test(id) ? id : quoted(id);
}

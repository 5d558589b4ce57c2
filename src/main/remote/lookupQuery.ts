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
 * (reference/directory-api.md 3.1-3.4); only ` OR ` keeps the colons of several fields apart. Ids share their field: a
 * hundred of them fit into one address.
 */
export function anyOf(lookups: readonly Lookup[]): string {
  const ids = lookups.filter(({ field }) => field === 'id.exact').map(({ value }) => idTerm(value));
  const others = lookups.filter(({ field }) => field !== 'id.exact');
  const byId = ids.length > 1 ? [`id.exact:(${ids.join(' OR ')})`] : ids.map((id) => `id.exact:${id}`);
  return [...byId, ...others.map(({ field, value }) => `${field}:${quoted(value)}`)].join(' OR ');
}

/** Only ids that can be nothing else stand without quotes. */
function idTerm(id: string): string {
  return /^[0-9a-f]{32}$/.test(id) ? id : quoted(id);
}

import type { Dialect } from '../../../shared/directory/account.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import { canLookUp, type Lookup, termOf } from '../../remote/lookupQuery.ts';

/**
 * The maximum characters of values in one query, without field names: the answer repeats the query in a header, and the
 * server in front fails beyond 4 kB of them (reference/directory-changes.md 2.1).
 */
export const maxQueryLength = 3_200;

/** The keys of a record that the directory may have. */
export interface KnownKeys {
  doiKey: string | null;
  urlKey: string | null;
  /** Directory id, and the keys with which the directory stored it. */
  remoteId: string | null;
  sentDoiKey: string | null;
  sentUrlKey: string | null;
}

/** Returns the look-up of a DOI, which finds it in any spelling. */
export function doiLookups(doiKey: string | null): Lookup[] {
  return doiKey === null || !canLookUp(doiKey) ? [] : [{ field: 'index.doi.exact', value: doiKey }];
}

/** Returns the look-up of a full-text URL, which finds it with any scheme, as the directory compares it (reference/directory-api.md 7.1). */
export function urlLookups(urlKey: string | null): Lookup[] {
  return urlKey === null || !canLookUp(urlKey) ? [] : [{ field: 'index.fulltext.exact', value: urlKey }];
}

/** Finds the record that a draft would overwrite by its id, and also by its keys if they changed since it was stored. */
export function overwrittenLookups(known: KnownKeys): Lookup[] {
  const { remoteId, doiKey, urlKey } = known;
  const byId: Lookup[] = remoteId === null ? [] : [{ field: 'id.exact', value: remoteId }];
  if (remoteId !== null && doiKey === known.sentDoiKey && urlKey === known.sentUrlKey) return byId;
  return [...byId, ...doiLookups(doiKey), ...urlLookups(urlKey)];
}

/** Finds the record that a new draft would overwrite: by DOI and, unless both keys must match, by the URL. */
export function ownLookups(
  { doiKey, urlKey }: Pick<KnownKeys, 'doiKey' | 'urlKey'>,
  dialect: Dialect,
): Lookup[] {
  const byDoi = doiLookups(doiKey);
  const isDoiEnough = byDoi.length > 0 && dialects[dialect].duplicates === 'both-keys';
  return isDoiEnough ? byDoi : [...byDoi, ...urlLookups(urlKey)];
}

/** Returns the characters of look-ups in an address with their separators, without field names. */
export function lookupLength(lookups: readonly Lookup[]): number {
  return lookups.reduce((sum, lookup) => sum + encodeURIComponent(termOf(lookup)).length + joint, 0);
}

const joint = encodeURIComponent(' OR ').length;

import { member } from '../json.ts';
import { serviceDoi } from '../text/identifiers.ts';
import { asStoredText, stripText } from '../text/pythonText.ts';
import { splitAddress } from '../text/webAddress.ts';

/** The keys by which the directory distinguishes articles; null if the article has none. */
export interface ArticleKeys {
  doi: string | null;
  url: string | null;
}

/** The matching keys of an article record, from its first DOI and its first full-text link (reference/directory-api.md 7.1 with its addenda). */
export function articleKeys(record: unknown): ArticleKeys {
  const bibjson = member(record, 'bibjson');
  const doi = firstDoi(member(bibjson, 'identifier'));
  const url = firstFullText(member(bibjson, 'link'));
  return { doi: doi === null ? null : doiKey(doi), url: url === null ? null : fullTextKey(url) };
}

/** Returns false for two articles with different DOIs: an address alone may be that of several. */
export function mayBeOne(doi: string | null, other: string | null): boolean {
  return doi === null || other === null || doi === other;
}

/**
 * The normal form of a DOI, by which DOIs are compared and searched for (`index.doi.exact`): without prefix, in lower
 * case; text that is not a DOI is its own key.
 */
export function doiKey(doi: string): string {
  const bare = serviceDoi(stripText(doi));
  return bare === null ? doi : sameCase(bare);
}

/** A DOI as written but for its case, which the directory may change when it stores it (reference/directory-changes.md 4.1). */
export function sameCase(doi: string): string {
  return doi.toLowerCase();
}

/**
 * The identifiers of an article as text in a fixed order, equal for two articles that differ only in what the directory
 * may change when it stores one: the case of the DOI, its place in the list, and DOIs after the first.
 */
export function identifierTexts(identifiers: readonly { type: string; id: string }[]): string[] {
  const first = identifiers.find(({ type }) => type === 'doi');
  return identifiers
    .filter((entry) => entry.type !== 'doi' || entry === first)
    .map(({ type, id }) => `${type}:${type === 'doi' ? sameCase(id) : id}`)
    .sort();
}

/** `//host/path;parameters?query#fragment` without empty parts; other schemes, bad addresses unchanged. */
export function fullTextKey(address: string): string {
  const trimmed = stripText(address);
  let text = trimmed;
  if (text.startsWith('//')) text = `http:${text}`;
  if (!text.includes('://')) text = `http://${text}`;
  const parts = splitAddress(text);
  if (!parts || parts.host === '' || !/^(?:https?|ftps?)$/.test(parts.scheme)) return trimmed;
  const path = parts.scheme === 'ftps' ? parts.path : withoutEmptyParameters(parts.path);
  return (
    `//${parts.host}${path}` +
    (parts.query === '' ? '' : `?${parts.query}`) +
    (parts.fragment === '' ? '' : `#${parts.fragment}`)
  );
}

/** Python cuts parameters off at the first semicolon of the last segment, and drops them when nothing follows. */
function withoutEmptyParameters(path: string): string {
  const at = path.indexOf(';', Math.max(path.lastIndexOf('/'), 0));
  return at >= 0 && at === path.length - 1 ? path.slice(0, at) : path;
}

function firstDoi(identifiers: unknown): string | null {
  if (!Array.isArray(identifiers)) return null;
  for (const entry of identifiers) {
    const type = member(entry, 'type');
    const id = member(entry, 'id');
    if (typeof type !== 'string' || id === null || id === undefined || id === '') continue;
    if (type === 'doi' || type.toLowerCase() === 'doi') return asStoredText(id);
  }
  return null;
}

function firstFullText(links: unknown): string | null {
  if (!Array.isArray(links)) return null;
  for (const entry of links) {
    const type = member(entry, 'type');
    const url = member(entry, 'url');
    if (typeof type !== 'string' || typeof url !== 'string' || stripText(url) === '') continue;
    if (type === 'fulltext' || stripText(type).toLowerCase() === 'fulltext') return url;
  }
  return null;
}

import type { Dialect } from '../articles/articleService.ts';
import { PROFILES, type Profile } from '../profile.ts';
import { PY_SPACE } from '../python/pythonValue.ts';
import { Refusal, TEXTS } from '../refusals.ts';

export type Collection = 'journals' | 'articles' | 'applications';

/** Replaces short names and escapes (reference/directory-api.md 3.1 to 3.3); throws a Refusal. */
export function rewriteQuery(
  query: string,
  collection: Collection,
  dialect: Dialect,
  profile: Profile = PROFILES['2026-08'],
): string {
  checkFeatures(query, profile);
  if (dialect === '3.0.1' && DISABLED_AS_DOCUMENTED.some((pattern) => pattern.test(query))) {
    throw new Refusal(400, TEXTS.queryFeatures);
  }
  const read = profile.doiCase && collection === 'articles' ? withLowerDois(query) : query;
  return escapeColons(escapeSlashes(substitute(read, shortNames(collection, dialect, profile))));
}

function checkFeatures(query: string, { wildcards }: Profile): void {
  if (!wildcards) {
    if (DISABLED.some((pattern) => pattern.test(query))) throw new Refusal(400, TEXTS.queryFeatures);
  } else if (/^[*?.+]./su.test(query) || DISABLED[1]!.test(query)) {
    throw new Refusal(400, TEXTS.queryWildcards);
  }
}

/** The value of the short name, up to the next blank or closing quote (reference/directory-changes.md 4.1, #2621). */
function withLowerDois(query: string): string {
  return query.replace(/(?<![\w.])doi:(?:\(*"[^"]*"|\S+)/g, (match) => match.toLowerCase());
}

/** The sort field with its short name replaced, and the direction; undefined if not given. */
export function readSort(
  sort: string,
  collection: Collection,
): { field: string; direction: 'asc' | 'desc' } | undefined {
  const [name = '', direction = 'asc', ...more] = sort.split(':');
  if (more.length > 0) throw new Refusal(400, 'Malformed sort parameter');
  if (direction !== 'asc' && direction !== 'desc') {
    throw new Refusal(400, "Sort direction must be 'asc' or 'desc'");
  }
  if (sort === '') return undefined;
  const names = SORT_NAMES[collection];
  return { field: Object.hasOwn(names, name) ? names[name]! : name, direction };
}

// Both require a preceding part of the query: a mark in first or second position passes (addenda 3.1).
const DISABLED = [/[^\n][^\\][?*]/u, /[^\n][^\\]~/u];
// reference/dialects.md: wildcard stars, fuzzy, proximity, regular expressions.
const DISABLED_AS_DOCUMENTED = [/(?<!\\)\*/u, /(?<!\\)~/u, /(?:^|[\s:(])\/(?:[^/\\]|\\.)*\//u];

const NAMES: Record<Collection, Record<string, string>> = {
  articles: {
    title: 'bibjson.title',
    doi: 'bibjson.identifier.id.exact',
    issn: 'index.issn.exact',
    publisher: 'bibjson.journal.publisher',
    journal: 'bibjson.journal.title',
    abstract: 'bibjson.abstract',
  },
  journals: {
    title: 'index.title',
    issn: 'index.issn.exact',
    publisher: 'bibjson.publisher',
    license: 'index.license.exact',
    username: 'admin.owner.exact',
  },
  applications: {
    title: 'index.title',
    issn: 'index.issn.exact',
    publisher: 'bibjson.publisher',
    license: 'index.license.exact',
  },
};

const SORT_NAMES: Record<Collection, Record<string, string>> = {
  articles: { title: 'index.unpunctitle.exact' },
  journals: { title: 'index.unpunctitle.exact', issn: 'index.issn.exact' },
  applications: { title: 'index.unpunctitle.exact', issn: 'index.issn.exact' },
};

function shortNames(collection: Collection, dialect: Dialect, { doiCase }: Profile): Record<string, string> {
  const names = NAMES[collection];
  if (doiCase && collection === 'articles') return { ...names, doi: 'index.doi.exact' };
  // As documented the name works; as deployed it refers to an object and finds nothing (reference/directory-api.md 3.2).
  if (dialect === '4.0' || collection === 'articles') return names;
  return { ...names, publisher: 'bibjson.publisher.name' };
}

const TOKEN_BEFORE_COLON = new RegExp(`([^${PY_SPACE}+\\-()"]+?):$`, 'u');

/** Replaces short names before unescaped colons; doubles a colon without such a name (addenda 3.2). */
function substitute(query: string, names: Record<string, string>): string {
  const pieces = query.split(/([^\\]:)/u);
  const segments: string[] = [];
  for (let at = 0; at < pieces.length; at += 2) segments.push(pieces[at]! + (pieces[at + 1] ?? ''));
  return segments
    .map((segment) =>
      segment.replace(TOKEN_BEFORE_COLON, (_, token: string) =>
        Object.hasOwn(names, token) ? names[token]! : token,
      ),
    )
    .join(':');
}

function escapeSlashes(query: string): string {
  let escaped = query;
  for (let before = ''; before !== escaped; ) {
    before = escaped;
    escaped = escaped.replace(/([^\\])\//gu, '$1\\/');
  }
  return escaped;
}

/** Escapes every colon but the first and those after ` AND ` or ` OR `. */
function escapeColons(query: string): string {
  const parts = query.split(':');
  return parts
    .map((part, index) => {
      const isBetween = index > 0 && index < parts.length - 1;
      const stays = part.endsWith('\\') || part.includes(' AND ') || part.includes(' OR ');
      return isBetween && !stays ? `${part}\\` : part;
    })
    .join(':');
}

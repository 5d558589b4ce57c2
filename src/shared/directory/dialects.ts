import type { ArticleKeys } from '../article/articleKeys.ts';
import { dialects as dialectNames } from '../choices.ts';
import type { Dialect } from './account.ts';

/** The differences between the directory's API 3.0.1 (as specified) and 4.0 (as deployed); see `dialects`. */
export interface DialectFacts {
  /** The end of the versioned root. */
  root: string;
  /** `synchronous`: bulk requests return the ids; `ticket`: they return an upload id, whose status is requested later. */
  bulk: 'synchronous' | 'ticket';
  /** `either-key`: overwrites with an equal DOI or address; `both-keys`: with both, else it is refused. */
  duplicates: 'either-key' | 'both-keys';
  /** True if a batch may wait in the directory's own queue long after its request ended. */
  storesLater: boolean;
  /** `admin.contact` of an application: required, or refused as a field that is not permitted. */
  contact: 'required' | 'not-permitted';
  /** The form of ISSNs in journals and applications; readers accept both. */
  journalIssns: 'identifier-list' | 'flat';
  /** The states in which an Update Request may be changed; null: until an administrator picks it up. */
  editableStates: readonly string[] | null;
  /**
   * What is refused as wildcard, fuzzy or proximity search or regular expression: `documented`, all of it; `caught`, what
   * the two patterns find (reference/directory-api.md 3.1).
   */
  disabledSyntax: 'documented' | 'caught';
  /** True if every field of a record can be sorted by, text fields too (reference/directory-api.md 0). */
  sortsByText: boolean;
  /** True if the short name `publisher` of journals works; else it refers to an object (reference/directory-api.md 3.2). */
  findsPublisher: boolean;
}

/** Every difference between the two dialects (reference/dialects.md): no other code decides by an account's dialect. */
export const dialects: Readonly<Record<Dialect, DialectFacts>> = {
  '3.0.1': {
    root: '/api/v3/',
    bulk: 'synchronous',
    duplicates: 'either-key',
    storesLater: false,
    contact: 'required',
    journalIssns: 'identifier-list',
    editableStates: null,
    disabledSyntax: 'documented',
    sortsByText: true,
    findsPublisher: true,
  },
  '4.0': {
    root: '/api/v4/',
    bulk: 'ticket',
    duplicates: 'both-keys',
    storesLater: true,
    contact: 'not-permitted',
    journalIssns: 'flat',
    editableStates: ['pending', 'update_request', 'revisions_required'],
    disabledSyntax: 'caught',
    sortsByText: false,
    findsPublisher: false,
  },
};

/** The dialect that an address ends in (`/api/v3/`, with or without the last `/`); null if it names no known one. */
export function dialectOf(base: string): Dialect | null {
  const root = versionedRoot.exec(base.trim())?.[0].replace(/\/?$/, '/');
  return dialectNames.find((dialect) => dialects[dialect].root === root) ?? null;
}

/** The same address in another dialect; an address without an API version is returned unchanged. */
export function withDialect(base: string, dialect: Dialect): string {
  return base.trim().replace(versionedRoot, dialects[dialect].root);
}

const versionedRoot = /\/api\/v\d+\/?$/;

/** The identifiers by which the directory considers two articles the same; empty if they are different. */
export function sharedKeys(a: ArticleKeys, b: ArticleKeys): ('doi' | 'url')[] {
  const shared: ('doi' | 'url')[] = [];
  if (a.doi !== null && a.doi === b.doi) shared.push('doi');
  if (a.url !== null && a.url === b.url) shared.push('url');
  return shared;
}

/** The effect with `stored`, the records with an equal key (reference/directory-api.md 7.2, 7.3). */
export function creationEffect(
  dialect: Dialect,
  sent: ArticleKeys,
  stored: readonly ArticleKeys[],
): 'new' | 'overwrites' | 'refused' {
  const matches = stored.filter((keys) => sharedKeys(sent, keys).length > 0);
  const [match] = matches;
  if (!match) return 'new';
  if (matches.length > 1) return 'refused';
  if (dialects[dialect].duplicates === 'either-key') return 'overwrites';
  return match.doi === sent.doi && match.url === sent.url ? 'overwrites' : 'refused';
}

import type { Dialect } from './account.ts';

/** What differs between the directory's API 3.0.1 (as specified) and 4.0 (as deployed); see `dialects`. */
export interface DialectFacts {
  /** How the versioned root ends. */
  root: string;
  /** `synchronous`: bulk answers with the ids; `ticket`: with an upload id, whose status is asked for later. */
  bulk: 'synchronous' | 'ticket';
  /**
   * What makes a created article overwrite a stored one. `either-key`: the same DOI or the same full-text address;
   * `both-keys`: both alike, and a record that shares only one of them is refused.
   */
  duplicates: 'either-key' | 'both-keys';
  /** Whether a whole batch may still be unread long after its request ended: it waits in the directory's own queue. */
  storesLater: boolean;
  /** `admin.contact` of an application: wanted, or refused as a field that is not permitted. */
  contact: 'required' | 'not-permitted';
  /** How journals and applications name their ISSNs; readers accept both. */
  journalIssns: 'identifier-list' | 'flat';
  /** In which states an Update Request may be changed; null: until an administrator picks it up. */
  editableStates: readonly string[] | null;
}

/** Every difference between the two dialects (reference/dialects.md): nothing else in the program asks which one an account speaks. */
export const dialects: Readonly<Record<Dialect, DialectFacts>> = {
  '3.0.1': {
    root: '/api/v3/',
    bulk: 'synchronous',
    duplicates: 'either-key',
    storesLater: false,
    contact: 'required',
    journalIssns: 'identifier-list',
    editableStates: null,
  },
  '4.0': {
    root: '/api/v4/',
    bulk: 'ticket',
    duplicates: 'both-keys',
    storesLater: true,
    contact: 'not-permitted',
    journalIssns: 'flat',
    editableStates: ['pending', 'update_request', 'revisions_required'],
  },
};

/** The matching keys of an article, as `articleKeys` gives them. */
export interface Keys {
  doi: string | null;
  url: string | null;
}

/** By which identifiers two articles are the same to the directory; empty if they are two. */
export function sharedKeys(a: Keys, b: Keys): ('doi' | 'url')[] {
  const shared: ('doi' | 'url')[] = [];
  if (a.doi !== null && a.doi === b.doi) shared.push('doi');
  if (a.url !== null && a.url === b.url) shared.push('url');
  return shared;
}

/**
 * What becomes of a created article when the directory already has `stored` (one entry for each record with an equal
 * key): a new record, an overwritten one, or a refusal (reference/directory-api.md 7.2, 7.3).
 */
export function creationEffect(
  dialect: Dialect,
  sent: Keys,
  stored: readonly Keys[],
): 'new' | 'overwrites' | 'refused' {
  const matches = stored.filter((keys) => sharedKeys(sent, keys).length > 0);
  const [match] = matches;
  if (!match) return 'new';
  if (matches.length > 1) return 'refused';
  if (dialects[dialect].duplicates === 'either-key') return 'overwrites';
  return match.doi === sent.doi && match.url === sent.url ? 'overwrites' : 'refused';
}

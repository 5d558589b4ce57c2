import { foldText, plainLetters } from '../../../../shared/text/foldText.ts';
import type { Db } from '../../database.ts';
import { rememberRecent } from '../../rememberRecent.ts';
import { storedJson } from '../../storedJson.ts';
import { type DraftGroup, idsInGroups } from '../draftGroups.ts';
import { IdSet } from '../idSet.ts';
import { matchingDrafts } from './searchIndex.ts';

/** The searched drafts, and the results of earlier searches in them. */
export interface SearchedDrafts {
  accountId: string;
  groups: readonly DraftGroup[];
  /** Titles of journals by their key. */
  journals: Map<string, string>;
  /** Recent results by the prefix of a word of a text and of the journal's title. */
  byText: Map<string, IdSet>;
  byTitle: Map<string, IdSet>;
}

/** How many results of each kind are cached, which covers the last words typed. */
export const maxResults = 24;

/** Searches drafts by words in their text or the title of their journal. */
export function createTextSearch(db: Db) {
  const readMatches = db
    .prepare<{ query: string }, string>(`SELECT json_group_array(rowid) FROM (${matchingDrafts})`)
    .pluck();
  const readTitle = db
    .prepare<[string, string], string>(
      `SELECT journal FROM drafts INDEXED BY drafts_by_facts
       WHERE account_id = ? AND staged = 0 AND journal_key = ? LIMIT 1`,
    )
    .pluck();

  /** The title of the journal with this key, from one of its drafts; empty if none has it. */
  function titleOf({ accountId, journals }: SearchedDrafts, key: string): string {
    const title = journals.get(key) ?? readTitle.get(accountId, key) ?? '';
    journals.set(key, title);
    return title;
  }

  /** The drafts that have a word with this prefix in one of their texts. */
  function idsByText({ byText }: SearchedDrafts, prefix: string): IdSet {
    const find = () => new IdSet(storedJson<number[]>(readMatches.get({ query: searchQuery(prefix) })!));
    return rememberRecent(byText, prefix, maxResults, find);
  }

  /** The drafts whose journal's title has a word with this prefix. */
  function idsByTitle(drafts: SearchedDrafts, prefix: string): IdSet {
    const { groups, byTitle } = drafts;
    return rememberRecent(byTitle, prefix, maxResults, () => {
      const matches = (key: string) =>
        searchWords(titleOf(drafts, key)).some((word) => foldText(word).startsWith(prefix));
      const keys = new Set([...new Set(groups.map(({ facts }) => facts.journalKey))].filter(matches));
      return idsInGroups(groups, ({ journalKey }) => keys.has(journalKey));
    });
  }

  return {
    titleOf,
    /**
     * Sets of drafts, possibly of other accounts; a draft in all of them has every word in its own text or its
     * journal's title. Titles change for thousands of drafts at once, so they are not in the index.
     */
    find(drafts: SearchedDrafts, text: string): IdSet[] {
      return searchWords(text).map((word) => idsByText(drafts, word).or(idsByTitle(drafts, foldText(word))));
    },
  };
}

/**
 * Distinct words, split as in the index (unicode61), in plain letters like its texts, without separate accents; a DOI
 * without its address.
 */
export function searchWords(text: string): string[] {
  const words = plainLetters(text.normalize('NFC')).replace(doiAddress, '').match(wordPattern) ?? [];
  return [...new Set(words.map((word) => word.replace(accents, '')))].filter((word) => word !== '');
}

/** A query of the search index that matches texts that have a word with this prefix. */
export function searchQuery(prefix: string): string {
  return `"${prefix}"*`;
}

const doiAddress = /\bhttps?:\/\/(?:dx\.)?doi\.org\//gi;
const accents = /[\u0300-\u036f]/g;
// Characters that are letters in today's Unicode but separators to the index are left out: Tai Lue vowels, Vedic signs.
const wordPattern =
  /(?:(?![\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3])(?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f]))+/gu;

import { foldText } from '../../../../shared/text/foldText.ts';
import type { Db } from '../../database.ts';
import { rememberRecent } from '../../rememberRecent.ts';
import { storedJson } from '../../storedJson.ts';
import { type DraftGroup, idsInGroups } from '../draftGroups.ts';
import { IdSet } from '../idSet.ts';
import { matchingDrafts } from './searchIndex.ts';
import { indexedWords, searchQuery, searchWords } from './searchWords.ts';

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
        indexedWords(titleOf(drafts, key)).some((word) => foldText(word).startsWith(prefix));
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

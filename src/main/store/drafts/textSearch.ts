import { foldText } from '../../../shared/text/foldText.ts';
import type { Db } from '../database.ts';
import { rememberRecent } from '../rememberRecent.ts';
import { type DraftGroup, idsInGroups } from './draftGroups.ts';
import { IdSet } from './idSet.ts';
import { searchQuery, searchWords } from './searchQuery.ts';

/** The drafts that are searched, and the results of earlier searches in them. */
export interface SearchedDrafts {
  accountId: string;
  groups: readonly DraftGroup[];
  /** Titles of journals by their key. */
  journals: Map<string, string>;
  /** Recent results by words of the text and by the prefix of a word of the journal's title. */
  byText: Map<string, IdSet>;
  byTitle: Map<string, IdSet>;
}

/** How many results of each kind are cached: those of the last words typed. */
export const mostResults = 24;

/** Searches drafts by words in their text or the title of their journal. */
export function createTextSearch(db: Db) {
  const readMatches = db
    .prepare<[string], number>('SELECT rowid FROM draft_search WHERE draft_search MATCH ?')
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

  /** The drafts whose text contains each word, from the cache for some words and the index for the others. */
  function idsByText({ byText }: SearchedDrafts, words: readonly string[]): IdSet {
    return rememberRecent(byText, words.join(' '), mostResults, () => {
      let left = [...words];
      const sets: IdSet[] = [];
      const known = [...byText].map(([key, ids]) => ({ part: key.split(' '), ids }));
      for (const { part, ids } of known.sort((one, other) => other.part.length - one.part.length)) {
        if (!part.every((word) => left.includes(word))) continue;
        sets.push(ids);
        left = left.filter((word) => !part.includes(word));
      }
      if (left.length > 0) sets.push(new IdSet(readMatches.all(searchQuery(left))));
      return sets.reduce((all, one) => all.and(one));
    });
  }

  /** The drafts whose journal's title has a word with this prefix. */
  function idsByTitle(drafts: SearchedDrafts, prefix: string): IdSet {
    const { groups, byTitle } = drafts;
    return rememberRecent(byTitle, prefix, mostResults, () => {
      const matches = (key: string) =>
        searchWords(titleOf(drafts, key)).some((word) => foldText(word).startsWith(prefix));
      const keys = new Set([...new Set(groups.map(({ facts }) => facts.journalKey))].filter(matches));
      return idsInGroups(groups, ({ journalKey }) => keys.has(journalKey));
    });
  }

  return {
    titleOf,
    /**
     * Sets of drafts, also of other accounts; a draft that is in all of them has each word of the text in its own text
     * or its journal's title. Titles change for thousands of drafts at once, so they are not in the index.
     */
    find(drafts: SearchedDrafts, text: string): IdSet[] {
      const words = searchWords(text);
      const titled = new Map(words.map((word) => [word, idsByTitle(drafts, foldText(word))]));
      const sets: IdSet[] = [];
      const inText = words.filter((word) => titled.get(word)!.size === 0);
      if (inText.length > 0) sets.push(idsByText(drafts, inText));
      for (const word of words) {
        const ids = titled.get(word)!;
        if (ids.size > 0) sets.push(idsByText(drafts, [word]).or(ids));
      }
      return sets;
    },
  };
}

import type { SearchTexts } from '../../../../shared/article/article.ts';
import type { Db } from '../../database.ts';
import { write } from '../../write.ts';
import { indexedText } from './searchWords.ts';

type SearchPart = keyof SearchTexts;

/** The texts of a draft that is new, or those of them that have changed. */
export interface SearchedDraft {
  id: number;
  texts: Partial<SearchTexts>;
}

/**
 * The abstract is most of a draft's text: in a separate table, it need not be indexed again when only other texts
 * change.
 */
const tables: Readonly<Record<SearchPart, string>> = {
  summary: 'draft_summary_search',
  abstract: 'draft_search',
};
const searchParts = Object.keys(tables) as SearchPart[];

/** The maximum number of texts before a merge: abstracts are about ten times as long. */
const maxUnmerged: Readonly<Record<SearchPart, number>> = { summary: 100, abstract: 20 };
/** Minimum and maximum pages written by one merge step, a few milliseconds of work; more after many texts. */
const minPages = 16;
const maxPages = 64;
const textsPerPage = 4;

/** Each transaction adds a segment; a short merge (sqlite.org/fts5.html) follows `textsAtOnce` texts, or fewer. */
export function createSearchIndex(db: Db, { textsAtOnce }: { textsAtOnce: number }) {
  const indexes = searchParts.map((part) =>
    createPartIndex(db, part, Math.min(textsAtOnce, maxUnmerged[part])),
  );
  return {
    /**
     * Indexes texts until `isInterrupted` returns true; returns of how many drafts. Together, and in the order of ids, they
     * become one segment: another statement that can fail, or a smaller id, ends it.
     */
    write: (drafts: readonly SearchedDraft[], isInterrupted: () => boolean): number => {
      let written = 0;
      for (; written < drafts.length && !isInterrupted(); written++)
        for (const index of indexes) index.put(drafts[written]!.id, drafts[written]!.texts[index.part]);
      if (written === drafts.length) for (const index of indexes) index.merge();
      return written;
    },
  };
}

function createPartIndex(db: Db, part: SearchPart, mergeEvery: number) {
  const table = tables[part];
  const put = db.prepare<[number, string]>(`INSERT OR REPLACE INTO ${table} (rowid, text) VALUES (?, ?)`);
  const merge = db.prepare<[bigint]>(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`);
  let unmerged = 0;
  return {
    part,
    put(id: number, text: string | undefined) {
      if (text === undefined) return;
      put.run(id, indexedText(text));
      unmerged++;
    },
    merge() {
      if (unmerged < mergeEvery) return;
      const pages = Math.min(maxPages, Math.max(minPages, Math.ceil(unmerged / textsPerPage)));
      merge.run(BigInt(pages));
      unmerged = 0;
    },
  };
}

/** The texts of a draft that differ from those before. */
export function changedTexts(before: SearchTexts, after: SearchTexts): Partial<SearchTexts> {
  const changed = searchParts.filter((part) => before[part] !== after[part]);
  return Object.fromEntries(changed.map((part) => [part, after[part]]));
}

/** A statement that returns the ids of the drafts that match the query `@query` in one of their texts. */
export const matchingDrafts = searchParts
  .map((part) => `SELECT rowid FROM ${tables[part]} WHERE ${tables[part]} MATCH @query`)
  .join(' UNION ALL ');

/** Empties the index once all its drafts are removed, because a search would still step over each of them. */
export function clearDeadSearch(db: Db): void {
  const hasDrafts = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM draft_search_docsize)').pluck();
  write(db, () => {
    if (hasDrafts.get()) return;
    for (const table of Object.values(tables))
      db.exec(`INSERT INTO ${table} (${table}) VALUES ('delete-all')`);
  });
}

import type { SearchTexts } from '../../../../shared/article/article.ts';
import type { Db } from '../../database.ts';
import { write } from '../../write.ts';

type SearchPart = keyof SearchTexts;

export interface SearchedDraft {
  id: number;
  texts: SearchTexts;
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
    /** Adds drafts until `isInterrupted` returns true; returns how many. */
    add: (drafts: readonly SearchedDraft[], isInterrupted: () => boolean): number => {
      let added = 0;
      for (; added < drafts.length && !isInterrupted(); added++)
        for (const index of indexes) index.insert(drafts[added]!.id, drafts[added]!.texts[index.part]);
      if (added === drafts.length) for (const index of indexes) index.merge();
      return added;
    },
    /** Reindexes the given texts of a draft. */
    replace: (id: number, texts: Partial<SearchTexts>) => {
      for (const index of indexes) {
        const text = texts[index.part];
        if (text === undefined) continue;
        index.remove(id);
        index.insert(id, text);
        index.merge();
      }
    },
  };
}

function createPartIndex(db: Db, part: SearchPart, mergeEvery: number) {
  const table = tables[part];
  const insert = db.prepare<[number, string]>(`INSERT INTO ${table} (rowid, text) VALUES (?, ?)`);
  const remove = db.prepare<[number]>(`DELETE FROM ${table} WHERE rowid = ?`);
  const merge = db.prepare<[bigint]>(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`);
  let unmerged = 0;
  return {
    part,
    insert(id: number, text: string) {
      insert.run(id, text);
      unmerged++;
    },
    remove: (id: number) => void remove.run(id),
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

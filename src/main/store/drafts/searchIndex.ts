import type { Db } from '../database.ts';
import { write } from '../write.ts';

export interface SearchText {
  id: number;
  text: string;
}

/** Pages that one merge step writes, a few milliseconds of work: at least the first, and more after many texts. */
const fewestPages = 16;
const mostPages = 64;
const textsPerPage = 4;

/** Each transaction adds a segment; a short merge (sqlite.org/fts5.html) follows `mergeEvery` texts. */
export function createSearchIndex(db: Db, { mergeEvery }: { mergeEvery: number }) {
  const insert = db.prepare<[number, string]>('INSERT INTO draft_search (rowid, text) VALUES (?, ?)');
  const remove = db.prepare<[number]>('DELETE FROM draft_search WHERE rowid = ?');
  const merge = db.prepare<[bigint]>(`INSERT INTO draft_search (draft_search, rank) VALUES ('merge', ?)`);
  let unmerged = 0;

  function mergeAfter(count: number): void {
    unmerged += count;
    if (unmerged < mergeEvery) return;
    const pages = Math.min(mostPages, Math.max(fewestPages, Math.ceil(unmerged / textsPerPage)));
    merge.run(BigInt(pages));
    unmerged = 0;
  }
  return {
    /** Adds texts until `isInterrupted` returns true; returns how many. */
    add: (texts: readonly SearchText[], isInterrupted: () => boolean): number => {
      let added = 0;
      for (; added < texts.length && !isInterrupted(); added++) {
        const { id, text } = texts[added]!;
        insert.run(id, text);
      }
      if (added === texts.length) mergeAfter(added);
      else unmerged += added;
      return added;
    },
    replace: (id: number, text: string) => {
      remove.run(id);
      insert.run(id, text);
      mergeAfter(1);
    },
  };
}

/** Empties the index once all its drafts are removed, because a search would step over each of them. */
export function clearDeadSearch(db: Db): void {
  const hasDrafts = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM draft_search_docsize)').pluck();
  write(db, () => {
    if (!hasDrafts.get()) db.exec(`INSERT INTO draft_search (draft_search) VALUES ('delete-all')`);
  });
}

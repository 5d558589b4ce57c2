import { setImmediate } from 'node:timers/promises';
import type { Db } from './database.ts';

/** Pages that one step of a merge writes: some milliseconds of work. */
const stepPages = 16n;

/**
 * Prepares one small step of merging the search index, to follow each write of a single draft; answers whether there
 * was anything to merge (sqlite.org/fts5.html, "The merge command").
 */
export function prepareMergeStep(db: Db): () => boolean {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  const merge = prepareMerge(db);
  return () => {
    const before = changes.get()!;
    merge.run(stepPages);
    return changes.get()! - before >= 2;
  };
}

/**
 * Merges the whole search index, in steps between which everything else may run: worth it after an import has written
 * a thousand drafts or more, since every later save would else carry a step of it.
 */
export async function tidySearch(db: Db): Promise<void> {
  const mergeStep = prepareMergeStep(db);
  prepareMerge(db).run(-stepPages);
  do await setImmediate();
  while (mergeStep());
}

/** Empties the search index if every draft in it was removed: a search would step over all of them. Some ten milliseconds. */
export function clearDeadSearch(db: Db): void {
  const hasDrafts = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM draft_search_docsize)').pluck();
  if (!hasDrafts.get()) db.exec(`INSERT INTO draft_search (draft_search) VALUES ('delete-all')`);
}

function prepareMerge(db: Db) {
  return db.prepare<[bigint]>(`INSERT INTO draft_search (draft_search, rank) VALUES ('merge', ?)`);
}

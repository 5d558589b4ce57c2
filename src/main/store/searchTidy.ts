import { setImmediate } from 'node:timers/promises';
import type { Db } from './database.ts';

/** Pages that one step of a merge writes: some milliseconds of work. */
const stepPages = 16n;

/** From this many drafts written or removed at once the search index is worth a tidying. */
export const worthTidying = 1000;

/**
 * Prepares one small step of merging the search index, to follow each write of a single draft; answers whether there
 * was anything to merge (sqlite.org/fts5.html, "The merge command").
 */
export function prepareMergeStep(db: Db): () => boolean {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  const merge = db.prepare<[bigint]>(`INSERT INTO draft_search (draft_search, rank) VALUES ('merge', ?)`);
  return () => {
    const before = changes.get()!;
    merge.run(stepPages);
    return changes.get()! - before >= 2;
  };
}

/** Merges the whole search index, so that removed drafts no longer slow it down, in steps between which everything else may run. */
export async function tidySearch(db: Db): Promise<void> {
  const mergeStep = prepareMergeStep(db);
  db.prepare<[bigint]>(`INSERT INTO draft_search (draft_search, rank) VALUES ('merge', ?)`).run(-stepPages);
  do await setImmediate();
  while (mergeStep());
}

import type { JsonObject } from '../../../shared/json.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** A work of Crossref with the time at which it was fetched (ISO). */
export interface StoredWork {
  work: JsonObject;
  fetchedAt: string;
}

/** The works recently described by Crossref, by DOI in lower case. */
export type CrossrefStore = ReturnType<typeof createCrossrefStore>;

export function createCrossrefStore(db: Db) {
  const read = db.prepare<[string, string], { work: string; fetchedAt: string }>(
    'SELECT work, fetched_at AS fetchedAt FROM crossref_works WHERE doi = ? AND fetched_at >= ?',
  );
  const put = db.prepare<[string, string, string]>('INSERT OR REPLACE INTO crossref_works VALUES (?, ?, ?)');
  const removeOld = db.prepare<[string]>('DELETE FROM crossref_works WHERE fetched_at < ?');
  return withStorageErrors({
    /** Null if it was not fetched since that time (ISO). */
    get(doi: string, since: string): StoredWork | null {
      const row = read.get(doi, since);
      return row ? { work: storedJson(row.work) as JsonObject, fetchedAt: row.fetchedAt } : null;
    },
    /** Stores a work, and removes those from before `since`. */
    put: asWrite(db, (doi: string, { work, fetchedAt }: StoredWork, since: string): void => {
      removeOld.run(since);
      put.run(doi, JSON.stringify(work), fetchedAt);
    }),
  });
}

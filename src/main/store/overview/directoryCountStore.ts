import type { Db } from '../database.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** The articles that a journal has at the directory, of one year; `year` empty: all others. */
export interface DirectoryCount {
  year: string;
  total: number;
}

/** How many articles journals had at the directory when they were last counted. */
export type DirectoryCountStore = ReturnType<typeof createDirectoryCountStore>;

export function createDirectoryCountStore(db: Db) {
  const remove = db.prepare<[string, string]>(
    'DELETE FROM directory_counts WHERE account_id = ? AND journal_id = ?',
  );
  const add = db.prepare<[string, string, string, number, string]>(
    'INSERT INTO directory_counts (account_id, journal_id, year, total, counted_at) VALUES (?, ?, ?, ?, ?)',
  );
  return withStorageErrors({
    /**
     * Replaces the counts of a journal; a journal without articles has one count, for the empty year. `at`: ISO time.
     */
    replace: asWrite(
      db,
      (accountId: string, journalId: string, counts: readonly DirectoryCount[], at: string) => {
        remove.run(accountId, journalId);
        for (const { year, total } of counts) add.run(accountId, journalId, year, total, at);
      },
    ),
  });
}

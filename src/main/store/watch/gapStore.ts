import { type GapRun, gapRunSchema } from '../../../shared/gaps/gaps.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** The last search of each account for articles that are missing at the directory. */
export type GapStore = ReturnType<typeof createGapStore>;

export function createGapStore(db: Db) {
  const get = db.prepare<[string], string>('SELECT run FROM gap_runs WHERE account_id = ?').pluck();
  const put = db.prepare<[string, string]>(
    'INSERT INTO gap_runs (account_id, run) VALUES (?, ?) ON CONFLICT DO UPDATE SET run = excluded.run',
  );
  return withStorageErrors({
    get: (accountId: string): GapRun | null => {
      const text = get.get(accountId);
      const read = gapRunSchema.safeParse(text === undefined ? null : storedJson(text));
      return read.success ? read.data : null;
    },
    put: asWrite(db, (run: GapRun): void => void put.run(run.accountId, JSON.stringify(run))),
  });
}

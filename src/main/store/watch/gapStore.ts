import { type GapRun, gapRunSchema } from '../../../shared/gaps/gaps.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** The last search of each account for articles that are missing at the directory. */
export type GapStore = ReturnType<typeof createGapStore>;

/** When an account was last searched as a schedule does it, of all journals at all sources; null: never. */
export interface GapTimes {
  /** However it ended. */
  triedAt: string | null;
  /** It was not interrupted and did not fail. */
  madeAt: string | null;
}

const never: GapTimes = { triedAt: null, madeAt: null };

export function createGapStore(db: Db) {
  const get = db.prepare<[string], string>('SELECT run FROM gap_runs WHERE account_id = ?').pluck();
  const times = db.prepare<[string], GapTimes>(
    'SELECT tried_at triedAt, made_at madeAt FROM gap_runs WHERE account_id = ?',
  );
  const put = db.prepare<GapTimes & { accountId: string; run: string }>(
    `INSERT INTO gap_runs (account_id, run, tried_at, made_at) VALUES (@accountId, @run, @triedAt, @madeAt)
     ON CONFLICT DO UPDATE SET run = @run, tried_at = coalesce(@triedAt, tried_at), made_at = coalesce(@madeAt, made_at)`,
  );
  return withStorageErrors({
    get: (accountId: string): GapRun | null => {
      const text = get.get(accountId);
      const read = gapRunSchema.safeParse(text === undefined ? null : storedJson(text));
      return read.success ? read.data : null;
    },
    times: (accountId: string): GapTimes => times.get(accountId) ?? never,
    /** Times that are null stay as they are stored. */
    put: asWrite(db, (run: GapRun, at: GapTimes = never): void => {
      put.run({ accountId: run.accountId, run: JSON.stringify(run), ...at });
    }),
  });
}

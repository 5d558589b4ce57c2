import type { Db } from '../database.ts';
import { withStorageErrors } from '../withStorageErrors.ts';

/** The stored state of an account's limiter: tokens left, and the end of a pause in milliseconds since 1970. */
export interface LimiterRow {
  tokens: number;
  atMs: number;
  heldUntilMs: number;
}

export function createLimiterStore(db: Db) {
  const load = db.prepare<[string], LimiterRow>(
    'SELECT tokens, at_ms AS atMs, held_until_ms AS heldUntilMs FROM limiters WHERE account_id = ?',
  );
  // The account may have been removed during its last request.
  const save = db.prepare<LimiterRow & { accountId: string }>(
    `INSERT INTO limiters (account_id, tokens, at_ms, held_until_ms)
     SELECT id, @tokens, @atMs, @heldUntilMs FROM accounts WHERE id = @accountId
     ON CONFLICT (account_id) DO UPDATE SET tokens = @tokens, at_ms = @atMs, held_until_ms = @heldUntilMs`,
  );
  return withStorageErrors({
    load: (accountId: string) => load.get(accountId) ?? null,
    save: (accountId: string, row: LimiterRow) => void save.run({ accountId, ...row }),
  });
}

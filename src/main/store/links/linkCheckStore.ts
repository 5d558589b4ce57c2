import type { LinkCheck } from '../../../shared/links/linkCheck.ts';
import { linkCheckDays } from '../../../shared/links/linkOutcomes.ts';
import type { Db } from '../database.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** The results of checking full-text addresses. */
export type LinkCheckStore = ReturnType<typeof createLinkCheckStore>;

export function createLinkCheckStore(db: Db) {
  const put = db.prepare<LinkCheck>(
    `INSERT OR REPLACE INTO link_checks
       (address, outcome, detail, last_address, content_type, checked_at, failing_since)
     VALUES (@address, @outcome, @detail, @lastAddress, @contentType, @checkedAt, @failingSince)`,
  );
  const removeOlder = db.prepare<[string]>('DELETE FROM link_checks WHERE checked_at < ?');
  const recheck = db.prepare('UPDATE accounts SET recheck_after = 0');
  const any = db.prepare<[], number>('SELECT 1 FROM link_checks LIMIT 1').pluck();
  return withStorageErrors({
    ...createLinkChecks(db),
    put: asWrite(db, (check: LinkCheck): void => void put.run(check)),
    hasAny: (): boolean => any.get() !== undefined,
    /** Removes expired results; returns true if there were any. */
    removeOld: asWrite(db, (now: number): boolean => {
      const oldest = new Date(now - linkCheckDays * 86_400_000).toISOString();
      return removeOlder.run(oldest).changes > 0;
    }),
    /** Marks all drafts to be rechecked: the rules take results into account, or are other rules now. */
    markDrafts: asWrite(db, (): void => void recheck.run()),
  });
}

/** The stored results by address, for the rules. */
export function createLinkChecks(db: Db): { get(address: string): LinkCheck | undefined } {
  const read = db.prepare<[string], LinkCheck>(
    `SELECT address, outcome, detail, last_address AS lastAddress, content_type AS contentType,
       checked_at AS checkedAt, failing_since AS failingSince
     FROM link_checks WHERE address = ?`,
  );
  return { get: (address) => read.get(address) };
}

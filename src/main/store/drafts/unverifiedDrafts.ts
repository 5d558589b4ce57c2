import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { notAsSent, toVerify } from '../claims.ts';
import type { Db } from '../database.ts';
import { storedRecord } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';
import { syncFromHashes } from './draftSync.ts';

export interface UnverifiedDraft {
  id: number;
  remoteId: string;
  /** null: it cannot be read. */
  record: DraftRecord | null;
  hash: string;
}

/** Drafts of a restored backup that were sent at some point and whose current content in the directory is unknown. */
export type UnverifiedDrafts = ReturnType<typeof createUnverifiedDrafts>;

export function createUnverifiedDrafts(db: Db) {
  const where = `sent_hash = '${toVerify}' AND remote_id IS NOT NULL AND sync <> 'queued'`;
  const accounts = db.prepare<[], string>(`SELECT DISTINCT account_id FROM drafts WHERE ${where}`).pluck();
  const next = db.prepare<[string, number], Omit<UnverifiedDraft, 'record'> & { record: string }>(
    `SELECT id, remote_id remoteId, record, hash FROM drafts WHERE account_id = ? AND ${where} ORDER BY id LIMIT ?`,
  );
  const settle = db.prepare<{ id: number; hash: string; sentHash: string }>(
    `UPDATE drafts SET sent_hash = @sentHash WHERE id = @id AND hash = @hash AND ${where}`,
  );
  const sync = db.prepare<[number]>(
    `UPDATE drafts SET sync = ${syncFromHashes()} WHERE id = ? AND sync <> 'queued'`,
  );
  return withStorageErrors({
    accounts: () => accounts.all(),
    /** Those of an account that are not in the queue, ordered by id. */
    next: (accountId: string, limit: number): UnverifiedDraft[] =>
      next.all(accountId, limit).map((row) => ({ ...row, record: storedRecord(row.record) })),
    /** `sent` where the directory has the same content, else `changed`; not if edited or sent meanwhile. */
    settle: asWrite(db, (found: readonly { draft: UnverifiedDraft; isSame: boolean }[]) => {
      for (const { draft, isSame } of found) {
        const { id, hash } = draft;
        settle.run({ id, hash, sentHash: isSame ? hash : notAsSent });
        sync.run(id);
      }
    }),
  });
}

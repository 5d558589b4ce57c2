import type { Refusal } from '../../../shared/draft/draft.ts';
import type { Db } from '../database.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** A draft that the directory took: the hash and the keys of what was sent, and when (ISO time). */
export interface SentDraft {
  id: number;
  hash: string;
  doiKey: string | null;
  urlKey: string | null;
  /** null: not known (yet); one known from before is kept. */
  remoteId: string | null;
  at: string;
}

/** A draft that the directory refused, or on which we gave up; `hash` is of what was sent, the draft's present one where absent. */
export interface RefusedDraft {
  id: number;
  refusal: Refusal;
  hash?: string;
}

/** What the upload queue tells the drafts; every function may be called inside a transaction of the caller. */
export interface DraftSync {
  /** Marks drafts as queued; answers those it marked: what is gone, in the trash or queued already is left out. */
  setQueued(ids: readonly number[]): number[];
  /** The directory has them now: `sent`, or `changed` where the draft was edited meanwhile. Removes an earlier refusal. */
  setSent(items: readonly SentDraft[]): void;
  /** Adds directory ids that were looked up after the send. */
  setRemoteId(id: number, remoteId: string): void;
  setRefused(item: RefusedDraft): void;
  setFailed(item: RefusedDraft): void;
  /** No longer queued, and nothing was sent: the state follows from the hashes again. */
  releaseQueued(ids: readonly number[]): void;
}

/**
 * The sync state of a draft that is not queued, as SQL over its columns: the last refusal counts while the content it
 * was about is unchanged, else the hash of what was sent tells. `hash` is the SQL of the draft's hash.
 */
export const syncFromHashes = (hash = 'hash') => `CASE
  WHEN refusal_hash = ${hash} THEN refusal_state
  WHEN sent_hash IS NULL THEN 'never'
  WHEN sent_hash = ${hash} THEN 'sent'
  ELSE 'changed' END`;

/**
 * Whether a row of drafts or applications was edited since it was refused or given up and has no error left, as SQL over
 * its columns: 0 or 1.
 */
export const retrySql = `(refusal_hash IS NOT NULL AND refusal_hash <> hash AND sync IN ('never', 'changed')
  AND readiness <> 'incomplete')`;

/** Keeps the sync state of drafts for the upload queue. */
export function createDraftSync(db: Db): DraftSync {
  const queue = db.prepare<[number]>(
    `UPDATE drafts SET sync = 'queued' WHERE id = ? AND sync <> 'queued' AND staged = 0 AND trashed_at IS NULL`,
  );
  const settle = db.prepare<[number]>(`UPDATE drafts SET sync = ${syncFromHashes()} WHERE id = ?`);
  const take = db.prepare<SentDraft>(
    `UPDATE drafts SET sent_hash = @hash, sent_doi_key = @doiKey, sent_url_key = @urlKey, sent_at = @at,
       remote_id = coalesce(@remoteId, remote_id), refusal = NULL, refusal_hash = NULL, refusal_state = NULL
     WHERE id = @id`,
  );
  const name = db.prepare<[string, number]>('UPDATE drafts SET remote_id = ? WHERE id = ?');
  const refuse = db.prepare<[string, string, string | null, number]>(
    'UPDATE drafts SET refusal = ?, refusal_state = ?, refusal_hash = coalesce(?, hash) WHERE id = ?',
  );
  const refuseAs = (state: 'refused' | 'failed') =>
    asWrite(db, ({ id, refusal, hash }: RefusedDraft) => {
      refuse.run(JSON.stringify(refusal), state, hash ?? null, id);
      settle.run(id);
    });
  return withStorageErrors<DraftSync>({
    setQueued: asWrite(db, (ids: readonly number[]) => ids.filter((id) => queue.run(id).changes > 0)),
    setSent: asWrite(db, (items: readonly SentDraft[]) => {
      for (const item of items) {
        take.run(item);
        settle.run(item.id);
      }
    }),
    setRemoteId: (id, remoteId) => void name.run(remoteId, id),
    setRefused: refuseAs('refused'),
    setFailed: refuseAs('failed'),
    releaseQueued: asWrite(db, (ids: readonly number[]) => {
      for (const id of ids) settle.run(id);
    }),
  });
}

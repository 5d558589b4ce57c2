import type { Refusal } from '../../../shared/draft/draft.ts';
import { notAsSent } from '../claims.ts';
import type { Db } from '../database.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** A draft that the directory accepted: the hash and the keys of the sent content, and the time (ISO). */
export interface SentDraft {
  id: number;
  hash: string;
  /** Hash of the content as the directory stores it; null: not known. */
  content: string | null;
  doiKey: string | null;
  urlKey: string | null;
  /** null: not known (yet); an id known earlier is kept. */
  remoteId: string | null;
  at: string;
}

/** The directory id of an article, found by the keys that it was sent with. */
interface FoundArticle {
  /** The draft that was sent. */
  id: number;
  doiKey: string | null;
  urlKey: string | null;
  remoteId: string;
}

/** A draft that was refused or failed; `hash` of the sent content, by default of the current content. */
export interface RefusedDraft {
  id: number;
  refusal: Refusal;
  hash?: string;
}

/** The upload queue's updates of drafts; every function may be called inside a transaction of the caller. */
export type DraftSync = ReturnType<typeof createDraftSync>;

/** The SQL of the sync state at rest: a refusal while its content is unchanged, else by the sent hash. */
export const syncFromHashes = (hash = 'hash') => `CASE
  WHEN refusal_hash = ${hash} THEN refusal_state
  WHEN sent_hash IS NULL THEN 'never'
  WHEN sent_hash = ${hash} THEN 'sent'
  ELSE 'changed' END`;

/** SQL over drafts or applications: 1 if edited since it was refused or failed, and without errors. */
export const retrySql = `(refusal_hash IS NOT NULL AND refusal_hash <> hash AND sync IN ('never', 'changed')
  AND readiness <> 'incomplete')`;

/** SQL over drafts: not ready if the directory refused it and nobody has changed it, whatever our rules say. */
export const readinessSql = `iif(sync = 'refused', 'incomplete', readiness)`;

/** SQL over drafts: their account's last comparison. An older copy of what is sent now must not replace it. */
export const lastComparisonSql =
  'coalesce((SELECT max(id) FROM comparisons WHERE account_id = drafts.account_id), 0)';

export function createDraftSync(db: Db) {
  const queue = db.prepare<[number]>(
    `UPDATE drafts SET sync = 'queued' WHERE id = ? AND sync <> 'queued' AND staged = 0 AND trashed_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.account_id = drafts.account_id
         AND d.remote_id = drafts.remote_id AND d.state IN ('waiting', 'deleting', 'unclear'))`,
  );
  const settle = db.prepare<[number]>(`UPDATE drafts SET sync = ${syncFromHashes()} WHERE id = ?`);
  const accept = (contents: string) =>
    db.prepare<SentDraft>(
      `UPDATE drafts SET ${contents}, sent_hash = @hash, sent_doi_key = @doiKey, sent_url_key = @urlKey, sent_at = @at,
         remote_id = coalesce(@remoteId, remote_id), refusal = NULL, refusal_hash = NULL, refusal_state = NULL
       WHERE id = @id`,
    );
  const send = accept(
    `sent_content = @content, taken_content = NULL, sent_after_comparison = ${lastComparisonSql}`,
  );
  const take = accept('sent_content = NULL, taken_content = @content');
  const adopt = db.prepare<{ id: number; remoteId: string; content: string | null }>(
    `UPDATE drafts SET remote_id = @remoteId, sent_content = NULL, taken_content = @content,
       sent_hash = CASE WHEN @content IS NULL AND sent_hash IS NOT NULL THEN '${notAsSent}' ELSE sent_hash END
     WHERE id = @id AND sync <> 'queued'`,
  );
  // An adopted draft has the id of another article, and no content that was sent.
  const nameFound = db.prepare<FoundArticle>(
    `UPDATE drafts SET remote_id = @remoteId WHERE id = @id AND sent_doi_key IS @doiKey AND sent_url_key IS @urlKey
       AND sent_content IS NOT NULL`,
  );
  const refuse = db.prepare<[string, string, string | null, number]>(
    'UPDATE drafts SET refusal = ?, refusal_state = ?, refusal_hash = coalesce(?, hash) WHERE id = ?',
  );
  const refuseAs = (state: 'refused' | 'failed') =>
    asWrite(db, ({ id, refusal, hash }: RefusedDraft) => {
      refuse.run(JSON.stringify(refusal), state, hash ?? null, id);
      settle.run(id);
    });
  const differ = db.prepare<[number]>(
    `UPDATE drafts SET sent_hash = '${notAsSent}' WHERE id = ? AND sent_hash IS NOT NULL AND sync <> 'queued'`,
  );
  const forgetting = `UPDATE drafts SET sent_hash = NULL, sent_content = NULL, taken_content = NULL, sent_doi_key = NULL,
         sent_url_key = NULL, sent_at = NULL, remote_id = NULL, refusal = NULL, refusal_hash = NULL, refusal_state = NULL,
         sync = CASE sync WHEN 'queued' THEN sync ELSE 'never' END`;
  const forget = db
    .prepare<[string, string], number>(`${forgetting} WHERE account_id = ? AND remote_id = ? RETURNING id`)
    .pluck();
  const forgetOne = db.prepare<[number]>(`${forgetting} WHERE id = ?`);
  const ofArticle = db
    .prepare<[string, string], number>(
      'SELECT id FROM drafts INDEXED BY drafts_by_remote WHERE account_id = ? AND remote_id = ? ORDER BY id',
    )
    .pluck();
  return withStorageErrors({
    /** Returns the drafts it marked: not those that are gone, in the trash, queued already, or about to be deleted there. */
    setQueued: asWrite(db, (ids: readonly number[]) => ids.filter((id) => queue.run(id).changes > 0)),
    /** `sent`, or `changed` if the draft was edited meanwhile; removes an earlier refusal. */
    setSent: asWrite(db, (items: readonly SentDraft[]) => {
      for (const item of items) {
        send.run(item);
        settle.run(item.id);
      }
    }),
    /** Like `setSent` for content that came from the directory. */
    setTaken: asWrite(db, (item: SentDraft) => {
      take.run(item);
      settle.run(item.id);
    }),
    /** The directory no longer has the article: its drafts count as never sent. Returns their ids. */
    setDeleted: (accountId: string, remoteId: string) => forget.all(accountId, remoteId),
    /** The same for one draft; returns false if it is gone. */
    setUnsent: (id: number) => forgetOne.run(id).changes > 0,
    /** All drafts of an article, also those in the trash. */
    ofArticle: (accountId: string, remoteId: string) => ofArticle.all(accountId, remoteId),
    /** The directory has other content than what was sent; returns false if it is being sent, or never was. */
    setDiffering: asWrite(db, (id: number) => {
      const isChanged = differ.run(id).changes > 0;
      settle.run(id);
      return isChanged;
    }),
    /** The draft is another article's from now on; `content` of that one, null if it differs from the draft. */
    setAdopted: asWrite(db, (article: { id: number; remoteId: string; content: string | null }) => {
      adopt.run(article);
      settle.run(article.id);
    }),
    /** Adds an id that was looked up after sending, unless the draft was stored with other keys since, or its article is another one by now. */
    setFoundId: (found: FoundArticle) => void nameFound.run(found),
    setRefused: refuseAs('refused'),
    setFailed: refuseAs('failed'),
    /** No longer queued, and nothing was sent: the state is derived from the hashes again. */
    releaseQueued: asWrite(db, (ids: readonly number[]) => {
      for (const id of ids) settle.run(id);
    }),
  });
}

import type { Deletion, DeletionState } from '../../../shared/draft/deletion.ts';
import type { Message } from '../../../shared/message.ts';
import type { Db } from '../database.ts';
import { inBatches } from '../inBatches.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** Articles that were or will be deleted from the directory; each function may join the caller's transaction. */
export type DeletionStore = ReturnType<typeof createDeletionStore>;

/** An article to delete; `draftId` null: the draft with its id, if there is one. */
export interface ArticleToDelete {
  remoteId: string;
  draftId: number | null;
  title: string;
  /** What a person saw of it (`seenArticle.ts`); null: nothing that could have changed. */
  seen: string | null;
}

/** The article of a draft; `hash`: of the draft's content. */
export interface DraftArticle extends ArticleToDelete {
  draftId: number;
  hash: string;
}

/** A deletion that is not finished. */
export interface OpenDeletion extends ArticleToDelete {
  id: number;
  accountId: string;
  state: 'waiting' | 'deleting' | 'unclear';
  attempts: number;
  /** A colleague wants it deleted, and it is queued here to be sent first. */
  isQueued: boolean;
}

/** SQL over drafts: when its article was deleted from the directory; null if it was not, or was sent again since. */
export const deletedAtSql = (
  drafts = 'drafts',
) => `CASE WHEN ${drafts}.sent_hash IS NULL THEN (SELECT max(gone.at)
  FROM deletions gone WHERE gone.draft_id = ${drafts}.id AND gone.state IN ('deleted', 'gone')) END`;

const openStates = `('waiting', 'deleting', 'unclear')`;
/** SQL: it is to be carried out or looked up; what a colleague queued is not the work of somebody who left the office. */
const isWork = `state IN ${openStates}
  AND (state <> 'waiting' OR person IS NULL OR EXISTS (SELECT 1 FROM office WHERE joined = 1))`;
/** SQL: the article is in the queue to be sent. */
const isDraftQueued = `EXISTS (SELECT 1 FROM drafts WHERE account_id = deletions.account_id
  AND remote_id = deletions.remote_id AND sync = 'queued')`;
/** SQL: one whose request was not carried out waits for another, unless it has been cancelled. */
const waitsAgain = `CASE is_cancelled WHEN 1 THEN 'cancelled' ELSE 'waiting' END`;
/** Drafts read or rows added in one batch. */
const batchSize = 200;

export function createDeletionStore(db: Db) {
  const insert = db.prepare<ArticleToDelete & { accountId: string; at: string }>(
    `INSERT INTO deletions (account_id, remote_id, draft_id, title, seen, at)
     SELECT @accountId, @remoteId, coalesce(@draftId, (SELECT id FROM drafts WHERE account_id = @accountId
       AND remote_id = @remoteId AND staged = 0 ORDER BY trashed_at IS NOT NULL, id LIMIT 1)), @title, @seen, @at
     WHERE length(@remoteId) <= 100 AND instr(@remoteId, char(0)) = 0
       AND NOT EXISTS (SELECT 1 FROM drafts WHERE account_id = @accountId AND remote_id = @remoteId AND sync = 'queued')
     ON CONFLICT (account_id, remote_id) WHERE state IN ${openStates}
       DO UPDATE SET is_cancelled = 0, seen = excluded.seen WHERE is_cancelled = 1 AND office_state IS NULL`,
  );
  const read = db.prepare<[string], DraftArticle & { remoteId: string | null; isQueued: number }>(
    `SELECT d.id draftId, d.remote_id remoteId, title, hash, sync = 'queued' isQueued,
       (SELECT 'content ' || i.sent_content FROM upload_items i WHERE i.draft_id = d.id AND i.state = 'done'
         AND i.sent_hash = d.sent_hash ORDER BY i.id DESC LIMIT 1) seen
     FROM json_each(?) asked CROSS JOIN drafts d ON d.id = asked.value WHERE staged = 0 ORDER BY asked.key`,
  );
  const columns = `id, account_id accountId, remote_id remoteId, draft_id draftId, title, state`;
  const next = db.prepare<[string, string], Omit<OpenDeletion, 'isQueued'> & { isQueued: number }>(
    `SELECT ${columns}, seen, attempts, person IS NOT NULL AND ${isDraftQueued} isQueued FROM deletions
     WHERE account_id = ? AND ${isWork}
     ORDER BY state = 'waiting' AND isQueued, id IN (SELECT value FROM json_each(?)), state = 'waiting', id LIMIT 1`,
  );
  const claim = db.prepare<{ id: number; versionId: number; at: string }>(
    `UPDATE deletions SET state = 'deleting', attempts = attempts + 1, version_id = @versionId, message = NULL, at = @at
     WHERE id = @id AND state = 'waiting' AND NOT ${isDraftQueued}`,
  );
  const settle = db.prepare<{ id: number; state: DeletionState; message: string | null; at: string }>(
    `UPDATE deletions SET state = @state, message = @message, at = @at WHERE id = @id AND state IN ${openStates}`,
  );
  const release = db.prepare<[string, number]>(
    `UPDATE deletions SET state = ${waitsAgain}, attempts = attempts - 1, at = ? WHERE id = ? AND state = 'deleting'`,
  );
  const notDone = db.prepare<[string, number]>(
    `UPDATE deletions SET state = ${waitsAgain}, at = ? WHERE id = ? AND state IN ${openStates}`,
  );
  const forgetOthers = db.prepare<[number]>(
    `DELETE FROM deletions WHERE id = ? AND state = 'waiting' AND NOT (${isWork})`,
  );
  const waitAgain = asWrite(db, (statement: typeof release, id: number, at: string) => {
    statement.run(at, id);
    forgetOthers.run(id);
  });
  const isCancelled = db.prepare<[number], number>('SELECT is_cancelled FROM deletions WHERE id = ?').pluck();
  const cancelWaiting = db.prepare<[string, string]>(
    `UPDATE deletions SET state = 'cancelled', at = ? WHERE account_id = ? AND state = 'waiting' AND person IS NULL`,
  );
  const cancelUnderWay = db.prepare<[string]>(
    `UPDATE deletions SET is_cancelled = 1 WHERE account_id = ? AND state IN ('deleting', 'unclear') AND person IS NULL`,
  );
  const cancel = asWrite(db, (accountId: string, at: string) => {
    cancelUnderWay.run(accountId);
    return cancelWaiting.run(at, accountId).changes;
  });
  const list = db.prepare<[string, number, number], DeletionRow>(
    `SELECT ${columns}, message, at, person,
       EXISTS (SELECT 1 FROM earlier_versions v WHERE v.id = version_id) hasSnapshot
     FROM deletions WHERE account_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`,
  );
  const counts = db.prepare<[string], { total: number; open: number }>(
    `SELECT count(*) total, count(*) FILTER (WHERE state IN ${openStates}) open FROM deletions WHERE account_id = ?`,
  );
  const accounts = db
    .prepare<[], string>(`SELECT DISTINCT account_id FROM deletions WHERE ${isWork}`)
    .pluck();
  const restorable = db.prepare<[number], { accountId: string; versionId: number; draftId: number | null }>(
    `SELECT account_id accountId, version_id versionId, draft_id draftId FROM deletions
     WHERE id = ? AND state IN ('deleted', 'gone') AND version_id IS NOT NULL`,
  );
  const setDraft = db.prepare<[number, number]>('UPDATE deletions SET draft_id = ? WHERE id = ?');
  const addSlice = asWrite(db, (accountId: string, articles: readonly ArticleToDelete[], at: string) =>
    articles.reduce((count, one) => count + insert.run({ ...one, accountId, at }).changes, 0),
  );

  return withStorageErrors({
    /**
     * Returns how many were added: not those that are being sent or deleted already, nor one that was cancelled during its
     * request, as the office knows, before the outcome of that is known.
     */
    async add(accountId: string, articles: readonly ArticleToDelete[], at: string) {
      let count = 0;
      const add = (slice: readonly ArticleToDelete[]) => {
        count += addSlice(accountId, slice, at);
      };
      await inBatches(articles, add, { size: batchSize });
      return count;
    },
    /** The directory articles of drafts, and the number of drafts that are being sent or have no known article. */
    async articlesOf(ids: readonly number[]) {
      const found = { articles: [] as DraftArticle[], queued: 0, unknown: 0 };
      const readSlice = (slice: readonly number[]) => {
        for (const { isQueued, ...one } of read.all(JSON.stringify(slice))) {
          if (isQueued === 1) found.queued += 1;
          else if (one.remoteId === null) found.unknown += 1;
          else found.articles.push(one);
        }
      };
      await inBatches(ids, readSlice, { size: batchSize });
      return found;
    },
    /** The next one to work on: those whose outcome is unknown come first, those in `last` last. */
    next(accountId: string, last: ReadonlySet<number> = new Set()): OpenDeletion | null {
      const found = next.get(accountId, JSON.stringify([...last]));
      return found ? { ...found, isQueued: found.isQueued === 1 } : null;
    },
    /** Marks one as sent, with its snapshot; false if it was cancelled or its article is being sent meanwhile. */
    claim: (id: number, versionId: number, at: string) => claim.run({ id, versionId, at }).changes > 0,
    /** The request was certainly not carried out, so it does not count. */
    release: (id: number, at: string) => waitAgain(release, id, at),
    /** Returns false if it is over. */
    settle: (id: number, state: DeletionState, at: string, message: Message | null = null) =>
      settle.run({ id, state, at, message: message && JSON.stringify(message) }).changes > 0,
    /** The request was not carried out although it may have arrived. */
    notDone: (id: number, at: string) => waitAgain(notDone, id, at),
    /** It was cancelled while it was being sent. */
    isCancelled: (id: number) => isCancelled.get(id) === 1,
    /**
     * Cancels everything except what colleagues queued; returns how many were waiting. One whose request is under way is
     * cancelled if that is not carried out.
     */
    cancel,
    list(accountId: string, { offset, limit }: { offset: number; limit: number }) {
      const rows = list.all(accountId, limit, offset);
      return { ...counts.get(accountId)!, deletions: rows.map(toDeletion) };
    },
    /** The accounts with unfinished deletions. */
    accounts: () => accounts.all(),
    /** A deletion with a snapshot; null if there is none. */
    restorable: (id: number) => restorable.get(id) ?? null,
    setDraft: (id: number, draftId: number) => void setDraft.run(draftId, id),
  });
}

type DeletionRow = Omit<Deletion, 'message' | 'hasSnapshot'> & {
  accountId: string;
  message: string | null;
  hasSnapshot: number;
};

function toDeletion({ accountId: _, message, hasSnapshot, ...row }: DeletionRow): Deletion {
  return {
    ...row,
    hasSnapshot: hasSnapshot === 1,
    message: message === null ? null : (storedJson(message) as Message),
  };
}

import type { Db } from '../database.ts';
import { asWrite } from '../write.ts';

export type QueueStore = ReturnType<typeof createQueueStore>;

/** SQL: an item of the draft is still to be sent or looked up. */
const isOpen = `SELECT 1 FROM upload_items i JOIN uploads u ON u.id = i.upload_id
  WHERE i.draft_id = b.local_id AND (u.state = 'running' OR i.state <> 'queued')
    AND i.state IN ('queued', 'sending', 'accepted', 'unsure')`;
/** SQL: its outcome is not in the office yet. */
const isWaiting = `SELECT 1 FROM office_outbox o WHERE o.kind = b.kind AND o.local_id = b.local_id`;

/** SQL: the last answer of the directory about the draft. */
const outcome = `coalesce(d.sent_at, '') || ' ' || coalesce(d.refusal_hash, '')`;

/** An article to be added to the office's queue, with what the directory had answered until then. */
export interface QueuedArticle {
  officeId: string;
  outcome: string;
}

/** An article that somebody else queued; `isOver`: since then, the directory has answered about its present content. */
export interface OfferedArticle {
  draftId: number;
  isOver: 0 | 1;
}

/** The share of a data folder in the queue of its office; records by their ids there. */
export function createQueueStore(db: Db) {
  const toAdd = db.prepare<[string, number], QueuedArticle>(
    `SELECT b.office_id officeId, ${outcome} outcome
       FROM uploads u JOIN upload_items i ON i.upload_id = u.id AND i.state = 'queued'
         JOIN office_base b ON b.kind = 'article' AND b.local_id = i.draft_id AND b.version > 0
         JOIN drafts d ON d.id = i.draft_id
       WHERE u.account_id = ? AND u.state = 'running'
         AND NOT EXISTS (SELECT 1 FROM office_queued q WHERE q.office_id = b.office_id)
         AND NOT EXISTS (SELECT 1 FROM office_adopted a WHERE a.office_id = b.office_id)
       ORDER BY u.id, i.position LIMIT ?`,
  );
  const add = db.prepare<[string]>('INSERT OR IGNORE INTO office_queued (office_id) VALUES (?)');
  const ended = (table: string) =>
    db
      .prepare<[number], string>(
        `SELECT q.office_id FROM ${table} q LEFT JOIN office_base b USING (office_id)
         WHERE NOT EXISTS (${isOpen}) AND NOT EXISTS (${isWaiting}) LIMIT ?`,
      )
      .pluck();
  const ownEnded = ended('office_queued');
  const adoptedEnded = ended('(SELECT * FROM office_adopted WHERE upload_id IS NOT NULL)');
  const own = db.prepare<[], string>('SELECT office_id FROM office_queued').pluck();
  const remove = db.prepare<[string]>('DELETE FROM office_queued WHERE office_id = ?');
  const adopted = db.prepare<[], { officeId: string; uploadId: number | null }>(
    'SELECT office_id officeId, upload_id uploadId FROM office_adopted',
  );
  const isAdopted = db.prepare<[string], number>('SELECT 1 FROM office_adopted WHERE office_id = ?').pluck();
  const offer = db.prepare<[string]>('INSERT OR IGNORE INTO office_adopted (office_id) VALUES (?)');
  const giveUp = db.prepare<[string]>('DELETE FROM office_adopted WHERE office_id = ?');
  const giveUpUpload = db.prepare<[number]>('DELETE FROM office_adopted WHERE upload_id = ?');
  const forgetOffers = db.prepare('DELETE FROM office_adopted WHERE upload_id IS NULL');
  const setUpload = db.prepare<[number, number]>(
    `UPDATE office_adopted SET upload_id = ? WHERE upload_id IS NULL
       AND office_id = (SELECT office_id FROM office_base WHERE kind = 'article' AND local_id = ?)`,
  );
  const draftOf = db.prepare<[string, string], OfferedArticle>(
    `SELECT d.id draftId, d.sync IN ('sent', 'refused', 'failed') AND ${outcome} <> ? isOver
       FROM office_base b JOIN drafts d ON d.id = b.local_id WHERE b.office_id = ? AND b.kind = 'article'
         AND NOT EXISTS (SELECT 1 FROM office_queued q WHERE q.office_id = b.office_id)
         AND NOT EXISTS (SELECT 1 FROM office_adopted a WHERE a.office_id = b.office_id)
         AND NOT EXISTS (${isOpen})`,
  );
  const each = <A extends unknown[]>(run: (...given: A) => unknown) =>
    asWrite(db, (rows: readonly A[]) => {
      for (const row of rows) run(...row);
    });
  const addEach = each((id: string) => add.run(id));
  const removeEach = each((id: string) => remove.run(id));
  const giveUpEach = each((id: string) => giveUp.run(id));
  const offerEach = each((id: string) => offer.run(id));
  const setUploads = each((uploadId: number, draftId: number) => setUpload.run(uploadId, draftId));
  return {
    /** Queued articles of the account's own uploads that the office's queue lacks, in order. */
    toAdd: (accountId: string, limit: number) => toAdd.all(accountId, limit),
    own: () => own.all(),
    add: (ids: readonly string[]) => addEach(ids.map((id) => [id])),
    /** Own articles that are no longer queued here, and adopted ones that were sent or refused. */
    ownEnded: (limit: number) => ownEnded.all(limit),
    adoptedEnded: (limit: number) => adoptedEnded.all(limit),
    remove: (ids: readonly string[]) => removeEach(ids.map((id) => [id])),
    giveUp: (ids: readonly string[]) => giveUpEach(ids.map((id) => [id])),
    giveUpUpload: (uploadId: number) => void giveUpUpload.run(uploadId),
    adopted: () => adopted.all(),
    /** Those of these articles that somebody else queued. */
    adoptedOf: (ids: readonly string[]) => ids.filter((id) => isAdopted.get(id) === 1),
    /** The draft here of an article that somebody else queued; null if there is none, or it is queued here already. */
    draftOf: (id: string, outcomeBefore: string) => draftOf.get(outcomeBefore, id) ?? null,
    offer: (ids: readonly string[]) => offerEach(ids.map((id) => [id])),
    /** Forgets articles of which no upload was made: the program ended, or nothing of them could be sent. */
    forgetOffers: () => void forgetOffers.run(),
    setUpload: (uploadId: number, draftIds: readonly number[]) =>
      setUploads(draftIds.map((id) => [uploadId, id])),
  };
}

import type { Db } from '../database.ts';
import { isThere } from '../uploads/uploadItemQueue.ts';
import { asWrite } from '../write.ts';

export type QueueStore = ReturnType<typeof createQueueStore>;

const openIf = (upload: string, application: string) => `SELECT 1 FROM upload_items i
  JOIN uploads u ON u.id = i.upload_id
  WHERE b.kind = 'article' AND i.draft_id = b.local_id AND (u.state = 'running' OR i.state <> 'queued')
    AND i.state IN ('queued', 'sending', 'accepted', 'unsure') AND ${upload}
  UNION ALL SELECT 1 FROM applications a WHERE b.kind = 'application' AND a.id = b.local_id
    AND a.sync IN ('queued', 'sending', 'unsure') AND ${application}`;
/** SQL: an item of the draft, or the application, is still to be sent or looked up. */
const isOpen = openIf('true', 'true');
/** SQL: the same, and nobody cancelled it. */
const isWanted = openIf(`u.state <> 'cancelled'`, 'a.is_cancelled = 0');
/** SQL: its outcome is not in the office yet. */
const isWaiting = `SELECT 1 FROM office_outbox o WHERE o.kind = b.kind AND o.local_id = b.local_id`;

/** SQL over drafts or applications: the directory's last answer; every answer has a different time. */
const outcome = `coalesce(d.sent_at, '') || ' ' || coalesce(json_extract(d.refusal, '$.at'), '')`;
/** SQL over a row of `office_base`: its queuing is known here. */
const isKnown = `EXISTS (SELECT 1 FROM office_queued q WHERE q.office_id = b.office_id)
  OR EXISTS (SELECT 1 FROM office_adopted a WHERE a.office_id = b.office_id)`;

/** A record to add to the office's queue, with the directory's last answer until then. */
export interface QueuedRecord {
  officeId: string;
  outcome: string;
  /** The hash of the content that the person confirmed; empty: nothing that may be sent now. */
  content: string;
  /** Of an Update Request, the open one that the person saw it replace at the directory. */
  openId: string | null;
  /** For an application, the number of ignored values that the person saw. */
  seenIgnored: number;
}

/** A record that somebody else queued; `isOver`: the directory has since answered about its current content. */
export interface OfferedRecord {
  kind: 'article' | 'application';
  localId: number;
  isOver: 0 | 1;
  /** Of its present content. */
  hash: string;
}

/** A data folder's part in the queue of its office; records by their ids there. */
export function createQueueStore(db: Db) {
  const toAdd = db.prepare<[string, string, number], QueuedRecord>(
    `SELECT officeId, outcome, content, openId, seenIgnored FROM (
       SELECT b.office_id officeId, ${outcome} outcome,
         CASE WHEN i.was_there AND NOT ${isThere} THEN '' ELSE coalesce(i.confirmed_hash, '') END content,
         NULL openId, 0 seenIgnored, u.id run, i.position
       FROM uploads u JOIN upload_items i ON i.upload_id = u.id AND i.state = 'queued'
         JOIN office_base b ON b.kind = 'article' AND b.local_id = i.draft_id AND b.version > 0
         JOIN drafts d ON d.id = i.draft_id
       WHERE u.account_id = ? AND u.state = 'running' AND NOT (${isKnown})
       UNION ALL SELECT b.office_id, ${outcome}, coalesce(d.confirmed_hash, ''), d.confirmed_open_id, d.seen_ignored, 0,
         d.due_ms
       FROM applications d JOIN office_base b ON b.kind = 'application' AND b.local_id = d.id AND b.version > 0
       WHERE d.account_id = ? AND d.sync = 'queued' AND d.is_cancelled = 0 AND NOT (${isKnown})
     ) ORDER BY run, position LIMIT ?`,
  );
  const add = db.prepare<[string]>('INSERT OR IGNORE INTO office_queued (office_id) VALUES (?)');
  const ended = (table: string, isUnfinished: string) =>
    db
      .prepare<[number], string>(
        `SELECT q.office_id FROM ${table} q LEFT JOIN office_base b USING (office_id)
         WHERE NOT EXISTS (${isUnfinished}) AND NOT EXISTS (${isWaiting}) LIMIT ?`,
      )
      .pluck();
  const ownEnded = ended('office_queued', isWanted);
  const adoptedEnded = ended(
    `(SELECT a.* FROM office_adopted a JOIN office_base k USING (office_id)
      WHERE a.upload_id IS NOT NULL OR k.kind = 'application')`,
    isOpen,
  );
  const own = db.prepare<[], string>('SELECT office_id FROM office_queued').pluck();
  const remove = db.prepare<[string]>('DELETE FROM office_queued WHERE office_id = ?');
  const adopted = db.prepare<[], { officeId: string; uploadId: number | null; applicationId: number | null }>(
    `SELECT office_id officeId, upload_id uploadId, CASE kind WHEN 'application' THEN local_id END applicationId
     FROM office_adopted LEFT JOIN office_base USING (office_id)`,
  );
  const isAdopted = db.prepare<[string], number>('SELECT 1 FROM office_adopted WHERE office_id = ?').pluck();
  const offer = db.prepare<[string]>('INSERT OR IGNORE INTO office_adopted (office_id) VALUES (?)');
  const giveUp = db.prepare<[string]>('DELETE FROM office_adopted WHERE office_id = ?');
  const giveUpEvery = db.prepare('DELETE FROM office_adopted');
  const giveUpUpload = db.prepare<[number]>('DELETE FROM office_adopted WHERE upload_id = ?');
  const forgetOffers = db.prepare(
    `DELETE FROM office_adopted WHERE upload_id IS NULL
       AND office_id NOT IN (SELECT office_id FROM office_base WHERE kind = 'application')`,
  );
  const setUntried = db.prepare<[string]>('UPDATE office_adopted SET upload_id = NULL WHERE office_id = ?');
  // Whoever queued it may have removed it a moment ago: then it must not count as queued by this person.
  const setUpload = db.prepare<[number, number]>(
    `INSERT INTO office_adopted (upload_id, office_id)
     SELECT ?, office_id FROM office_base WHERE kind = 'article' AND local_id = ?
     ON CONFLICT (office_id) DO UPDATE SET upload_id = excluded.upload_id WHERE upload_id IS NULL`,
  );
  const offeredOf = (kind: OfferedRecord['kind'], table: string) =>
    db.prepare<[string, string], OfferedRecord>(
      `SELECT b.kind, d.id localId, d.sync IN ('sent', 'refused', 'failed') AND ${outcome} <> ? isOver, d.hash
       FROM office_base b JOIN ${table} d ON d.id = b.local_id
       WHERE b.office_id = ? AND b.kind = '${kind}' AND NOT (${isKnown}) AND NOT EXISTS (${isOpen})`,
    );
  const offered = [offeredOf('article', 'drafts'), offeredOf('application', 'applications')];
  const adoptApplication = db.prepare<[number]>(
    `INSERT OR IGNORE INTO office_adopted (office_id)
     SELECT office_id FROM office_base WHERE kind = 'application' AND local_id = ?`,
  );
  const each = <A extends unknown[]>(run: (...given: A) => unknown) =>
    asWrite(db, (rows: readonly A[]) => {
      for (const row of rows) run(...row);
    });
  const addEach = each((id: string) => add.run(id));
  const removeEach = each((id: string) => remove.run(id));
  const giveUpEach = each((id: string) => giveUp.run(id));
  const setUntriedEach = each((id: string) => setUntried.run(id));
  const offerEach = each((id: string) => offer.run(id));
  const setUploads = each((uploadId: number, draftId: number) => setUpload.run(uploadId, draftId));
  return {
    /**
     * The account's queued applications, and articles of its own uploads, that are missing from the office's queue, in
     * order.
     */
    toAdd: (accountId: string, limit: number) => toAdd.all(accountId, accountId, limit),
    own: () => own.all(),
    add: (ids: readonly string[]) => addEach(ids.map((id) => [id])),
    /** Own records that are no longer queued here, and adopted ones that were sent or refused. */
    ownEnded: (limit: number) => ownEnded.all(limit),
    adoptedEnded: (limit: number) => adoptedEnded.all(limit),
    remove: (ids: readonly string[]) => removeEach(ids.map((id) => [id])),
    giveUp: (ids: readonly string[]) => giveUpEach(ids.map((id) => [id])),
    /** These articles of others stay in the office's queue, but are not sent from here before the next connection. */
    setUntried: (ids: readonly string[]) => setUntriedEach(ids.map((id) => [id])),
    /** Nothing here is sent for somebody else any more. */
    giveUpAll: () => void giveUpEvery.run(),
    giveUpUpload: (uploadId: number) => void giveUpUpload.run(uploadId),
    adopted: () => adopted.all(),
    /** Those of these records that somebody else queued. */
    adoptedOf: (ids: readonly string[]) => ids.filter((id) => isAdopted.get(id) === 1),
    /** The row here of a record that somebody else queued; null if there is none, or it is queued here already. */
    offered(id: string, outcomeBefore: string): OfferedRecord | null {
      for (const statement of offered) {
        const found = statement.get(outcomeBefore, id);
        if (found) return found;
      }
      return null;
    },
    /** Notes that these applications are queued here for somebody else; for transactions of the caller. */
    adoptApplications(ids: readonly number[]): void {
      for (const id of ids) adoptApplication.run(id);
    },
    offer: (ids: readonly string[]) => offerEach(ids.map((id) => [id])),
    /** Removes articles for which no upload was created: the program ended, or none of them could be sent. */
    forgetOffers: () => void forgetOffers.run(),
    setUpload: (uploadId: number, draftIds: readonly number[]) =>
      setUploads(draftIds.map((id) => [uploadId, id])),
  };
}

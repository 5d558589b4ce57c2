import { overStates } from '../../../shared/upload/overUploads.ts';
import { isOneOf } from '../columns.ts';
import type { Db } from '../database.ts';
import { confirmedOf } from '../uploads/uploadItemQueue.ts';
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
/** SQL over a row of `office_base`: it was queued here, and is in the office's queue. */
const isOwn = (more = '') => `EXISTS (SELECT 1 FROM office_queued q WHERE q.office_id = b.office_id${more})`;
/** SQL over a row of `office_base`: somebody else queued it, and it is sent from here. */
const isAdopted = (more = '') =>
  `EXISTS (SELECT 1 FROM office_adopted a WHERE a.office_id = b.office_id${more})`;
/** SQL over a row of `office_base`: the office's queue lacks it, or has something else of it than the person confirmed. */
const isToAdd = (isSame: string) => `NOT ${isOwn(` AND ${isSame}`)} AND NOT ${isAdopted()}`;
/** SQL: what the person confirmed of an application. */
const confirmedApplication = `coalesce(d.confirmed_hash, '')`;

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

/** An entry of the office's queue. Its person takes another position with another content. */
export interface QueueEntry {
  /** Of its record in the office. */
  id: string;
  position: number;
  /** The directory's last answer before it. */
  outcome: string;
}

/** An entry of somebody else that is sent from here. */
export type AdoptedEntry = Pick<QueueEntry, 'id' | 'position'>;

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
       SELECT b.office_id officeId, ${outcome} outcome, ${confirmedOf('i')} content, NULL openId, 0 seenIgnored,
         u.id run, i.position
       FROM uploads u JOIN upload_items i ON i.upload_id = u.id AND i.state = 'queued'
         JOIN office_base b ON b.kind = 'article' AND b.local_id = i.draft_id AND b.version > 0
         JOIN drafts d ON d.id = i.draft_id
       WHERE u.account_id = ? AND u.state = 'running' AND ${isToAdd(`q.content = ${confirmedOf('i')}`)}
       UNION ALL SELECT b.office_id, ${outcome}, ${confirmedApplication}, d.confirmed_open_id, d.seen_ignored, 0,
         d.due_ms
       FROM applications d JOIN office_base b ON b.kind = 'application' AND b.local_id = d.id AND b.version > 0
       WHERE d.account_id = ? AND d.sync = 'queued' AND d.is_cancelled = 0
         AND ${isToAdd(`(q.content, q.open_id, q.seen_ignored)
           IS (${confirmedApplication}, d.confirmed_open_id, d.seen_ignored)`)}
     ) ORDER BY run, position LIMIT ?`,
  );
  const add = db.prepare<Told>(
    `INSERT OR REPLACE INTO office_queued (office_id, content, open_id, seen_ignored)
     VALUES (@officeId, @content, @openId, @seenIgnored)`,
  );
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
  const adopted = db.prepare<{ accountId: string }, AdoptedRecord>(
    `SELECT q.office_id id, q.position, q.upload_id uploadId,
       CASE WHEN b.kind = 'application' AND EXISTS (${isOpen}) THEN b.local_id END applicationId
     FROM office_adopted q LEFT JOIN office_base b USING (office_id) LEFT JOIN uploads u ON u.id = q.upload_id
     WHERE coalesce(b.account_id, u.account_id, @accountId) = @accountId`,
  );
  const adoptedEntry = db.prepare<[string], AdoptedEntry>(
    'SELECT office_id id, position FROM office_adopted WHERE office_id = ?',
  );
  const offer = db.prepare<AdoptedEntry>(
    'INSERT OR IGNORE INTO office_adopted (office_id, position) VALUES (@id, @position)',
  );
  const giveUp = db.prepare<[string]>('DELETE FROM office_adopted WHERE office_id = ?');
  const giveUpEvery = db.prepare('DELETE FROM office_adopted');
  const giveUpOver = db.prepare<[string]>(
    `DELETE FROM office_adopted WHERE office_id = ?
       AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.id = upload_id AND NOT ${isOneOf('u.state', overStates)})`,
  );
  const forgetOffers = db.prepare(
    `DELETE FROM office_adopted WHERE upload_id IS NULL
       AND office_id NOT IN (SELECT office_id FROM office_base WHERE kind = 'application')`,
  );
  const setUntried = db.prepare<[string]>('UPDATE office_adopted SET upload_id = NULL WHERE office_id = ?');
  // The offer may have been forgotten at a new connection: the article must not count as queued by this person.
  const setUpload = db.prepare<[number, number, number]>(
    `INSERT INTO office_adopted (upload_id, position, office_id)
     SELECT ?, ?, office_id FROM office_base WHERE kind = 'article' AND local_id = ?
     ON CONFLICT (office_id) DO UPDATE SET upload_id = excluded.upload_id, position = excluded.position
       WHERE upload_id IS NULL`,
  );
  const offeredOf = (kind: OfferedRecord['kind'], table: string) =>
    db.prepare<QueueEntry, OfferedRecord>(
      `SELECT b.kind, d.id localId, d.sync IN ('sent', 'refused', 'failed') AND ${outcome} <> @outcome isOver, d.hash
       FROM office_base b JOIN ${table} d ON d.id = b.local_id
       WHERE b.office_id = @id AND b.kind = '${kind}' AND NOT ${isOwn()}
         AND NOT ${isAdopted(' AND a.position = @position')} AND NOT EXISTS (${isOpen})`,
    );
  const offered = [offeredOf('article', 'drafts'), offeredOf('application', 'applications')];
  const adoptApplication = db.prepare<[number, number]>(
    `INSERT OR REPLACE INTO office_adopted (position, office_id)
     SELECT ?, office_id FROM office_base WHERE kind = 'application' AND local_id = ?`,
  );
  const each = <A extends unknown[]>(run: (...given: A) => unknown) =>
    asWrite(db, (rows: readonly A[]) => {
      for (const row of rows) run(...row);
    });
  const addEach = each((told: Told) => add.run(told));
  const removeEach = each((id: string) => remove.run(id));
  const giveUpEach = each((id: string) => giveUp.run(id));
  const giveUpOverEach = each((id: string) => giveUpOver.run(id));
  const setUntriedEach = each((id: string) => setUntried.run(id));
  const offerEach = each((entry: AdoptedEntry) => offer.run(entry));
  return {
    /**
     * The account's queued applications, and articles of its own uploads, that are missing from the office's queue, or in it
     * with another content, in order.
     */
    toAdd: (accountId: string, limit: number) => toAdd.all(accountId, accountId, limit),
    own: () => own.all(),
    /** These are in the office's queue as they are here. */
    add: (records: readonly Told[]) => addEach(records.map((record) => [record])),
    /** Own records that are no longer queued here, and adopted ones that were sent or refused. */
    ownEnded: (limit: number) => ownEnded.all(limit),
    adoptedEnded: (limit: number) => adoptedEnded.all(limit),
    remove: (ids: readonly string[]) => removeEach(ids.map((id) => [id])),
    giveUp: (ids: readonly string[]) => giveUpEach(ids.map((id) => [id])),
    /** These articles of others stay in the office's queue, but are not sent from here before the next connection. */
    setUntried: (ids: readonly string[]) => setUntriedEach(ids.map((id) => [id])),
    /** Nothing here is sent for somebody else any more. */
    giveUpAll: () => void giveUpEvery.run(),
    /** The same of these articles, except those whose upload goes on: they would count as queued by this person. */
    giveUpOver: (ids: readonly string[]) => giveUpOverEach(ids.map((id) => [id])),
    /** The account's records that somebody else queued, and those that are gone here. */
    adopted: (accountId: string) => adopted.all({ accountId }),
    /** The entries of those of these records that somebody else queued. */
    adoptedOf: (ids: readonly string[]) => ids.flatMap((id) => adoptedEntry.get(id) ?? []),
    /** The row here of a record that somebody else queued; null if there is none, or it is queued here already. */
    offered(entry: QueueEntry): OfferedRecord | null {
      for (const statement of offered) {
        const found = statement.get(entry);
        if (found) return found;
      }
      return null;
    },
    /** Notes that these applications are queued here for somebody else; for transactions of the caller. */
    adoptApplications(entries: readonly { id: number; position: number }[]): void {
      for (const { id, position } of entries) adoptApplication.run(position, id);
    },
    offer: (entries: readonly AdoptedEntry[]) => offerEach(entries.map((entry) => [entry])),
    /** Removes articles for which no upload was created: the program ended, or none of them could be sent. */
    forgetOffers: () => void forgetOffers.run(),
    /** Notes that an upload sends these articles for somebody else; for transactions of the caller. */
    setUpload(uploadId: number, drafts: readonly AdoptedDraft[]): void {
      for (const { draftId, position } of drafts) setUpload.run(uploadId, position, draftId);
    },
  };
}

type Told = Omit<QueuedRecord, 'outcome'>;

interface AdoptedRecord extends AdoptedEntry {
  uploadId: number | null;
  /** An application that is still to be sent or looked up. */
  applicationId: number | null;
}

interface AdoptedDraft {
  draftId: number;
  position: number;
}

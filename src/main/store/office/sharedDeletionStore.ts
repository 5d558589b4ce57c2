import { randomUUID } from 'node:crypto';
import type { DeletionState } from '../../../shared/draft/deletion.ts';
import type { Message } from '../../../shared/message.ts';
import type { Db } from '../database.ts';
import { createDraftSync } from '../drafts/draftSync.ts';
import { asWrite } from '../write.ts';

/** A deletion as the office has it; it does not know whether a request is under way. */
export interface SharedDeletion {
  id: string;
  remoteId: string;
  title: string;
  /** What the person saw of the article; null: nothing that could have changed. */
  seen: string | null;
  /** The colleague who queued it; null: oneself. */
  person: string | null;
  state: Exclude<DeletionState, 'deleting' | 'unclear'>;
  message: Message | null;
  /** ISO, by the clock of the database. */
  at: string;
  seq: number;
}

/** A deletion that is over here, and not in the office. */
export interface EndedDeletion {
  officeId: string;
  state: SharedDeletion['state'];
  /** JSON. */
  message: string | null;
  /** The fencing token of its request; null: none was sent from here. */
  token: number | null;
}

export type SharedDeletionStore = ReturnType<typeof createSharedDeletionStore>;

const isOpen = `state IN ('waiting', 'deleting', 'unclear')`;
/** SQL: open, and not cancelled by its owner. */
const isWanted = `${isOpen} AND is_cancelled = 0`;

/** The deletions of a data folder that its office shares. */
export function createSharedDeletionStore(db: Db) {
  const lastSeq = db
    .prepare<[string], number>('SELECT last_deletion FROM office_accounts WHERE account_id = ?')
    .pluck();
  const setSeq = db.prepare<[number, string]>(
    'UPDATE office_accounts SET last_deletion = ? WHERE account_id = ?',
  );
  const nameless = db
    .prepare<[string, number], number>(
      `SELECT id FROM deletions WHERE account_id = ? AND ${isWanted} AND office_id IS NULL ORDER BY id LIMIT ?`,
    )
    .pluck();
  const setId = db.prepare<[string, number]>('UPDATE deletions SET office_id = ? WHERE id = ?');
  const toAdd = db.prepare<[string, number], Pick<SharedDeletion, 'id' | 'remoteId' | 'title' | 'seen'>>(
    `SELECT office_id id, remote_id remoteId, title, seen FROM deletions
     WHERE account_id = ? AND ${isWanted} AND office_id IS NOT NULL AND office_state IS NULL ORDER BY deletions.id LIMIT ?`,
  );
  const ended = db.prepare<[string, number], EndedDeletion>(
    `SELECT office_id officeId, state, message, token FROM deletions LEFT JOIN office_in_flight USING (office_id)
     WHERE account_id = ? AND office_state = 'waiting' AND NOT ${isOpen} ORDER BY id LIMIT ?`,
  );
  const cancelled = db
    .prepare<[string, number], string>(
      `SELECT office_id FROM deletions WHERE account_id = ? AND office_state = 'waiting' AND is_cancelled = 1
         AND (${isOpen} OR state = 'refused') ORDER BY id LIMIT ?`,
    )
    .pluck();
  const isKnown = db.prepare<[string], number>('SELECT 1 FROM deletions WHERE office_id = ?').pluck();
  // The same article was queued in the office first.
  const link = db.prepare<Row>(
    `UPDATE deletions SET office_id = @id, seen = @seen, is_cancelled = 0
     WHERE account_id = @accountId AND remote_id = @remoteId AND ${isOpen} AND office_state IS NULL`,
  );
  const insert = db.prepare<Row>(
    `INSERT OR IGNORE INTO deletions (account_id, remote_id, draft_id, title, seen, state, message, at, office_id)
     SELECT @accountId, @remoteId, (SELECT id FROM drafts WHERE account_id = @accountId AND remote_id = @remoteId
       AND staged = 0 ORDER BY trashed_at IS NOT NULL, id LIMIT 1), @title, @seen, @state, @message, @at, @id`,
  );
  const note = db.prepare<Row>(
    'UPDATE deletions SET office_state = @state, person = @person WHERE office_id = @id',
  );
  // One that its owner cancels may be under way elsewhere: it stays cancelled until the outcome of that is known.
  const end = db.prepare<Row>(
    `UPDATE deletions SET state = @state, message = @message, at = @at WHERE office_id = @id AND state <> @state
       AND NOT (@state = 'waiting' AND person IS NULL AND (state = 'cancelled' OR is_cancelled = 1))`,
  );
  const setReported = db.prepare<[string, string]>(
    'UPDATE deletions SET office_state = ? WHERE office_id = ?',
  );
  const draftSync = createDraftSync(db);
  const officeIdOf = db
    .prepare<[number], string>('SELECT office_id FROM deletions WHERE id = ? AND office_state IS NOT NULL')
    .pluck();

  /** Returns true if the state here was replaced. */
  function put(accountId: string, shared: SharedDeletion, isOverruled: boolean): boolean {
    const { message } = shared;
    const row = { ...shared, accountId, message: message && JSON.stringify(message) };
    const isWaiting = shared.state === 'waiting';
    const isHere = isKnown.get(shared.id) === 1 || (isWaiting && link.run(row).changes > 0);
    if (!isHere) insert.run(row);
    note.run(row);
    // Whoever deleted it may not have known yet which drafts it was sent from.
    if (shared.state === 'deleted' || shared.state === 'gone')
      draftSync.setDeleted(accountId, shared.remoteId);
    return (!isWaiting || isOverruled) && end.run(row).changes > 0;
  }

  return {
    /** The last change of the account's deletions that was fetched. */
    lastSeq: (accountId: string) => lastSeq.get(accountId) ?? 0,
    /** Stores what the office has, in the order of its changes, up to this one. */
    receive: asWrite(db, (accountId: string, rows: readonly SharedDeletion[], lastSeq: number) => {
      for (const row of rows) put(accountId, row, false);
      setSeq.run(lastSeq, accountId);
    }),
    /** Stores the states that the office has instead of those here; returns how many differed. */
    overrule: asWrite(
      db,
      (accountId: string, rows: readonly SharedDeletion[]) =>
        rows.filter((row) => put(accountId, row, true)).length,
    ),
    /** Deletions that the office lacks, with ids that are stored before they are sent. */
    toAdd: asWrite(db, (accountId: string, limit: number) => {
      for (const id of nameless.all(accountId, limit)) setId.run(randomUUID(), id);
      return toAdd.all(accountId, limit);
    }),
    /** Deletions that are over here, which are to be reported to the office. */
    ended: (accountId: string, limit: number) => ended.all(accountId, limit),
    /**
     * Ids in the office of deletions that were cancelled here while their request was under way, also of those that were
     * refused then: the office may not believe that.
     */
    cancelled: (accountId: string, limit: number) => cancelled.all(accountId, limit),
    setReported: asWrite(db, (rows: readonly Pick<EndedDeletion, 'officeId' | 'state'>[]) => {
      for (const { officeId, state } of rows) setReported.run(state, officeId);
    }),
    /** The id in the office; null if that does not have it. */
    officeIdOf: (id: number) => officeIdOf.get(id) ?? null,
  };
}

type Row = Omit<SharedDeletion, 'message'> & { accountId: string; message: string | null };

import { createHash, randomUUID } from 'node:crypto';
import type { FieldConflict } from '../../../shared/office/mergeRecords.ts';
import type { SharedKind } from '../../../shared/office/office.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { asWrite } from '../write.ts';
import { parseContent } from './officeTriggers.ts';
import type { SharedContent } from './sharedRows.ts';

/** Ids of local rows: text for accounts, numbers for drafts. */
export type LocalId = string | number;

/** An account of the office; `accountId` null: it was removed here. */
export interface OfficeAccount {
  officeId: string;
  accountId: string | null;
  lastSeq: number;
  /** The last change of what is watched that was fetched. */
  lastWatch: number;
}

/** The link between a row of the office and a local row. */
export interface OfficeBase {
  officeId: string;
  kind: SharedKind;
  accountId: string;
  localId: LocalId;
  /** 0: not yet in the office. */
  version: number;
  /** JSON as the office has it; null while the local row is the same. */
  record: string | null;
}

/** A change that waits to be sent. */
export interface WaitingChange {
  change: number;
  kind: SharedKind;
  accountId: string;
  localId: LocalId;
}

export interface OfficeConflict {
  id: string;
  officeId: string;
  /** The office's version that was kept, who saved it, and when. */
  version: number;
  changedBy: string;
  changedAt: string;
  fields: FieldConflict[];
  /** The row as it was here. */
  mine: SharedContent;
}

type ConflictRow = Omit<OfficeConflict, 'fields' | 'mine'> & { fields: string; mine: string };

export type OfficeStore = ReturnType<typeof createOfficeStore>;

/** The local tables of the office; every function may be called inside a transaction of the caller. */
export function createOfficeStore(db: Db) {
  const readOffice = db.prepare<[], { id: string; address: string; joined: number }>(
    'SELECT id, address, joined FROM office',
  );
  const putOffice = db.prepare<[string, string]>(
    'INSERT OR REPLACE INTO office (only_row, id, address, joined) VALUES (1, ?, ?, 1)',
  );
  const leaveOffice = db.prepare('UPDATE office SET joined = 0');
  // They are fetched again when this data folder joins again.
  const forgetColleagues = db.prepare(`DELETE FROM deletions WHERE state = 'waiting' AND person IS NOT NULL`);
  const refetchDeletions = db.prepare('UPDATE office_accounts SET last_deletion = 0');
  const readAccounts = db.prepare<[], OfficeAccount>(
    'SELECT office_id officeId, account_id accountId, last_seq lastSeq, last_watch lastWatch FROM office_accounts',
  );
  const sharesAccount = db
    .prepare<[string], number>('SELECT EXISTS (SELECT 1 FROM office_accounts WHERE account_id = ?)')
    .pluck();
  const needsApproval = db
    .prepare<[string], number>(
      `SELECT EXISTS (SELECT 1 FROM office_accounts JOIN accounts ON id = account_id WHERE account_id = ? AND approved_only = 1)`,
    )
    .pluck();
  const readApproved = db.prepare<[], { accountId: string; approvedOnly: number }>(
    `SELECT account_id accountId, approved_only approvedOnly FROM office_accounts JOIN accounts ON id = account_id ORDER BY name`,
  );
  const setNeedsApproval = db.prepare<[number, string]>('UPDATE accounts SET approved_only = ? WHERE id = ?');
  const putAccount = db.prepare<[string, string]>(
    `INSERT INTO office_accounts (office_id, account_id) VALUES (?, ?)
     ON CONFLICT (office_id) DO UPDATE SET account_id = excluded.account_id, last_seq = 0, last_deletion = 0,
       last_watch = 0`,
  );
  const putSeq = db.prepare<[number, string]>('UPDATE office_accounts SET last_seq = ? WHERE office_id = ?');
  const baseColumns = 'office_id officeId, kind, account_id accountId, local_id localId, version, record';
  const readBase = db.prepare<[string], OfficeBase>(
    `SELECT ${baseColumns} FROM office_base WHERE office_id = ?`,
  );
  const isAnnounced = db
    .prepare<[string], number>('SELECT 1 FROM office_in_flight WHERE office_id = ?')
    .pluck();
  const readBaseOf = db.prepare<[SharedKind, LocalId], OfficeBase>(
    `SELECT ${baseColumns} FROM office_base WHERE kind = ? AND local_id = ?`,
  );
  const readVersionOf = db
    .prepare<[SharedKind, LocalId], number>('SELECT version FROM office_base WHERE kind = ? AND local_id = ?')
    .pluck();
  const putBase = db.prepare<OfficeBase>(
    `INSERT OR REPLACE INTO office_base (office_id, kind, account_id, local_id, version, record)
     VALUES (@officeId, @kind, @accountId, @localId, @version, @record)`,
  );
  const putVersion = db.prepare<[number, string | null, string]>(
    'UPDATE office_base SET version = ?, record = ?, sent = NULL WHERE office_id = ?',
  );
  const putSent = db.prepare<[string | null, string]>('UPDATE office_base SET sent = ? WHERE office_id = ?');
  const readSent = db
    .prepare<[string], string | null>('SELECT sent FROM office_base WHERE office_id = ?')
    .pluck();
  const removeBase = db.prepare<[string]>('DELETE FROM office_base WHERE office_id = ?');
  const isTrashedThere = 'trashed_at IS NOT NULL AND b.version > 0 AND b.record IS NULL';
  const readTrashed = db
    .prepare<[], string>(
      `SELECT office_id FROM drafts d CROSS JOIN office_base b ON b.kind = 'article' AND b.local_id = d.id
       WHERE ${isTrashedThere}
       UNION ALL
       SELECT office_id FROM applications a CROSS JOIN office_base b ON b.kind = 'application' AND b.local_id = a.id
       WHERE ${isTrashedThere}`,
    )
    .pluck();
  const waitingColumns = 'change, kind, account_id accountId, local_id localId';
  const isOfAccounts = 'account_id IN (SELECT value FROM json_each(?))';
  const readWaiting = db.prepare<[number, string, string, number], WaitingChange>(
    `SELECT ${waitingColumns} FROM office_outbox
     WHERE change > ? AND ${isOfAccounts} AND change NOT IN (SELECT value FROM json_each(?)) ORDER BY change LIMIT ?`,
  );
  const stillWaiting = db
    .prepare<[string, string], number>(
      `SELECT change FROM office_outbox WHERE ${isOfAccounts} AND change IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  const readWaitingOf = db.prepare<[SharedKind, LocalId], WaitingChange>(
    `SELECT ${waitingColumns} FROM office_outbox WHERE kind = ? AND local_id = ?`,
  );
  const addAllWaiting = db.prepare<[string, string]>(
    `INSERT OR REPLACE INTO office_outbox (kind, account_id, local_id)
     SELECT 'article', account_id, id FROM drafts WHERE account_id = ? AND staged = 0
       AND NOT EXISTS (SELECT 1 FROM office_base WHERE kind = 'article' AND local_id = drafts.id)
     UNION ALL SELECT 'application', account_id, id FROM applications WHERE account_id = ?
       AND NOT EXISTS (SELECT 1 FROM office_base WHERE kind = 'application' AND local_id = applications.id)`,
  );
  const countWaiting = db.prepare<[], number>('SELECT count(*) FROM office_outbox').pluck();
  const hasWaiting = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM office_outbox)').pluck();
  const lastWaiting = db.prepare<[], number | null>('SELECT max(change) FROM office_outbox').pluck();
  const mine = 'account_id IN (SELECT account_id FROM office_accounts)';
  const queued = db
    .prepare<[], string>(
      `SELECT 'draft ' || id FROM drafts WHERE sync = 'queued' AND ${mine}
       UNION ALL SELECT 'application ' || id FROM applications WHERE sync = 'queued' AND ${mine}
       UNION ALL SELECT 'deletion ' || id FROM deletions WHERE state = 'waiting' AND person IS NULL AND ${mine}`,
    )
    .pluck();
  const addWaiting = db.prepare<[SharedKind, string, LocalId]>(
    'INSERT OR REPLACE INTO office_outbox (kind, account_id, local_id) VALUES (?, ?, ?)',
  );
  const removeWaiting = db.prepare<[SharedKind, LocalId]>(
    'DELETE FROM office_outbox WHERE kind = ? AND local_id = ?',
  );
  const removeChange = db.prepare<[number]>('DELETE FROM office_outbox WHERE change = ?');
  const conflictColumns =
    'id, office_id officeId, version, changed_by changedBy, changed_at changedAt, fields, mine';
  const addConflict = db.prepare<ConflictRow>(
    `INSERT INTO office_conflicts (id, office_id, version, changed_by, changed_at, fields, mine)
     VALUES (@id, @officeId, @version, @changedBy, @changedAt, @fields, @mine)`,
  );
  const readConflicts = db.prepare<[number], ConflictRow>(
    `SELECT ${conflictColumns} FROM office_conflicts WHERE resolved = 0 ORDER BY changed_at DESC, id LIMIT ?`,
  );
  const readConflict = db.prepare<[string], ConflictRow>(
    `SELECT ${conflictColumns} FROM office_conflicts WHERE id = ? AND resolved = 0`,
  );
  const putFields = db.prepare<[string, string]>('UPDATE office_conflicts SET fields = ? WHERE id = ?');
  const setResolved = db.prepare<[string]>('UPDATE office_conflicts SET resolved = 1 WHERE id = ?');
  const countConflicts = db
    .prepare<[], number>('SELECT count(*) FROM office_conflicts WHERE resolved = 0')
    .pluck();
  const readUnrecorded = db.prepare<[], ConflictRow>(
    `SELECT ${conflictColumns} FROM office_conflicts WHERE recorded = 0 ORDER BY id LIMIT 100`,
  );
  const setRecorded = db.prepare<[string]>('UPDATE office_conflicts SET recorded = 1 WHERE id = ?');

  const addUnreadable = db.prepare<[string]>(
    'INSERT OR IGNORE INTO office_unreadable (office_id) VALUES (?)',
  );
  const removeUnreadable = db.prepare<[string]>('DELETE FROM office_unreadable WHERE office_id = ?');
  const countUnreadable = db.prepare<[], number>('SELECT count(*) FROM office_unreadable').pluck();

  const readTitle = {
    account: db.prepare<[LocalId], string>('SELECT name FROM accounts WHERE id = ?').pluck(),
    article: db.prepare<[LocalId], string>('SELECT title FROM drafts WHERE id = ?').pluck(),
    application: db.prepare<[LocalId], string>('SELECT title FROM applications WHERE id = ?').pluck(),
  };

  return {
    /** The office that this data folder belongs to, or belonged to (`joined` 0); null if it never joined one. */
    office: () => readOffice.get() ?? null,
    /** Joins this office; the data about another one is removed. */
    join(id: string, address: string): void {
      if (readOffice.get()?.id !== id) {
        for (const table of [
          'office_accounts',
          'office_base',
          'office_outbox',
          'office_conflicts',
          'office_in_flight',
          'office_queued',
          'office_adopted',
          'office_unreadable',
        ])
          db.exec(`DELETE FROM ${table}`);
        forgetColleagues.run();
        db.exec('UPDATE deletions SET office_id = NULL, office_state = NULL WHERE office_id IS NOT NULL');
        for (const table of ['ledger', 'watched_journals', 'findings'])
          db.exec(`UPDATE ${table} SET office_seq = 0 WHERE office_seq <> 0`);
        db.exec('UPDATE watches SET shared = NULL');
      }
      putOffice.run(id, address);
    },
    leave: asWrite(db, () => {
      forgetColleagues.run();
      refetchDeletions.run();
      leaveOffice.run();
    }),
    accounts: () => readAccounts.all(),
    /** Returns true if the office has this account. */
    sharesAccount: (accountId: string) => sharesAccount.get(accountId) === 1,
    /** Returns true if the office has this account, and only its approved articles may be sent. */
    needsApproval: (accountId: string) => needsApproval.get(accountId) === 1,
    /** Whether only approved articles may be sent, for each shared account. */
    approvedOnly: () =>
      readApproved.all().map(({ accountId, approvedOnly }) => ({ accountId, isOn: approvedOnly === 1 })),
    setNeedsApproval: (accountId: string, needs: boolean) =>
      void setNeedsApproval.run(needs ? 1 : 0, accountId),
    /** Shares a local account as the office's; its records are fetched from the first change on. */
    addAccount: (officeId: string, accountId: string) => void putAccount.run(officeId, accountId),
    setSeq: (officeId: string, seq: number) => void putSeq.run(seq, officeId),
    /** Whether the office's present version of a row can be read here. */
    setReadable: (officeId: string, isReadable: boolean) =>
      void (isReadable ? removeUnreadable : addUnreadable).run(officeId),
    countUnreadable: () => countUnreadable.get() ?? 0,
    base: (officeId: string) => readBase.get(officeId) ?? null,
    /** This computer sent the record, so that its own queue knows what became of it. */
    isAnnouncedHere: (officeId: string) => isAnnounced.get(officeId) === 1,
    baseOf: (kind: SharedKind, localId: LocalId) => readBaseOf.get(kind, localId) ?? null,
    /** The version of a row that this folder started from; 0: it is not in the office, as far as is known here. */
    versionOf: (kind: SharedKind, localId: LocalId) => readVersionOf.get(kind, localId) ?? 0,
    setBase: (base: OfficeBase) => void putBase.run(base),
    /** Call it before the row is sent, with its JSON; null: it was deleted. */
    setSent: (officeId: string, json: string | null) =>
      void putSent.run(json === null ? null : hashOf(json), officeId),
    /** Returns true if exactly this was sent last, and whether it was stored is not known. */
    isSent: (officeId: string, json: string) => readSent.get(officeId) === hashOf(json),
    /** The office has what was sent. */
    setVersion: (officeId: string, version: number, record: string | null) =>
      void putVersion.run(version, record, officeId),
    /** Rows that are in the trash here as in the office, as far as is known here, by their ids there. */
    trashed: () => readTrashed.all(),
    removeBase: (officeId: string) => void removeBase.run(officeId),
    /** The changes of these accounts after this one, without some, in the order in which they were made. */
    waiting: (
      after: number,
      accountIds: readonly string[],
      { limit, except = [] }: { limit: number; except?: readonly number[] },
    ) => readWaiting.all(after, JSON.stringify(accountIds), JSON.stringify(except), limit),
    /** Those of these changes of the accounts that still wait; a row that was changed again has another number. */
    stillWaiting: (accountIds: readonly string[], changes: readonly number[]) =>
      stillWaiting.all(JSON.stringify(accountIds), JSON.stringify(changes)),
    waitingOf: (kind: SharedKind, localId: LocalId) => readWaitingOf.get(kind, localId) ?? null,
    hasWaiting: () => hasWaiting.get() === 1,
    countWaiting: () => countWaiting.get() ?? 0,
    /** The number of the latest change that waits; it grows with each. */
    lastWaiting: () => lastWaiting.get() ?? 0,
    /** What is queued in the office's accounts, by names of its rows. */
    queued: () => queued.all(),
    addWaiting: (kind: SharedKind, accountId: string, localId: LocalId) =>
      void addWaiting.run(kind, accountId, localId),
    /** Queues every draft of the account that the office does not know. */
    addUnknown: (accountId: string) => void addAllWaiting.run(accountId, accountId),
    /** Returns false if the row was changed again since. */
    removeChange: (change: number) => removeChange.run(change).changes > 0,
    removeWaiting: (kind: SharedKind, localId: LocalId) => void removeWaiting.run(kind, localId),
    addConflict: ({ fields, mine, ...conflict }: Omit<OfficeConflict, 'id'>) =>
      void addConflict.run({
        ...conflict,
        id: randomUUID(),
        fields: JSON.stringify(fields),
        mine: JSON.stringify(mine),
      }),
    /** Conflicts that nobody has resolved, newest first. */
    conflicts: (limit: number) => readConflicts.all(limit).map(toConflict),
    /** A conflict that nobody has resolved; null if there is none. */
    conflict: (id: string): OfficeConflict | null => {
      const found = readConflict.get(id);
      return found ? toConflict(found) : null;
    },
    /** What a person is shown of the conflict from now on. */
    setFields: (id: string, fields: readonly FieldConflict[]) =>
      void putFields.run(JSON.stringify(fields), id),
    setResolved: (id: string) => void setResolved.run(id),
    /** The title of a row here; null if it is gone, or of a kind that only a damaged file has. */
    titleOf: ({ kind, localId }: OfficeBase): string | null =>
      (Object.hasOwn(readTitle, kind) && readTitle[kind].get(localId)) || null,
    countConflicts: () => countConflicts.get() ?? 0,
    /** Conflicts whose own version is not in the office's history yet. */
    unrecorded: () => readUnrecorded.all().map(toConflict),
    setRecorded: (id: string) => void setRecorded.run(id),
  };
}

/** Tells whether a row's JSON is still the same. */
export function hashOf(json: string): string {
  return createHash('sha256').update(json).digest('base64');
}

function toConflict({ fields, mine, ...row }: ConflictRow): OfficeConflict {
  return {
    ...row,
    fields: storedJson(fields) as FieldConflict[],
    mine: mine === 'null' ? null : parseContent(mine),
  };
}

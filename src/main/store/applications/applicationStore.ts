import type {
  ApplicationEvent,
  ApplicationRow,
  ApplicationStatus,
  ApplicationSync,
} from '../../../shared/application/applicationDraft.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { AppError } from '../../../shared/errors.ts';
import { fail } from '../../platform/failures.ts';
import type { Confirmed } from '../../platform/plans.ts';
import { assignments, columnsByMember, columnsWith, parameters } from '../columns.ts';
import type { Db } from '../database.ts';
import { syncFromHashes } from '../drafts/draftSync.ts';
import { createSince } from '../drafts/listedDrafts.ts';
import { flushLater } from '../flush.ts';
import { inBatches } from '../inBatches.ts';
import { isOldTrash } from '../oldTrash.ts';
import { preparedOnce } from '../preparedOnce.ts';
import { messageColumn, readMessage } from '../storedMessage.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite, write } from '../write.ts';
import type { DerivedApplication } from './applicationColumns.ts';
import { applicationLists, marks } from './applicationLists.ts';
import {
  type ApplicationChange,
  type FullColumns,
  fullColumns,
  type RowColumns,
  rowColumns,
  type StoredApplication,
  toApplication,
  toColumn,
} from './applicationRows.ts';
import { applicationTable } from './applicationTable.ts';

/** A timeline event before it is stored; `at` is an ISO time. */
export type NewEvent = Omit<ApplicationEvent, 'id' | 'status'> & { status?: ApplicationStatus | null };

/** An application as a preview listed it. */
interface ListedApplication {
  id: number;
  version: number;
  title: string;
}

/** What a person is asked to confirm. */
export interface PurgedApplications {
  accountId: string;
  applications: readonly ListedApplication[];
}

/** An application that is not stored here yet; `found` if it comes from the directory. */
export interface NewApplication {
  accountId: string;
  derived: DerivedApplication;
  base: DraftRecord | null;
  baseAt: string | null;
  at: string;
  found?: ApplicationChange;
}

/** The ids by which the directory may know an application. */
export interface RemoteRow {
  id: number;
  remoteId: string;
  kind: ApplicationRow['kind'];
  sync: ApplicationSync;
  status: ApplicationStatus | null;
  checkedAt: string | null;
  trashedAt: string | null;
  /** When it will next be read back (milliseconds since 1970). */
  readMs: number | null;
}

/** Applications and Update Requests of all accounts, with their timelines. */
export type ApplicationStore = ReturnType<typeof createApplicationStore>;

export function createApplicationStore(db: Db) {
  const readFull = db.prepare<[number], FullColumns>(`SELECT ${fullColumns} FROM applications WHERE id = ?`);
  const insert = db.prepare(
    `INSERT INTO applications (account_id, ${derived.join(', ')}, base, base_at, created_at, updated_at, record)
     VALUES (@accountId, ${parameters(derived)}, @base, @baseAt, @at, @at, @record)`,
  );
  const update = db.prepare(
    `UPDATE applications SET ${assignments(derived)}, record = @record, version = version + 1, updated_at = @at,
       sync = ${nextSync} WHERE id = @id AND version = @version`,
  );
  const rederive = db.prepare(
    `UPDATE applications SET ${assignments(derived)},
       sent_hash = CASE WHEN sent_hash = hash THEN @hash ELSE sent_hash END,
       refusal_hash = CASE WHEN refusal_hash = hash THEN @hash ELSE refusal_hash END,
       confirmed_hash = CASE WHEN confirmed_hash = hash THEN @hash ELSE confirmed_hash END
     WHERE id = @id`,
  );
  const setBase = db.prepare('UPDATE applications SET base = ?, base_at = ? WHERE id = ?');
  const settle = db.prepare(`UPDATE applications SET sync = ${syncFromHashes()} WHERE id = ?`);
  const addEvent = db.prepare(
    'INSERT INTO application_events (application_id, at, kind, status, text) VALUES (?, ?, ?, ?, ?)',
  );
  const readEvents = db.prepare<[number], Omit<ApplicationEvent, 'message'> & { text: string }>(
    'SELECT id, at, kind, status, text FROM application_events WHERE application_id = ? ORDER BY id',
  );
  const toTrash = db.prepare(
    `UPDATE applications SET trashed_at = ? WHERE id = ? AND account_id = ? AND trashed_at IS NULL
       AND sync NOT IN ('queued', 'sending', 'unsure')`,
  );
  const fromTrash = db.prepare(
    'UPDATE applications SET trashed_at = NULL WHERE id = ? AND account_id = ? AND trashed_at IS NOT NULL',
  );
  const remove = db.prepare(
    'DELETE FROM applications WHERE id = ? AND account_id = ? AND trashed_at IS NOT NULL',
  );
  const removeVersion = db.prepare<[number, number]>(
    'DELETE FROM applications WHERE id = ? AND version = ? AND trashed_at IS NOT NULL',
  );
  const readTrash = db.prepare<[string, string], ListedApplication>(
    `SELECT a.id, version, title FROM json_each(?) asked CROSS JOIN applications a ON a.id = asked.value
     WHERE account_id = ? AND trashed_at IS NOT NULL ORDER BY asked.key`,
  );
  const oldTrash = db.prepare<[string], { id: number; accountId: string }>(
    `SELECT id, account_id accountId FROM applications WHERE ${isOldTrash}`,
  );
  const nextDue = db.prepare<[string, string], { at: number | null }>(
    `SELECT min(at) at FROM (
       SELECT min(due_ms) at FROM applications WHERE account_id = ? AND sync IN ('queued', 'unsure')
       UNION ALL SELECT min(read_ms) FROM applications WHERE account_id = ? AND read_ms IS NOT NULL)`,
  );
  const cancelUnderWay = db.prepare<[string, string]>(
    `UPDATE applications SET is_cancelled = 1 WHERE account_id = ? AND sync IN ('sending', 'unsure')
       AND id IN (SELECT value FROM json_each(?))`,
  );
  const cancelledInQueue = db
    .prepare<[string], number>(
      `SELECT id FROM applications WHERE account_id = ? AND sync = 'queued'
         AND (is_cancelled = 1 OR trashed_at IS NOT NULL)`,
    )
    .pluck();
  const dueRead = db.prepare<[string, number], { id: number }>(
    `SELECT id FROM applications WHERE account_id = ? AND read_ms IS NOT NULL AND read_ms <= ? ORDER BY read_ms, id LIMIT 1`,
  );

  const ofJournal = db.prepare<[string, string], RowColumns>(
    `SELECT ${rowColumns} FROM applications WHERE account_id = ? AND journal_id = ? AND trashed_at IS NULL
     ORDER BY updated_at DESC, id DESC`,
  );
  const remotes = db.prepare<[string], RemoteRow>(
    `SELECT id, remote_id remoteId, kind, sync, status, checked_at checkedAt, trashed_at trashedAt, read_ms readMs
     FROM applications WHERE account_id = ? AND remote_id IS NOT NULL ORDER BY id`,
  );
  // An imported application's status is as old as its row.
  const journalsBeforeAcceptance = db
    .prepare<[string], string>(
      `SELECT DISTINCT j.id FROM applications a JOIN journals j ON j.account_id = a.account_id AND j.id = a.journal_id
       WHERE a.account_id = ? AND a.kind = 'update' AND a.status = 'accepted' AND a.status_at > a.created_at
         AND j.fetched_at < a.status_at AND j.in_directory = 1 AND j.record <> 'null'`,
    )
    .pluck();
  const byRemote = db
    .prepare<[string, string], number>('SELECT id FROM applications WHERE account_id = ? AND remote_id = ?')
    .pluck();

  const find = (id: number) => {
    const found = readFull.get(id);
    return found ? toApplication(found) : null;
  };
  /** Throws AppError `not_found` if there is none. */
  function get(id: number): StoredApplication {
    const found = find(id);
    if (found) return found;
    throw fail('applicationStore.gone');
  }
  const prepare = preparedOnce(db);
  function change(id: number, given: ApplicationChange): void {
    const { sync, ...rest } = given;
    const entries = Object.entries(rest).filter(([, value]) => value !== undefined) as [
      Exclude<keyof ApplicationChange, 'sync'>,
      unknown,
    ][];
    const sets = entries.map(([name]) => `${columnOf[name]} = ?`);
    const values = entries.map(([, value]) => toColumn(value));
    if (sync !== undefined && sync !== 'settled') {
      sets.push('sync = ?');
      values.push(sync);
    }
    if (sets.length > 0)
      prepare(`UPDATE applications SET ${sets.join(', ')} WHERE id = ?`).run(...values, id);
    if (sync === 'settled') settle.run(id);
  }
  const forAll = (ids: readonly number[], run: (id: number) => { changes: number }) =>
    write(db, () => ids.reduce((sum, id) => sum + run(id).changes, 0));

  return withStorageErrors({
    ...applicationLists(db),
    get,
    find,
    /** Drafts about a journal, outside the trash, the most recently edited first. */
    ofJournal: (accountId: string, journalId: string) =>
      ofJournal.all(accountId, journalId).map((row) => ({ ...row, retry: row.retry === 1 })),
    /** All applications of the account that the directory has, including those in the trash. */
    remotes: (accountId: string) => remotes.all(accountId),
    /** Ids of the stored journals in the directory that were fetched before an Update Request for them was seen as accepted. */
    journalsBeforeAcceptance: (accountId: string) => journalsBeforeAcceptance.all(accountId),
    /** The application with this directory id; null if there is none here. */
    byRemote: (accountId: string, remoteId: string) => byRemote.get(accountId, remoteId) ?? null,
    /** Ids in these states, of one account or of all; the earliest due first. */
    inSync: (states: readonly ApplicationSync[], accountId?: string) =>
      db
        .prepare(
          `SELECT id FROM applications WHERE sync IN (${marks(states)}) ${accountId === undefined ? '' : 'AND account_id = ?'}
           ORDER BY due_ms, id`,
        )
        .pluck()
        .all(...states, ...(accountId === undefined ? [] : [accountId])) as number[],
    /** Those of these applications whose request is under way are to leave the queue, should they return to it. */
    cancelUnderWay: (accountId: string, ids: readonly number[]) =>
      void cancelUnderWay.run(accountId, JSON.stringify(ids)),
    /**
     * Ids of queued ones that were cancelled while their request was under way, or that a colleague moved to the trash.
     */
    cancelledInQueue: (accountId: string) => cancelledInQueue.all(accountId),
    /** The first one due in one of these states; `now` in monotonic milliseconds. */
    due: (accountId: string, states: readonly ApplicationSync[], now: number) =>
      (db
        .prepare(
          `SELECT id FROM applications WHERE account_id = ? AND sync IN (${marks(states)}) AND due_ms <= ?
           ORDER BY due_ms, id LIMIT 1`,
        )
        .pluck()
        .get(accountId, ...states, now) as number | undefined) ?? null,
    dueRead: (accountId: string, now: number) => dueRead.get(accountId, now)?.id ?? null,
    /** When the next one is due, in monotonic milliseconds; null if nothing is waiting. */
    nextDue: (accountId: string) => nextDue.get(accountId, accountId)?.at ?? null,
    /** Waiting rows are due at `latest` (monotonic milliseconds) or earlier. */
    dueBy: (latest: number) =>
      db
        .prepare(
          `UPDATE applications SET due_ms = min(due_ms, @latest), read_ms = min(read_ms, @latest)
           WHERE sync IN ('queued', 'unsure') OR read_ms IS NOT NULL`,
        )
        .run({ latest: Math.round(latest) }),
    /** Accounts with an application that is queued, in progress, or to be read back. */
    accountsAtWork: () =>
      db
        .prepare(
          `SELECT DISTINCT account_id FROM applications
           WHERE sync IN ('queued', 'sending', 'unsure') OR read_ms IS NOT NULL`,
        )
        .pluck()
        .all() as string[],
    ids: (accountId: string) =>
      db
        .prepare('SELECT id FROM applications WHERE account_id = ? ORDER BY id')
        .pluck()
        .all(accountId) as number[],
    create: asWrite(db, ({ accountId, derived, base, baseAt, at, found }: NewApplication) => {
      const record = JSON.stringify(derived.record);
      const columns = { accountId, base: toColumn(base), baseAt, at, record };
      const id = Number(insert.run({ ...derived.columns, ...columns }).lastInsertRowid);
      if (found) change(id, found);
      return get(id);
    }),
    /** Stores new content if `version` is the stored version; otherwise throws AppError `conflict`, or `not_found`. */
    save: asWrite(db, (change: { id: number; version: number; derived: DerivedApplication; at: string }) => {
      const { derived, ...saved } = change;
      const record = JSON.stringify(derived.record);
      const { changes } = update.run({ ...derived.columns, record, ...saved });
      if (changes === 0) throw find(saved.id) ? olderVersion() : (get(saved.id) as never);
      return get(saved.id);
    }),
    /** Updates the columns derived from the record, which is as it was: what was equal to its hash stays so. */
    rederive: asWrite(db, (id: number, { columns }: DerivedApplication) => {
      rederive.run({ ...columns, id });
      if (!isUnderWay(find(id)?.sync)) settle.run(id);
    }),
    setBase: asWrite(db, (id: number, base: DraftRecord, at: string, { columns }: DerivedApplication) => {
      setBase.run(JSON.stringify(base), at, id);
      rederive.run({ ...columns, id });
      if (!isUnderWay(find(id)?.sync)) settle.run(id);
    }),
    /** Changes the given fields; `sync: 'settled'` derives the state from the hashes. */
    change: asWrite(db, change),
    addEvent: (id: number, { at, kind, status = null, message }: NewEvent) =>
      void addEvent.run(id, at, kind, status, messageColumn(message)),
    events: (id: number) =>
      readEvents.all(id).map(({ text, ...event }) => ({ ...event, message: readMessage(text)! })),
    /** Moves applications to the trash and returns how many; those being sent stay. */
    trash: (accountId: string, ids: readonly number[], at: string) =>
      forAll(ids, (id) => toTrash.run(at, id, accountId)),
    restore: (accountId: string, ids: readonly number[]) => forAll(ids, (id) => fromTrash.run(id, accountId)),
    /** Those of the applications that are in the trash. */
    listTrash: (accountId: string, ids: readonly number[]) =>
      readTrash.all(JSON.stringify([...new Set(ids)]), accountId),
    /** Deletes permanently what a person saw in the trash, as far as it is still there and unchanged. */
    purge: ({ listed }: Confirmed<Pick<PurgedApplications, 'applications'>>) =>
      write(db, () => {
        const { since, changed } = createSince();
        let count = 0;
        for (const { id, version, title } of listed.applications) {
          if (removeVersion.run(id, version).changes > 0) count += 1;
          else changed(title);
        }
        return { count, since };
      }),
    /** Deletes permanently those moved to the trash before this ISO time, except those of an office. */
    purgeOldTrash: async (before: string) => {
      let count = 0;
      await inBatches(oldTrash.all(before), (slice) => {
        for (const { id, accountId } of slice) count += remove.run(id, accountId).changes;
      });
      return count;
    },
    transaction: <T>(work: () => T) => write(db, work),
    flushLater: <T>(work: () => T) => flushLater(db, work),
  });
}

const derived = columnsWith(applicationTable, 'isDerived');
const columnOf = columnsByMember(Object.keys(applicationTable) as (keyof typeof applicationTable)[]);

/** An edit does not change the state of an application that is being sent. */
const nextSync = `CASE WHEN sync IN ('queued', 'sending', 'unsure') THEN sync ELSE ${syncFromHashes('@hash')} END`;

function isUnderWay(sync: ApplicationSync | undefined): boolean {
  return sync === 'queued' || sync === 'sending' || sync === 'unsure';
}

function olderVersion(): AppError {
  return fail('applicationStore.conflict');
}

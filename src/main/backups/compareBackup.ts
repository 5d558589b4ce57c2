import { createHash } from 'node:crypto';
import type { BackupPreview } from '../../shared/contract/backups.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { endedByConnection } from '../../shared/upload/uploadStates.ts';
import { fail } from '../platform/failures.ts';
import { copyPrivateFile } from '../platform/files/privateFiles.ts';
import { isOneOf } from '../store/columns.ts';
import { type Db, isForeign, openDatabase, openToRead } from '../store/database.ts';
import { newestVersion } from '../store/schema/versions.ts';
import { readTogether } from '../store/write.ts';
import type { BackupComparison } from './backupJob.ts';
import { problemsOf } from './checkDatabase.ts';
import { countKinds } from './countKinds.ts';
import { hashOfFile } from './hashOfFile.ts';
import { removeWithLog } from './removeWithLog.ts';

/** Titles beyond this number are only counted. */
const maxTitles = 200;

/**
 * Returns what restoring `backup` would change. Migrates an older one in a copy at `scratch`. Throws AppError
 * `newer_data` for a newer version, `storage` for a damaged one, `state` for one of another office, or of none.
 */
export function compareBackup(order: {
  backup: string;
  database: string;
  scratch: string;
}): BackupComparison {
  const version = soundVersion(order.backup);
  const isOlder = version < newestVersion();
  const bytesHash = hashOfFile(order.backup);
  try {
    if (isOlder) migrateCopy(order.backup, order.scratch);
    // The database is open elsewhere, so a reader alone cannot keep its log from being reset.
    const db = openToRead(order.database);
    try {
      db.prepare('ATTACH ? AS there').run(isOlder ? order.scratch : order.backup);
      // Both are read in one transaction.
      return readTogether(db, () => {
        assertSameOffice(db);
        const compared = compare(db);
        return { ...compared, isOlder, print: printOf(db, compared), bytesHash };
      });
    } finally {
      db.close();
    }
  } finally {
    if (isOlder) removeWithLog(order.scratch);
  }
}

/** The version of a backup in which SQLite finds no fault. Throws as `compareBackup`. */
export function soundVersion(file: string): number {
  const db = openBackup(file);
  try {
    const version = db.pragma('user_version', { simple: true }) as number;
    // Its parts are unknown, and the check would compute them.
    if (version > newestVersion())
      throw new AppError('newer_data', msg('backups.newer.message'), {
        why: msg('error.newerData.why', { found: version, known: newestVersion() }),
        fix: msg('backups.newer.fix'),
      });
    const problems = problemsOf(db, 'quick_check');
    if (problems !== '') throw fail('backups.damaged', {}, { details: problems });
    return version;
  } finally {
    db.close();
  }
}

/** Opens a backup. Throws AppError `storage` with its own message if the backup has parts that Colophon did not make. */
function openBackup(file: string): Db {
  try {
    return openToRead(file);
  } catch (error) {
    if (!isForeign(error)) throw error;
    throw fail('backups.foreign', {}, { details: error instanceof AppError ? error.details : '' });
  }
}

function migrateCopy(from: string, to: string): void {
  removeWithLog(to);
  copyPrivateFile(from, to);
  const db = openDatabase(to, { durable: false });
  // The reader expects a single file, without a log.
  db.pragma('journal_mode = DELETE');
  db.close();
}

/** A data folder stays in its office; a backup from before it, or before an account was shared, does not know which records are. */
function assertSameOffice(db: Db): void {
  const isOther = db.prepare(
    `SELECT 1 FROM main.office AS n WHERE n.joined = 1
       AND (NOT EXISTS (SELECT 1 FROM there.office AS b WHERE b.id = n.id)
         OR EXISTS (SELECT 1 FROM main.office_accounts AS s JOIN there.accounts AS a ON a.id = s.account_id
           WHERE NOT EXISTS (SELECT 1 FROM there.office_accounts AS b
             WHERE b.office_id = s.office_id AND b.account_id = s.account_id)))`,
  );
  if (isOther.get() !== undefined) throw fail('backups.otherOffice');
}

function compare(db: Db): Omit<BackupPreview, 'backup' | 'isOlder'> {
  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get() as number;
  return {
    here: countKinds(db, 'main'),
    there: countKinds(db, 'there'),
    drafts: changesOf(db, 'drafts'),
    applications: changesOf(db, 'applications'),
    titles: [
      ...titlesOf(db, 'drafts', 'lost'),
      ...titlesOf(db, 'applications', 'lost'),
      ...titlesOf(db, 'drafts', 'changed'),
      ...titlesOf(db, 'applications', 'changed'),
    ],
    sentSince: { drafts: sentSince(db, 'drafts'), applications: sentSince(db, 'applications') },
    pausedUploads: count(`SELECT count(*) FROM there.uploads WHERE state IN ('ready', 'running', 'paused')`),
    underWay: {
      uploads: count(
        `SELECT count(*) FROM main.uploads
         WHERE state IN ('reading', 'ready', 'running') OR (state = 'paused' AND ${isOneOf('paused_by', endedByConnection)})`,
      ),
      applications: count(`SELECT count(*) FROM main.applications WHERE sync IN ('queued', 'sending')`),
      imports: count(
        `SELECT count(*) FROM main.imports WHERE state IN ('receiving', 'reading', 'accepting')`,
      ),
    },
    followsOffice:
      count(`SELECT coalesce((SELECT joined FROM main.office), (SELECT joined FROM there.office), 0)`) === 1,
  };
}

/** Everything that a person could miss after the restore; what Colophon fetches again by itself does not count. */
function printOf(db: Db, { here, drafts, applications, followsOffice }: ReturnType<typeof compare>): string {
  const { journals: _, checks: __, ...own } = here;
  const hash = createHash('sha256').update(JSON.stringify([own, drafts, applications, followsOffice]));
  for (const table of ['drafts', 'applications'] as const)
    for (const change of ['lost', 'changed'] as const) {
      const rows = db.prepare<[], { id: number; hash: string; updatedAt: string }>(
        `SELECT id, hash, updated_at AS updatedAt ${sqlOf(table, change)} ORDER BY id`,
      );
      for (const row of rows.iterate())
        hash.update(`${table} ${change} ${row.id} ${row.hash} ${row.updatedAt}\n`);
    }
  return hash.digest('hex');
}

type Table = 'drafts' | 'applications';

/** Rows outside the trash (and outside imports that were not accepted). */
const isThere = { drafts: 'staged = 0 AND trashed_at IS NULL', applications: 'trashed_at IS NULL' } as const;

/** Rows are the same if they have the same id, account and creation time: an id alone may be reused. */
function pairs(table: Table, from: 'main' | 'there', other: 'main' | 'there', hasOther: boolean): string {
  return `FROM ${from}.${table} AS a WHERE ${isThere[table]} AND ${hasOther ? '' : 'NOT '}EXISTS (
    SELECT 1 FROM ${other}.${table} AS b
    WHERE b.id = a.id AND b.account_id = a.account_id AND b.created_at = a.created_at
      AND ${isThere[table].replaceAll(/staged|trashed_at/g, (column) => `b.${column}`)}
      ${hasOther ? 'AND (b.hash <> a.hash OR b.record <> a.record)' : ''})`;
}

function sqlOf(table: Table, change: 'gained' | 'lost' | 'changed'): string {
  if (change === 'gained') return pairs(table, 'there', 'main', false);
  return pairs(table, 'main', 'there', change === 'changed');
}

function changesOf(db: Db, table: Table): BackupPreview['drafts'] {
  const count = (change: 'gained' | 'lost' | 'changed') =>
    db
      .prepare<[], number>(`SELECT count(*) ${sqlOf(table, change)}`)
      .pluck()
      .get() as number;
  return { gained: count('gained'), lost: count('lost'), changed: count('changed') };
}

function titlesOf(db: Db, table: Table, change: 'lost' | 'changed'): BackupPreview['titles'] {
  const rows = db.prepare<[], { id: number; title: string; updatedAt: string }>(
    `SELECT id, title, updated_at AS updatedAt ${sqlOf(table, change)} ORDER BY updated_at DESC LIMIT ${maxTitles}`,
  );
  const kind = table === 'drafts' ? 'draft' : 'application';
  return rows.all().map((row) => ({ kind, change, ...row }));
}

/** How many of the backup's rows were sent after the backup. */
function sentSince(db: Db, table: Table): number {
  return db
    .prepare<[], number>(
      `SELECT count(*) FROM main.${table} AS a JOIN there.${table} AS b
         ON b.id = a.id AND b.account_id = a.account_id AND b.created_at = a.created_at
       WHERE a.sent_at <> coalesce(b.sent_at, '')`,
    )
    .pluck()
    .get() as number;
}

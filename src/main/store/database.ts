import Database from 'better-sqlite3';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { foldText } from '../../shared/text/foldText.ts';
import { createPrivateFile } from '../platform/privateFiles.ts';
import { first } from './migrations/001-first.ts';
import { applications } from './migrations/002-applications.ts';
import { compliance } from './migrations/003-compliance.ts';
import { earlierVersions } from './migrations/004-earlierVersions.ts';
import { undo } from './migrations/005-undo.ts';
import { wireBytes } from './migrations/006-wireBytes.ts';
import { uploadCounts } from './migrations/007-uploadCounts.ts';
import { messages } from './migrations/008-messages.ts';
import { unverifiedDrafts } from './migrations/009-unverifiedDrafts.ts';
import { sharedLimits } from './migrations/010-sharedLimits.ts';
import { restoredApplications } from './migrations/011-restoredApplications.ts';
import { sendOrder } from './migrations/012-sendOrder.ts';
import { draftFacets } from './migrations/013-draftFacets.ts';
import { plainLetters } from './migrations/014-plainLetters.ts';
import { fixing } from './migrations/015-fixing.ts';
import { directoryCounts } from './migrations/016-directoryCounts.ts';
import { importPreview } from './migrations/017-importPreview.ts';
import { deletions } from './migrations/018-deletions.ts';
import { linkChecks } from './migrations/019-linkChecks.ts';
import { office } from './migrations/020-office.ts';
import { importFiles } from './migrations/021-importFiles.ts';
import { harvests } from './migrations/022-harvests.ts';
import { tableMappings } from './migrations/023-tableMappings.ts';
import { crossrefWorks } from './migrations/024-crossrefWorks.ts';
import { officeInFlight } from './migrations/025-officeInFlight.ts';
import { crossrefColumn } from './migrations/026-crossrefColumn.ts';
import { officeQueue } from './migrations/027-officeQueue.ts';
import { summarySearch } from './migrations/028-summarySearch.ts';
import { reviews } from './migrations/029-reviews.ts';
import { fixingRequests } from './migrations/030-fixingRequests.ts';
import { sentKeys } from './migrations/031-sentKeys.ts';
import { officeDeletions } from './migrations/032-officeDeletions.ts';
import { plannedContent } from './migrations/033-plannedContent.ts';
import { keptRecords } from './migrations/034-keptRecords.ts';
import { originVersion } from './migrations/035-originVersion.ts';
import { officeUnreadable } from './migrations/036-officeUnreadable.ts';
import { sortKey } from './sortKey.ts';
import { write } from './write.ts';

export type Db = Database.Database;

/** A database's version is the number of migrations applied to it (`PRAGMA user_version`). */
export const migrations: readonly (string | ((db: Db) => void))[] = [
  first,
  applications,
  compliance,
  earlierVersions,
  undo,
  wireBytes,
  uploadCounts,
  messages,
  unverifiedDrafts,
  sharedLimits,
  restoredApplications,
  sendOrder,
  draftFacets,
  plainLetters,
  fixing,
  directoryCounts,
  importPreview,
  deletions,
  linkChecks,
  office,
  importFiles,
  harvests,
  tableMappings,
  crossrefWorks,
  officeInFlight,
  crossrefColumn,
  officeQueue,
  summarySearch,
  reviews,
  fixingRequests,
  sentKeys,
  officeDeletions,
  plannedContent,
  keptRecords,
  originVersion,
  officeUnreadable,
];

/**
 * Opens, creates or migrates a database: WAL, foreign keys, `synchronous=FULL` unless `durable: false` (the import
 * worker, whose data can be recreated). Throws AppError `newer_data` or `storage`.
 */
export function openDatabase(file: string, options: { durable?: boolean; upTo?: number } = {}): Db {
  let db: Db | undefined;
  try {
    // SQLite gives its other files the permissions of this one.
    createPrivateFile(file);
    db = new Database(file, { timeout: 10_000 });
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${options.durable === false ? 'NORMAL' : 'FULL'}`);
    db.pragma('foreign_keys = ON');
    db.pragma('temp_store = MEMORY');
    db.function('sort_key', { deterministic: true }, (text: unknown) => sortKey(String(text ?? '')));
    db.function('fold_text', { deterministic: true }, (text: unknown) => foldText(String(text ?? '')));
    migrate(db, options.upTo ?? migrations.length);
    return db;
  } catch (error) {
    db?.close();
    throw storageError(error);
  }
}

function migrate(db: Db, target: number): void {
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > migrations.length) {
    throw new AppError('newer_data', msg('error.newerData.message'), {
      why: msg('error.newerData.why', { found: version, known: migrations.length }),
      fix: msg('error.newerData.fix'),
    });
  }
  if (version >= target) return;
  try {
    // All migrations or none, because no version of Colophon can read a database that is between two versions.
    write(db, () => {
      for (const migration of migrations.slice(version, target)) {
        if (typeof migration === 'string') db.exec(migration);
        else migration(db);
      }
      db.pragma(`user_version = ${target}`);
    });
  } catch (error) {
    // A problem not caused by a statement (a full disk, damage) has its own message.
    if (!(error instanceof Database.SqliteError) || !/^SQLITE_(ERROR|CONSTRAINT)/.test(error.code))
      throw error;
    throw new AppError('storage', msg('error.migration.message'), {
      why: msg('error.migration.why'),
      fix: msg('error.migration.fix'),
      details: `${error.code}: ${error.message}`,
      cause: error,
    });
  }
}

/** Opens or creates a small database that several processes use at once. Throws AppError `storage`. */
export function openShared(file: string): Db {
  try {
    createPrivateFile(file);
    const db = new Database(file, { timeout: 2_000 });
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    return db;
  } catch (error) {
    throw storageError(error);
  }
}

/** Opens a database read-only, whatever its version. Throws SQLite's errors. */
export function openToRead(file: string): Db {
  return new Database(file, { readonly: true, fileMustExist: true, timeout: 10_000 });
}

/** Opens a database as it is, to copy or repair it, without migrating or creating anything. Throws SQLite's errors. */
export function openAsIs(file: string): Db {
  return new Database(file, { fileMustExist: true, timeout: 10_000 });
}

/** Damage that was found in another thread. */
export class FoundDamage extends Error {}

/** Returns true if an error, or its cause, is SQLite reporting that the file is damaged or not a database. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
  if (error instanceof FoundDamage) return true;
  return error instanceof AppError && error.cause !== undefined && isDamage(error.cause);
}

/** SQLite's errors and a full disk become AppError `storage`; other errors are returned unchanged. */
export function storageError(error: unknown): unknown {
  if (error instanceof AppError || !isOfStorage(error)) return error;
  const full = /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(error.code);
  const busy = /^SQLITE_(BUSY|LOCKED)/.test(error.code);
  const kind = full ? 'storageFull' : busy ? 'storageBusy' : isDamage(error) ? 'storageDamaged' : 'storage';
  return new AppError('storage', msg(`error.${kind}.message`), {
    why: msg(`error.${kind}.why`),
    fix: msg(`error.${kind}.fix`),
    details: `${error.code}: ${error.message}`,
    cause: error,
  });
}

function isOfStorage(error: unknown): error is Error & { code: string } {
  if (error instanceof Database.SqliteError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

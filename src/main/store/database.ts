import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { foldText } from '../../shared/text/foldText.ts';
import { visibleLine } from '../../shared/text/visibleText.ts';
import { createPrivateFile } from '../platform/privateFiles.ts';
import { watchPlace } from './inPlace.ts';
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
import { seenDeletions } from './migrations/037-seenDeletions.ts';
import { dropOtherOfficeTriggers, foreignParts, readSchema, type Schema, usedUpTables } from './ownSchema.ts';
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
  seenDeletions,
];

/**
 * Opens, creates or migrates a data file: WAL, foreign keys, `synchronous=FULL` unless `durable: false` (data that can be
 * recreated). Throws AppError `newer_data`, or `storage`, also if anything in it is not Colophon's own (`isDamage`).
 */
export function openDatabase(file: string, options: { durable?: boolean; upTo?: number } = {}): Db {
  return open(file, options, (db) => {
    assertOwnSchema(db);
    // Those of a newer version stay as they are, like everything else in its file.
    if (versionOf(db) <= migrations.length) dropOtherOfficeTriggers(db);
    migrate(db, options.upTo ?? migrations.length);
  });
}

/** Opens a data file in another thread of the process that has it open, and checked and migrated it. Throws as above. */
export function openInThread(file: string, options: { durable?: boolean } = {}): Db {
  return open(file, options, () => undefined);
}

function open(file: string, options: { durable?: boolean }, prepare: (db: Db) => void): Db {
  let db: Db | undefined;
  try {
    // SQLite gives its other files the permissions of this one.
    createPrivateFile(file);
    db = connect(file);
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${options.durable === false ? 'NORMAL' : 'FULL'}`);
    db.pragma('foreign_keys = ON');
    db.pragma('temp_store = MEMORY');
    addFunctions(db);
    prepare(db);
    watchPlace(db);
    return db;
  } catch (error) {
    db?.close();
    throw storageError(error);
  }
}

/**
 * Every connection is made here. The file may come from somebody else: what its schema names is not trusted, and pages
 * are checked when they are read. Nobody can write to the schema as to a table, since better-sqlite3 makes each
 * connection defensive.
 */
function connect(file: string, options: Database.Options = {}): Db {
  const db = new Database(file, { timeout: 10_000, ...options });
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  return db;
}

/** Not for use in a schema. */
function addFunctions(db: Db): void {
  const options = { deterministic: true, directOnly: true };
  db.function('sort_key', options, (text: unknown) => sortKey(String(text ?? '')));
  db.function('fold_text', options, (text: unknown) => foldText(String(text ?? '')));
}

/** Throws AppError `storage` if a database has not exactly the schema of its version, or no ids left; leaves newer versions to others. */
function assertOwnSchema(db: Db): void {
  const version = versionOf(db);
  if (version > migrations.length) return;
  const foreign = foreignParts(db, schemaOfVersion(version));
  const parts = foreign.length > 0 ? foreign : usedUpTables(db);
  if (parts.length === 0) return;
  throw new AppError('storage', msg('error.foreignSchema.message'), {
    why: msg('error.foreignSchema.why'),
    fix: msg('error.foreignSchema.fix'),
    details: visibleLine(parts.slice(0, maxParts).join(', ')),
    cause: new ForeignSchema(),
  });
}

const maxParts = 20;

const schemas = new Map<number, Schema>();

/** The schema that the migrations make; threads inherit it, because making it takes long. */
function schemaOfVersion(version: number): Schema {
  const key = `colophon schema ${version}`;
  const known = schemas.get(version) ?? (getEnvironmentData(key) as Schema | undefined);
  const schema = known ?? makeSchema(version);
  schemas.set(version, schema);
  if (!known) setEnvironmentData(key, schema);
  return schema;
}

function makeSchema(version: number): Schema {
  const db = connect(':memory:');
  try {
    addFunctions(db);
    migrate(db, version);
    return readSchema(db);
  } finally {
    db.close();
  }
}

function versionOf(db: Db): number {
  return db.pragma('user_version', { simple: true }) as number;
}

function migrate(db: Db, target: number): void {
  const version = versionOf(db);
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
    const db = connect(file, { timeout: 2_000 });
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    return db;
  } catch (error) {
    throw storageError(error);
  }
}

/**
 * Opens a data file or backup read-only, of this version or any other; `isOpen`: a data file that this process has open,
 * in another thread. Throws SQLite's errors, and as `openDatabase`.
 */
export function openToRead(file: string, { isOpen = false } = {}): Db {
  const db = connect(file, { readonly: true, fileMustExist: true });
  return isOpen ? db : checked(db);
}

/** Opens a data file as it is, to copy or check it, without migrating or creating anything. Throws as `openToRead`. */
export function openAsIs(file: string): Db {
  return checked(connect(file, { fileMustExist: true }));
}

function checked(db: Db): Db {
  try {
    assertOwnSchema(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The database has tables, triggers or other parts that Colophon did not make, or lacks some. */
class ForeignSchema extends Error {}

/** Returns true if an error, or its cause, is that a database is not as Colophon made it. */
export function isForeign(error: unknown): boolean {
  if (error instanceof ForeignSchema) return true;
  return error instanceof AppError && error.cause !== undefined && isForeign(error.cause);
}

/** Damage that was found in another thread. */
export class FoundDamage extends Error {}

/** Returns true if an error, or its cause, is that the file is damaged, not a database, or not as Colophon made it. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
  if (error instanceof FoundDamage || error instanceof ForeignSchema) return true;
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

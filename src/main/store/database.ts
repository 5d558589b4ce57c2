import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { AppError } from '../../shared/errors.ts';
import { visibleLine } from '../../shared/text/visibleText.ts';
import { fail } from '../platform/failures.ts';
import { createPrivateFile } from '../platform/files/privateFiles.ts';
import { watchPlace } from './inPlace.ts';
import { dropOtherOfficeTriggers, foreignParts, readSchema, type Schema, usedUpTables } from './ownSchema.ts';
import { prepareLate } from './prepareLate.ts';
import { newestVersion, versions } from './schema/versions.ts';
import { sortKey } from './sortKey.ts';
import { write } from './write.ts';

export type Db = Database.Database;

/**
 * Opens, creates or migrates a data file: WAL, foreign keys, `synchronous=FULL` unless `durable: false` (data that can be
 * recreated). Throws AppError `newer_data`, or `storage`, also if anything in it is not Colophon's own (`isDamage`).
 */
export function openDatabase(file: string, options: { durable?: boolean } = {}): Db {
  return open(file, options, (db) => {
    assertOwnSchema(db);
    // Those of a newer version stay as they are, like everything else in its file.
    if (versionOf(db) <= newestVersion()) dropOtherOfficeTriggers(db);
    migrate(db, newestVersion());
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
  prepareLate(db);
  return db;
}

/** Not for use in a schema. */
function addFunctions(db: Db): void {
  const options = { deterministic: true, directOnly: true };
  db.function('sort_key', options, (text: unknown) => sortKey(String(text ?? '')));
}

/** Throws AppError `storage` if a database has not exactly the schema of its version, or no ids left; leaves newer versions to others. */
function assertOwnSchema(db: Db): void {
  const version = versionOf(db);
  if (version > newestVersion()) return;
  const foreign = foreignParts(db, schemaOfVersion(version));
  const parts = foreign.length > 0 ? foreign : usedUpTables(db);
  if (parts.length === 0) return;
  throw fail(
    'error.foreignSchema',
    {},
    { details: visibleLine(parts.slice(0, maxParts).join(', ')), cause: new ForeignSchema() },
  );
}

const maxParts = 20;

const schemas = new Map<string, Schema>();

/** What a data file of a version consists of; threads inherit it, because making it takes long. */
function schemaOfVersion(version: number): Schema {
  // Not the version alone: programs that test migrations have others of the same number.
  const key = `colophon schema ${versions().slice(0, version).join('\n')}`;
  const known = schemas.get(key) ?? (getEnvironmentData(key) as Schema | undefined);
  const schema = known ?? makeSchema(version);
  schemas.set(key, schema);
  if (!known) setEnvironmentData(key, schema);
  return schema;
}

function makeSchema(version: number): Schema {
  const db = connect(':memory:');
  try {
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
  if (version > newestVersion()) {
    throw fail('error.newerData', { found: version, known: newestVersion() });
  }
  if (version >= target) return;
  try {
    // All migrations or none, because no version of Colophon can read a database that is between two versions.
    write(db, () => {
      for (const step of versions().slice(version, target)) db.exec(step);
      db.pragma(`user_version = ${target}`);
    });
  } catch (error) {
    // A problem not caused by a statement (a full disk, damage) has its own message.
    if (!(error instanceof Database.SqliteError) || !/^SQLITE_(ERROR|CONSTRAINT)/.test(error.code))
      throw error;
    throw fail('error.migration', {}, { details: `${error.code}: ${error.message}`, cause: error });
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
  return fail(`error.${kind}`, {}, { details: `${error.code}: ${error.message}`, cause: error });
}

function isOfStorage(error: unknown): error is Error & { code: string } {
  if (error instanceof Database.SqliteError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

import { open, realpath } from 'node:fs/promises';
import type { AppError } from '../../shared/errors.ts';
import { fail } from '../platform/failures.ts';
import { type Db, storageError } from './database.ts';
import { assertInPlace } from './inPlace.ts';

/**
 * Calls `work`, which writes, and resolves once its changes are on disk. Its commits do not flush the disk themselves:
 * that would block the thread, for up to half a second while others write a lot. Only what `work` writes before its first
 * await counts. Throws what `work` throws, and AppError `storage`.
 */
export async function flushLater<T>(db: Db, work: () => T, flush = flushChanges): Promise<Awaited<T>> {
  const result = await withoutFlush(db, work);
  await flush(db);
  return result;
}

/** Calls `work`, whose commits are on disk once a later `flushLater` has resolved. */
export function withoutFlush<T>(db: Db, work: () => T): T {
  db.pragma('synchronous = NORMAL');
  try {
    return work();
  } finally {
    db.pragma('synchronous = FULL');
  }
}

async function flushChanges(db: Db): Promise<void> {
  try {
    await flushLog(db.name);
  } catch (error) {
    // Closing the database flushes everything, and removes the log.
    if (db.open) assertInPlace(db);
    if (db.open && !copyLog(db)) throw flushFailed(error);
  }
  // The log that was flushed is the one at this place.
  if (db.open) assertInPlace(db);
}

/** Flushes SQLite's write-ahead log, which is beside the database itself, even if `file` is a link to it. */
async function flushLog(file: string): Promise<void> {
  // Windows flushes only files that are open for writing.
  const log = await open(`${await realpath(file)}-wal`, 'r+');
  try {
    await log.datasync();
  } finally {
    await log.close();
  }
}

/** Copies the log into the database, which flushes both; returns false if another connection prevented it. */
function copyLog(db: Db): boolean {
  const [state] = db.pragma('wal_checkpoint(PASSIVE)') as {
    busy: number;
    log: number;
    checkpointed: number;
  }[];
  return state?.busy === 0 && state.log === state.checkpointed;
}

function flushFailed(error: unknown): AppError {
  return fail('error.storage', {}, { details: String(error), cause: error });
}

/**
 * Called by a thread that has written a lot, at its end: otherwise the next commit of the main thread copies and flushes
 * what is left in SQLite's write-ahead log. A failure loses nothing; a later checkpoint copies the log.
 */
export function checkpoint(db: Db): void {
  try {
    if (copyLog(db)) restartLog(db);
  } catch (error) {
    if (storageError(error) === error) throw error;
  }
}

/** The first commit after the log was copied begins it anew, and waits for the disk whatever `synchronous` is. */
function restartLog(db: Db): void {
  // Changes nothing, but writes a page.
  db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`);
}

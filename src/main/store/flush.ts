import { open, realpath } from 'node:fs/promises';
import type { AppError } from '../../shared/errors.ts';
import { fail } from '../platform/failures.ts';
import type { Db } from './database.ts';
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
    if (db.open && !copyLog(db).isWhole) throw flushFailed(error);
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

/**
 * For `wal_autocheckpoint` while a lot is written: the pages of the log from which on a commit copies it, because the thread
 * that should have done so (`writeTurns.ts`) has failed.
 */
export const longestLog = 16_000;

/**
 * Copies the log into the database, which flushes both, as far as other connections allow. `pages`: how many the log has,
 * copied or not; `isWhole`: all are copied.
 */
export function copyLog(db: Db): { pages: number; isWhole: boolean } {
  const [state] = db.pragma('wal_checkpoint(PASSIVE)') as {
    busy: number;
    log: number;
    checkpointed: number;
  }[];
  const { busy, log, checkpointed } = state!;
  return { pages: log, isWhole: busy === 0 && log === checkpointed };
}

function flushFailed(error: unknown): AppError {
  return fail('error.storage', {}, { details: String(error), cause: error });
}

/**
 * The same, and begins the log anew if all of it is copied: the first commit that does so waits for the disk, whatever
 * `synchronous` is.
 */
export function restartLog(db: Db): { pages: number } {
  const copied = copyLog(db);
  // Changes nothing, but writes a page.
  if (copied.isWhole) db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`);
  return copied;
}

import { open } from 'node:fs/promises';
import { member } from '../../shared/json.ts';
import { type Db, storageError } from './database.ts';

/**
 * Calls `work`, which writes, and resolves once its changes are on disk. Its commits do not flush the disk themselves:
 * that blocks the thread, for half a second if other threads or programs write a lot. Only what `work` writes before its
 * first await counts. Throws what `work` throws, and the file system's errors.
 */
export async function flushLater<T>(db: Db, work: () => T, flush = flushChanges): Promise<Awaited<T>> {
  const result = await withoutFlush(db, work);
  await flush(db);
  return result;
}

function withoutFlush<T>(db: Db, work: () => T): T {
  db.pragma('synchronous = NORMAL');
  try {
    return work();
  } finally {
    db.pragma('synchronous = FULL');
  }
}

/** Flushes SQLite's write-ahead log. A log that is gone has been copied into the database, which flushes both. */
async function flushChanges(db: Db): Promise<void> {
  try {
    // Windows flushes only files that are open for writing.
    const file = await open(`${db.name}-wal`, 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (member(error, 'code') !== 'ENOENT') throw error;
  }
}

/**
 * Called by a thread that has written a lot, at its end: otherwise the next commit of the main thread copies and flushes
 * what is left in SQLite's write-ahead log. Whatever stops it stops that commit, too, which reports it.
 */
export function checkpoint(db: Db): void {
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
  } catch (error) {
    if (storageError(error) === error) throw error;
  }
}

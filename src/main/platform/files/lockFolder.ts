import { type BigIntStats, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { AppError } from '../../../shared/errors.ts';
import { fail } from '../failures.ts';
import { createPrivateFile } from './privateFiles.ts';

export interface FolderLock {
  /**
   * Throws AppError `storage` if the folder was deleted, moved or replaced since it was locked, and `folder_in_use` if
   * another process has locked it meanwhile. If only the lock file is gone, locks the folder again.
   */
  assertHeld(): void;
  release(): void;
}

/**
 * Locks the data folder for this process until `release` is called or the process ends; creates it if needed. A second
 * lock, in the folder that all data folders share, holds even if the first one’s file is removed. Throws AppError
 * `folder_in_use` if another process holds either, and `storage` if the folder cannot be created.
 */
export function lockFolder(folder: string, sharedFolder?: string): FolderLock {
  const file = join(folder, lockName);
  let lock = tryLock(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return lockFile(file);
  });
  if (!lock) throw inUse(folder);
  const own = identityOf(folder);
  const second = sharedFolder === undefined || own === null ? null : lockElsewhere(sharedFolder, own);
  if (second === 'taken') {
    lock.release();
    throw inUse(folder);
  }
  return {
    assertHeld() {
      if (identityOf(file) === lock?.identity) return;
      if (identityOf(folder) !== own) throw folderGone(folder);
      lock?.release();
      lock = tryLock(folder, () => lockFile(file));
      if (!lock) throw inUse(folder);
    },
    release() {
      second?.release();
      lock?.release();
      lock = null;
    },
  };
}

/** Not `*.lock`, which programs that tidy up remove. */
const lockName = 'in-use.db';

/** The data folder is no longer where it was when it was opened. */
export function folderGone(path: string): AppError {
  return fail('error.folderGone', {}, { details: path });
}

/** What a file or folder is, whatever its name: its device and number; null if there is none. */
export function identityOf(path: string): string | null {
  let about: BigIntStats | undefined;
  try {
    about = statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return null;
  }
  return about ? `${about.dev}-${about.ino}` : null;
}

interface FileLock {
  identity: string | null;
  release(): void;
}

/** Without it only the protection against a removed lock file is missing. */
function lockElsewhere(sharedFolder: string, identity: string): FileLock | 'taken' | null {
  try {
    const folder = join(sharedFolder, 'in-use');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return lockFile(join(folder, `${identity}.db`)) ?? 'taken';
  } catch {
    return null;
  }
}

function inUse(folder: string): AppError {
  return fail('shell.folderInUse', {}, { details: folder });
}

function tryLock(folder: string, lock: () => FileLock | null): FileLock | null {
  try {
    return lock();
  } catch (error) {
    throw fail(
      'shell.folderUnusable',
      {},
      { details: error instanceof Error ? error.message : folder, cause: error },
    );
  }
}

/** An SQLite lock on an empty database, which the system releases when the process ends, even by `kill -9`. */
function lockFile(file: string): FileLock | null {
  createPrivateFile(file);
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return { identity: identityOf(file), release: () => void db.close() };
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}

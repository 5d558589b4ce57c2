import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { createPrivateFile } from './privateFiles.ts';

/**
 * Locks the data folder for this process until `release` is called or the process ends; creates it if needed. Throws
 * AppError `folder_in_use` if another process holds the lock, and `storage` if the folder cannot be created.
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = tryLock(folder);
  if (lock) return lock;
  throw new AppError('folder_in_use', msg('shell.folderInUse.message'), {
    why: msg('shell.folderInUse.why'),
    fix: msg('shell.folderInUse.fix'),
    details: folder,
  });
}

function tryLock(folder: string): { release(): void } | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return lockFile(join(folder, 'in-use.lock'));
  } catch (error) {
    throw new AppError('storage', msg('shell.folderUnusable.message'), {
      fix: msg('shell.folderUnusable.fix'),
      details: error instanceof Error ? error.message : String(error),
      cause: error,
    });
  }
}

/** An SQLite lock on an empty database, which the system releases when the process ends, even by `kill -9`. */
function lockFile(file: string): { release(): void } | null {
  createPrivateFile(file);
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return { release: () => void db.close() };
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}

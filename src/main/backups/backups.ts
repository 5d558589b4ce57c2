import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { backupLimits } from '../../shared/choices.ts';
import type { Backup, BackupCounts, BackupReason } from '../../shared/contract/backups.ts';
import type { Publish } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { isSameMessage, msg } from '../../shared/message.ts';
import type { Clock } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import { moveToNew } from '../platform/files/moveToNew.ts';
import type { Log } from '../platform/log.ts';
import { createTurns } from '../platform/turns.ts';
import { isDamage, openToRead } from '../store/database.ts';
import { newestVersion } from '../store/schema/versions.ts';
import {
  type BackupLimits,
  backupName,
  backupsAmong,
  backupsToRemove,
  isBackupDue,
  type NamedBackup,
  readBackupName,
} from './backupNames.ts';
import type { AskBackupWorker } from './backupThread.ts';
import { flushWhile } from './flushWhile.ts';
import { isUnfinishedBackupFile } from './foreignFiles.ts';

/** The backups of one data folder, in its folder `backups`. */
export type Backups = ReturnType<typeof createBackups>;

export interface BackupsParts {
  dataFolder: string;
  database: string;
  ask: AskBackupWorker;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'info' | 'warn'>;
  publish: Publish;
  /** Called when `failure` has changed. */
  onFailure: () => void;
  /** Called when the data file turns out to be damaged while it is copied. */
  onDamage: () => void;
  /** Overrides for tests. */
  limits?: BackupLimits;
}

/** Creates the backups of a data folder; nothing is read or written before the first call. */
export function createBackups(parts: BackupsParts) {
  const { database, ask, clock, log, publish, limits = backupLimits } = parts;
  const folder = join(parts.dataFolder, 'backups');
  let failure: AppError | null = null;
  const inTurn = createTurns();

  const known = () => backupsAmong(namesIn(folder));

  function setFailure(next: AppError | null): void {
    const isOther = failure !== next;
    failure = next;
    if (isOther) parts.onFailure();
  }

  async function make(reason: BackupReason): Promise<Backup> {
    const name = freeName(clock.now(), reason);
    const file = join(folder, name);
    const part = `${file}.part`;
    try {
      // Not with the data folder: if that was moved, nothing may take its place.
      if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
      const { counts } = await flushWhile(part, ask('make', { database, to: part }));
      moveToNew(part, file);
      folderToDisk(folder);
      log.info('backup.made', { name, ...counts });
      const stored = known().map((backup) => ({ ...backup, bytes: sizeOf(join(folder, backup.name)) }));
      // If the clock was set back, the new one seems to be the oldest.
      for (const old of backupsToRemove(stored, limits).filter((one) => one !== name)) {
        removeQuietly(join(folder, old));
        log.info('backup.removed', { name: old });
      }
      setFailure(null);
      publish('backups.changed', {});
      return { ...readBackupName(name)!, bytes: statSync(file).size, counts, problem: null };
    } catch (error) {
      for (const ending of ['', '-journal', '-wal', '-shm']) removeQuietly(`${part}${ending}`);
      if (isDamage(error)) parts.onDamage();
      throw notMade(error);
    }
  }

  /** Gives two backups made within a millisecond different names. */
  function freeName(atMs: number, reason: BackupReason): string {
    const names = new Set(namesIn(folder));
    let at = atMs;
    while (names.has(backupName(at, reason))) at++;
    return backupName(at, reason);
  }

  async function unasked(reason: 'daily' | 'migration'): Promise<void> {
    try {
      const [found] = await ask('look', { files: [database] });
      if (found?.counts && isNothing(found.counts)) return;
      await inTurn(() => make(reason));
    } catch (error) {
      const known = notMade(error);
      log.warn('backup.failed', { reason, error: known });
      // The same problem is not reported again an hour later.
      if (!failure || !isSameMessage(failure.problem, known.problem) || failure.details !== known.details)
        setFailure(known);
    }
  }

  function find(name: string): NamedBackup {
    const found = readBackupName(name) && known().find((one) => one.name === name);
    if (found) return found;
    throw fail('backups.gone');
  }

  async function describe(backups: NamedBackup[]): Promise<Backup[]> {
    if (backups.length === 0) return [];
    const looks = await ask('look', { files: backups.map(({ name }) => join(folder, name)) });
    return backups.map((backup, index) => ({
      ...backup,
      bytes: sizeOf(join(folder, backup.name)),
      ...(looks[index] ?? { counts: null, problem: null }),
    }));
  }

  return {
    /** Removes unfinished files of a run that crashed. */
    sweep() {
      for (const name of namesIn(folder)) {
        if (isUnfinishedBackupFile(name)) removeQuietly(join(folder, name));
      }
      for (const ending of ['', '-journal', '-wal', '-shm']) removeQuietly(`${database}.restoring${ending}`);
    },
    /** Newest first. */
    list: () => describe(known()),
    /** Makes a backup and removes surplus ones; AppError `storage` if it cannot be made or fails its check. */
    make: (reason: BackupReason) => inTurn(() => make(reason)),
    /** Backs up a database of an older version before it is opened; a failure is kept for `failure`. */
    async beforeMigration() {
      const version = versionOf(database);
      if (version > 0 && version < newestVersion()) await unasked('migration');
    },
    /** Makes the daily backup, unless it exists or there is nothing to back up. Never rejects. */
    async daily() {
      if (isBackupDue(known(), clock.now())) await unasked('daily');
    },
    hasAny: () => known().length > 0,
    /** Throws AppError `not_found` if no backup has that name. */
    async preview(name: string) {
      const backup = find(name);
      const file = join(folder, name);
      const compared = await inTurn(() =>
        ask('compare', { backup: file, database, scratch: `${file}.scratch` }),
      );
      return {
        backup: { ...backup, bytes: sizeOf(file), counts: compared.there, problem: null },
        ...compared,
      };
    },
    /** The path of a backup; throws AppError `not_found`. */
    fileOf: (name: string) => join(folder, find(name).name),
    /** The newest sound backup made before an ISO time; null if there is none. */
    async newestBefore(at: string) {
      for (const backup of known().filter((one) => one.at < at)) {
        const answer = await ask('check', { database: join(folder, backup.name) }).catch(() => null);
        if (answer?.fault === null) return backup;
      }
      return null;
    },
    /** Why the last automatic backup could not be made; null if it was made. */
    failure: () => failure,
  };
}

/** Returns true if a database has no user data. */
export function isNothing({ journals: _, ...counts }: BackupCounts): boolean {
  return Object.values(counts).every((count) => count === 0);
}

/** The version of a database; 0 if it does not exist or cannot be read, which opening it will report. */
function versionOf(database: string): number {
  try {
    const db = openToRead(database);
    try {
      return db.pragma('user_version', { simple: true }) as number;
    } finally {
      db.close();
    }
  } catch {
    return 0;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The next start, or the next backup, tries again.
  }
}

/** A new name is durable once its folder is flushed; Windows does so itself and cannot open a folder. */
function folderToDisk(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Why no backup was made: known causes have their own message, and the file system's error goes under Details. */
function notMade(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const details =
    error instanceof AppError ? error.details : error instanceof Error ? error.message : String(error);
  const isFull = /ENOSPC|EDQUOT/.test(code) || /SQLITE_FULL|ENOSPC|EDQUOT/.test(details);
  const kind = isFull ? 'full' : 'failed';
  return new AppError('storage', msg(`backups.${kind}.message`), {
    why: error instanceof AppError && details === '' ? error.problem : msg(`backups.${kind}.why`),
    fix: msg(`backups.${kind}.fix`),
    details,
    cause: error,
  });
}

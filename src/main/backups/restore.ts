import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Backup, BackupCounts } from '../../shared/contract/backups.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { fail } from '../platform/failures.ts';
import type { Confirmed } from '../platform/plans.ts';
import { openAsIs } from '../store/database.ts';
import { backupChanged } from './backupChanged.ts';
import type { BackupComparison } from './backupJob.ts';
import { type Backups, isNothing } from './backups.ts';
import type { AskBackupWorker } from './backupThread.ts';
import { removeWithLog } from './removeWithLog.ts';
import { lookOf, type StorageMemory } from './storageState.ts';

/** What a person is asked to confirm. */
export type RestorePlan = Pick<BackupComparison, 'print' | 'bytesHash'> & { name: string };

/** Throws AppError `state` while work is in progress, or if the comparison is no longer as it was confirmed. */
export function assertRestorable(
  compared: Pick<BackupComparison, 'underWay' | 'print' | 'bytesHash'>,
  { listed }: Confirmed<RestorePlan>,
): void {
  const { uploads, applications, imports } = compared.underWay;
  if (uploads + applications + imports > 0) {
    throw new AppError('state', msg('backups.underWay.message'), {
      why: msg(`backups.underWay.${uploads > 0 ? 'uploads' : applications > 0 ? 'applications' : 'imports'}`),
      fix: msg('backups.underWay.fix'),
    });
  }
  if (compared.print !== listed.print || compared.bytesHash !== listed.bytesHash) throw backupChanged();
}

/**
 * Replaces the closed database with a backup: backs up the present one, prepares the new file beside it, and renames
 * once, so one of the two is always complete. Returns that backup; null if there was no database.
 */
export async function replaceDatabase(
  parts: { database: string; backups: Backups; ask: AskBackupWorker; memory: StorageMemory; nowMs: number },
  here: BackupCounts,
  { listed: { name, bytesHash } }: Confirmed<RestorePlan>,
): Promise<Backup | null> {
  const { database, backups } = parts;
  const from = backups.fileOf(name);
  const to = `${database}.restoring`;
  // Done before the present database is backed up, which may remove the oldest backup.
  try {
    const at = new Date(parts.nowMs).toISOString();
    await parts.ask('prepare', { backup: from, database, to, at, bytesHash });
    const before = isNothing(here) ? null : await backups.make('restore');
    swap(database, to);
    parts.memory.change({ sound: lookOf(database) });
    return before;
  } catch (error) {
    removeWithLog(to);
    throw error;
  }
}

/** Applies changes still in the old log first: the log must not meet the new file. */
function swap(database: string, prepared: string): void {
  if (existsSync(`${database}-wal`)) {
    const db = openAsIs(database);
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.pragma('journal_mode = DELETE');
    db.close();
  }
  if (existsSync(`${database}-wal`)) throw fail('error.storage');
  renameSync(prepared, database);
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(database), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

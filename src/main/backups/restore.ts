import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Backup, BackupPreview } from '../../shared/contract/backupCalls.ts';
import { AppError } from '../../shared/errors.ts';
import { lossMessage } from '../../shared/lossMessage.ts';
import { msg } from '../../shared/message.ts';
import { openAsIs } from '../store/database.ts';
import { type Backups, isNothing } from './backups.ts';
import type { AskBackupWorker } from './backupThread.ts';
import { removeWithLog } from './removeWithLog.ts';
import { lookOf, type StorageMemory } from './storageState.ts';

/** Throws AppError `state` while work is in progress, or if more would be lost than the user agreed to. */
export function assertRestorable(
  preview: BackupPreview,
  accepted: { drafts: number; applications: number } | null,
): void {
  const { uploads, applications, imports } = preview.underWay;
  if (uploads + applications + imports > 0) {
    throw new AppError('state', msg('backups.underWay.message'), {
      why: msg(`backups.underWay.${uploads > 0 ? 'uploads' : applications > 0 ? 'applications' : 'imports'}`),
      fix: msg('backups.underWay.fix'),
    });
  }
  const lost = { drafts: preview.drafts.lost, applications: preview.applications.lost };
  if (lost.drafts + lost.applications === 0) return;
  const isAgreed =
    accepted !== null && accepted.drafts >= lost.drafts && accepted.applications >= lost.applications;
  if (isAgreed) return;
  throw new AppError('state', msg('backups.loss.message', { loss: lossMessage(lost) }), {
    why: msg('backups.loss.why'),
    fix: msg('backups.loss.fix'),
  });
}

/**
 * Replaces the closed database with a backup: backs up the present one, prepares the new file beside it, and renames
 * once, so one of the two is always complete. Returns that backup; null if there was no database.
 */
export async function replaceDatabase(
  parts: { database: string; backups: Backups; ask: AskBackupWorker; memory: StorageMemory; nowMs: number },
  preview: Pick<BackupPreview, 'backup' | 'here'>,
): Promise<Backup | null> {
  const { database, backups } = parts;
  const from = backups.fileOf(preview.backup.name);
  const to = `${database}.restoring`;
  // Done before the present database is backed up, which may remove the oldest backup.
  try {
    await parts.ask('prepare', { backup: from, database, to, at: new Date(parts.nowMs).toISOString() });
    const before = isNothing(preview.here) ? null : await backups.make('restore');
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
  if (existsSync(`${database}-wal`)) throw new AppError('storage', msg('error.storage.message'));
  renameSync(prepared, database);
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(database), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

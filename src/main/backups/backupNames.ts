import type { BackupReason } from '../../shared/contract/backups.ts';

export interface BackupLimits {
  count: number;
  /** In total. */
  bytes: number;
  /** Kept regardless of size. */
  atLeast: number;
}

export interface NamedBackup {
  name: string;
  /** ISO time. */
  at: string;
  reason: BackupReason;
}

const pattern = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-(daily|asked|migration|restore)\.db$/;

/** A backup's name, `2026-11-21T15-07-36-120Z-daily.db`: sorts by time, valid on every file system. */
export function backupName(atMs: number, reason: BackupReason): string {
  return `${stampOf(atMs)}-${reason}.db`;
}

/** A time as part of a file's name. */
export function stampOf(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(/[:.]/g, '-');
}

/** Parses a file name; null if it is not the name of a backup, such as a path. */
export function readBackupName(name: string): NamedBackup | null {
  const [, day, hour, minute, second, ms, reason] = pattern.exec(name) ?? [];
  const at = `${day}T${hour}:${minute}:${second}.${ms}Z`;
  if (day === undefined || Number.isNaN(Date.parse(at))) return null;
  return { name, at, reason: reason as BackupReason };
}

/** The backups among the names of a folder's files, newest first. */
export function backupsAmong(names: readonly string[]): NamedBackup[] {
  return names
    .flatMap((name) => readBackupName(name) ?? [])
    .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
}

/** Returns true if no backup has the calendar day of `nowMs`, ignoring those made before a restore. */
export function isBackupDue(backups: readonly NamedBackup[], nowMs: number): boolean {
  const today = new Date(nowMs).toDateString();
  return !backups.some(({ at, reason }) => reason !== 'restore' && new Date(at).toDateString() === today);
}

/**
 * Returns the backups beyond the limits, newest first. The newest one made before a migration is always kept and does
 * not count toward the number, but its size counts.
 */
export function backupsToRemove(
  backups: readonly (NamedBackup & { bytes: number })[],
  { count, bytes, atLeast }: BackupLimits,
): string[] {
  const [kept, ...migrations] = backups.filter(({ reason }) => reason === 'migration');
  const others = backups.filter(({ reason }) => reason !== 'migration');
  let total = kept?.bytes ?? 0;
  const end = others.findIndex((backup, index) => {
    total += backup.bytes;
    return index >= count || (index >= atLeast && total > bytes);
  });
  return [...migrations, ...(end < 0 ? [] : others.slice(end))].map(({ name }) => name);
}

import { existsSync, renameSync, statSync } from 'node:fs';
import { stampOf } from './backupNames.ts';
import type { AskBackupWorker } from './backupThread.ts';
import { lookOf, type StorageMemory } from './storageState.ts';

/** The log first: beside a new database it would be taken for that one's. */
const endings = ['-wal', '-shm', '-journal', ''] as const;

/**
 * Moves a database that cannot be used out of the way, with everything beside it, under a dated name in its folder:
 * nothing is deleted. What it is about to do is remembered first, so that a run that dies in the middle is finished by
 * the next one.
 */
export function setAside(database: string, memory: StorageMemory, nowMs: number): void {
  const pending = memory.get().damaged;
  const stamp = pending && !pending.isMoved ? pending.stamp : stampOf(nowMs);
  memory.change({ damaged: { stamp, isMoved: false }, sound: null });
  for (const ending of endings) {
    const from = `${database}${ending}`;
    if (existsSync(from)) renameSync(from, `${asideName(database, stamp)}${ending}`);
  }
  memory.change({ damaged: { stamp, isMoved: true }, dismissed: without(memory, 'damaged') });
}

/** The name that a damaged database has now: `colophon-damaged-2026-11-21T15-07-36-120Z.db`. */
export function asideName(database: string, stamp: string): string {
  return database.replace(/\.db$/, `-damaged-${stamp}.db`);
}

/**
 * Whether there is a damaged database at `database`. A file that nobody touched since it was closed is believed; any
 * other one is read to its end (in the worker). Throws what has another cause than damage.
 */
export async function isDamaged(
  database: string,
  memory: StorageMemory,
  ask: AskBackupWorker,
): Promise<boolean> {
  if (memory.get().damaged?.isMoved === false) return true;
  const look = lookOf(database);
  const log = existsSync(`${database}-wal`) ? statSync(`${database}-wal`).size : 0;
  // A log without its database, or beside an empty one, would be deleted by SQLite.
  if (look === null) return log > 0;
  if (look.size === 0) return true;
  const { sound } = memory.get();
  if (log === 0 && sound?.size === look.size && sound.mtimeMs === look.mtimeMs) return false;
  const { isSound } = await ask('check', { database });
  return !isSound;
}

function without(memory: StorageMemory, id: string): string[] {
  return memory.get().dismissed.filter((one) => one !== id);
}

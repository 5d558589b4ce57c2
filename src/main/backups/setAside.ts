import { existsSync, renameSync, statSync } from 'node:fs';
import { stampOf } from './backupNames.ts';
import type { AskBackupWorker } from './backupThread.ts';
import { lookOf, type StorageMemory } from './storageState.ts';

/** The log first: beside a new database it would be applied to that one. */
const endings = ['-wal', '-shm', '-journal', ''] as const;

/** Moves a database and its side files to a dated name; a move cut short is finished at the next start. */
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

/** The new name of a damaged database: `colophon-damaged-2026-11-21T15-07-36-120Z.db`. */
export function asideName(database: string, stamp: string): string {
  return database.replace(/\.db$/, `-damaged-${stamp}.db`);
}

/** Trusts a file unchanged since it was closed; else the worker reads it. Throws errors other than damage. */
export async function isDamaged(
  database: string,
  memory: StorageMemory,
  ask: AskBackupWorker,
): Promise<boolean> {
  if (memory.get().damaged?.isMoved === false) return true;
  const look = lookOf(database);
  const log = existsSync(`${database}-wal`) ? statSync(`${database}-wal`).size : 0;
  // SQLite would delete a log without its database, or beside an empty one.
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

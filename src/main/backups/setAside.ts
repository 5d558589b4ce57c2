import { existsSync, statSync } from 'node:fs';
import { moveToNew } from '../platform/files/moveToNew.ts';
import { stampOf } from './backupNames.ts';
import type { AskBackupWorker } from './backupThread.ts';
import type { DataFault } from './checkDatabase.ts';
import { lookOf, type StorageMemory } from './storageState.ts';

/** The log first: beside a new database it would be applied to that one. */
const endings = ['-wal', '-shm', '-journal', ''] as const;

/** Moves a database and its side files to a dated name; a move cut short is finished at the next start. */
export function setAside(
  database: string,
  { memory, nowMs, fault }: { memory: StorageMemory; nowMs: number; fault: DataFault },
): void {
  const pending = memory.get().damaged;
  const stamp = freeStamp(database, pending?.isMoved === false ? pending.stamp : stampOf(nowMs), nowMs);
  memory.change({ damaged: { stamp, fault, isMoved: false }, sound: null });
  for (const ending of endings) {
    const from = `${database}${ending}`;
    if (existsSync(from)) moveToNew(from, `${asideName(database, stamp)}${ending}`);
  }
  memory.change({ damaged: { stamp, fault, isMoved: true }, dismissed: without(memory, 'damaged') });
}

/** The stamp, or another one if a file that is to be moved would take the place of one that is there. */
function freeStamp(database: string, stamp: string, nowMs: number): string {
  const isFree = (one: string) =>
    endings.every(
      (ending) => !existsSync(`${database}${ending}`) || !existsSync(`${asideName(database, one)}${ending}`),
    );
  for (let at = nowMs; !isFree(stamp); at++) stamp = stampOf(at);
  return stamp;
}

/** The new name of a damaged database: `colophon-damaged-2026-11-21T15-07-36-120Z.db`. */
export function asideName(database: string, stamp: string): string {
  return database.replace(/\.db$/, `-damaged-${stamp}.db`);
}

/**
 * Why the data file cannot be used; null if it can. Trusts a file unchanged since it was closed; else the worker reads it.
 * Throws other errors.
 */
export async function findFault(
  database: string,
  memory: StorageMemory,
  ask: AskBackupWorker,
): Promise<DataFault | null> {
  const { damaged } = memory.get();
  if (damaged?.isMoved === false) {
    if (isMovedInPart(database, damaged.stamp)) return damaged.fault;
    // Nothing was moved yet, or somebody else wrote the note: the data file itself says how it is.
    memory.change({ damaged: null });
  }
  const look = lookOf(database);
  const log = existsSync(`${database}-wal`) ? statSync(`${database}-wal`).size : 0;
  // SQLite would delete a log without its database, or beside an empty one.
  if (look === null) return log > 0 ? 'damaged' : null;
  if (look.size === 0) return 'damaged';
  const { sound } = memory.get();
  if (log === 0 && sound?.size === look.size && sound.mtimeMs === look.mtimeMs) return null;
  return (await ask('check', { database })).fault;
}

/** Returns true if a move was cut short: its side files have the new name, or only the note of its end is missing. */
function isMovedInPart(database: string, stamp: string): boolean {
  const isAside = (ending: string) => existsSync(`${asideName(database, stamp)}${ending}`);
  return existsSync(database) ? endings.some((ending) => ending !== '' && isAside(ending)) : isAside('');
}

function without(memory: StorageMemory, id: string): string[] {
  return memory.get().dismissed.filter((one) => one !== id);
}

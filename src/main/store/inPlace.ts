import type Database from 'better-sqlite3';
import { AppError } from '../../shared/errors.ts';
import { folderGone, identityOf } from '../platform/files/lockFolder.ts';

type Db = Database.Database;

interface Place {
  /** Of the file when it was opened. */
  identity: string;
  assertHeld: () => void;
}

const places = new WeakMap<Db, Place>();

/** Remembers which file a connection writes to, so that nothing is written, and called saved, once it is gone. */
export function watchPlace(db: Db): void {
  const identity = db.memory ? null : identityOf(db.name);
  if (identity !== null) places.set(db, { identity, assertHeld: () => undefined });
}

/** `assertHeld` throws if the folder is no longer this process's; it is called with every check of the place. */
export function alsoWatch(db: Db, assertHeld: () => void): void {
  const place = places.get(db);
  if (place) place.assertHeld = assertHeld;
}

/** The error of `assertInPlace`, or null: what the next change would end with. */
export function misplacedOf(db: Db): AppError | null {
  try {
    assertInPlace(db);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Throws AppError `storage` if the file of a connection was deleted, moved or replaced since it was opened. */
export function assertInPlace(db: Db): void {
  const place = places.get(db);
  if (!place) return;
  if (identityOf(db.name) !== place.identity) throw folderGone(db.name);
  place.assertHeld();
}

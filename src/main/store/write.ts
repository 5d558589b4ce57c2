import type Database from 'better-sqlite3';

type Db = Database.Database;

/**
 * Runs `work` in a write transaction: all of its changes are kept, or none. Inside another one it is a part of that one.
 * Every write goes through here, because the lock has to be taken at the beginning: a transaction that reads first and
 * finds the database locked when it comes to write fails at once, however long SQLite may wait.
 */
export function write<T>(db: Db, work: () => T): T {
  return db.transaction(work).immediate();
}

/** Returns `work` as a function that runs in a write transaction. */
export function asWrite<A extends unknown[], R>(db: Db, work: (...given: A) => R): (...given: A) => R {
  return (...given) => write(db, () => work(...given));
}

/** Runs `work` so that all of its reads see the same moment of the database. */
export function readTogether<T>(db: Db, work: () => T): T {
  return db.transaction(work)();
}

import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'better-sqlite3';

type Db = Database.Database;

/** Milliseconds that the main thread waits for another connection's lock where it stands: less than a frame. */
const framePatience = 12;
/** Milliseconds that a write waits which cannot be repeated later. */
const longPatience = 10_000;
/** Milliseconds that `retryWhileLocked` goes on trying, and between two looks whether the lock is gone. */
const retryFor = 60_000;
const lookEvery = 20;

/** Somebody else holds the write lock, and nothing was written yet: `retryWhileLocked` tries again when it is free. */
export class DatabaseLocked extends Error {
  readonly db: Db;
  constructor(db: Db, cause: unknown) {
    super('The database is locked.', { cause });
    this.db = db;
  }
}

/** The work of `retryWhileLocked` that runs now, before it waits for anything. */
let repeatable: { hasWritten: boolean } | null = null;

/**
 * Runs `work` in a write transaction: all of its changes are kept, or none. Inside another one it is a part of that one.
 * Every write goes through here, because the lock has to be taken at the beginning: a transaction that reads first and
 * finds the database locked when it comes to write fails at once, however long SQLite may wait.
 */
export function write<T>(db: Db, work: () => T): T {
  if (db.inTransaction) return db.transaction(work)();
  let hasBegun = false;
  const transaction = db.transaction(() => {
    hasBegun = true;
    return work();
  });
  return takeLock(
    db,
    () => transaction.immediate(),
    () => hasBegun,
  );
}

/** Returns `work` as a function that runs in a write transaction. */
export function asWrite<A extends unknown[], R>(db: Db, work: (...given: A) => R): (...given: A) => R {
  return (...given) => write(db, () => work(...given));
}

/** Runs `work` so that all of its reads see the same moment of the database. */
export function readTogether<T>(db: Db, work: () => T): T {
  return db.transaction(work)();
}

/**
 * From now on `db` does not hold up its thread for longer than a frame, and a statement that changes something by itself,
 * outside of `write`, takes the lock as `write` does.
 */
export function keepResponsive(db: Db): void {
  db.pragma(`busy_timeout = ${framePatience}`);
  const prepare = db.prepare.bind(db) as (sql: string) => Database.Statement;
  const guarded = (sql: string): Database.Statement => {
    const statement = prepare(sql);
    if (statement.readonly) return statement;
    for (const name of ['run', 'get', 'all'] as const) {
      const run = statement[name].bind(statement) as (...given: unknown[]) => unknown;
      const guardedRun = (...given: unknown[]) =>
        db.inTransaction ? run(...given) : takeLock(db, () => run(...given));
      Object.assign(statement, { [name]: guardedRun });
    }
    return statement;
  };
  Object.assign(db, { prepare: guarded });
}

/**
 * Runs `work`; while somebody else holds the write lock, runs it again later, and nothing else waits meanwhile. It is only
 * repeated if the lock stopped it before its first write, and before it waited for anything: then it has done nothing.
 */
export async function retryWhileLocked<T>(work: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + retryFor;
  for (;;) {
    try {
      return await begin(work);
    } catch (error) {
      if (!(error instanceof DatabaseLocked)) throw error;
      if (performance.now() > until) throw error.cause;
      await whenUnlocked(error.db, until);
    }
  }
}

/** Calls `work`, which may be repeated until it writes or returns its promise. */
function begin<T>(work: () => T): T {
  const outer = repeatable;
  const own = { hasWritten: false };
  repeatable = own;
  try {
    return work();
  } finally {
    repeatable = outer;
    if (outer && own.hasWritten) outer.hasWritten = true;
  }
}

const waiting = new WeakMap<Db, Promise<void>>();

/** Resolves when nobody else holds the write lock, or at `until` (of `performance.now`). All who wait look only once. */
export function whenUnlocked(db: Db, until = Number.POSITIVE_INFINITY): Promise<void> {
  const known = waiting.get(db);
  if (known) return known;
  if (!isLocked(db)) return Promise.resolve();
  const unlocked = waitUntilUnlocked(db, until).finally(() => waiting.delete(db));
  waiting.set(db, unlocked);
  return unlocked;
}

async function waitUntilUnlocked(db: Db, until: number): Promise<void> {
  do await sleep(lookEvery);
  while (isLocked(db) && performance.now() < until);
}

function isLocked(db: Db): boolean {
  if (!db.open || db.inTransaction) return false;
  try {
    withPatience(db, 0, () => db.transaction(() => undefined).immediate());
    return false;
  } catch (error) {
    // Whoever writes next meets any other error.
    return isBusy(error);
  }
}

/** Calls `attempt`, which takes the lock first of all; `hasBegun` tells whether it got it. */
function takeLock<T>(db: Db, attempt: () => T, hasBegun = () => false): T {
  const isAlone = repeatable !== null && !repeatable.hasWritten;
  // Somebody is waiting for the lock already: looking again would only hold this thread up.
  const patience = isAlone && waiting.has(db) ? 0 : null;
  try {
    const result = patience === null ? attempt() : withPatience(db, patience, attempt);
    if (repeatable) repeatable.hasWritten = true;
    return result;
  } catch (error) {
    if (!isBusy(error) || hasBegun()) throw error;
    if (isAlone) throw new DatabaseLocked(db, error);
    return withPatience(db, longPatience, attempt);
  }
}

function withPatience<T>(db: Db, ms: number, work: () => T): T {
  const before = db.pragma('busy_timeout', { simple: true });
  db.pragma(`busy_timeout = ${ms}`);
  try {
    return work();
  } finally {
    db.pragma(`busy_timeout = ${before}`);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

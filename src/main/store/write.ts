import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { member } from '../../shared/json.ts';
import { assertInPlace } from './inPlace.ts';

type Db = Database.Database;

/** How long the main thread blocks for another connection's lock, in milliseconds: less than a frame. */
const frameTimeout = 12;
/** How long a write that cannot be retried later waits for the lock, in milliseconds. */
const longTimeout = 10_000;
/** How long `retryWhileLocked` keeps trying, and how often it checks whether the lock is free, in milliseconds. */
const retryFor = 60_000;
const lookEvery = 20;

/** Another connection holds the write lock and nothing has been written yet, so `retryWhileLocked` tries again. */
export class DatabaseLocked extends Error {
  readonly db: Db;
  constructor(db: Db, cause: unknown) {
    super('The database is locked.', { cause });
    this.db = db;
  }
}

/** Shared with threads that write to the same database: 1 when this thread has wanted to write. */
export type WriteSignal = Int32Array<SharedArrayBuffer>;

const signals = new WeakMap<Db, WriteSignal>();

/** The signal of a connection, for a thread that ends its transaction early when this thread wants to write. */
export function writeSignalOf(db: Db): WriteSignal {
  const signal = signals.get(db) ?? new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  signals.set(db, signal);
  return signal;
}

function giveSignal(db: Db): void {
  const signal = signals.get(db);
  if (signal) Atomics.store(signal, 0, 1);
}

/** The work of `retryWhileLocked` that is running now, before it awaits anything. */
let repeatable: { hasWritten: boolean } | null = null;

/**
 * Stores all changes of `work` or none; joins an outer transaction. Takes the lock first, because SQLite immediately
 * fails a transaction that reads and then finds the database locked.
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

/** Runs `work` so that all of its reads see the same state of the database. */
export function readTogether<T>(db: Db, work: () => T): T {
  return db.transaction(work)();
}

/** Never blocks its thread longer than a frame; single statements that write take the lock like `write`. */
export function keepResponsive(db: Db): void {
  db.pragma(`busy_timeout = ${frameTimeout}`);
  const prepare = db.prepare.bind(db) as (sql: string) => Database.Statement;
  const guarded = (sql: string): Database.Statement => {
    const statement = prepare(sql);
    for (const name of ['run', 'get', 'all'] as const) {
      const run = statement[name].bind(statement) as (...given: unknown[]) => unknown;
      const guardedRun = (...given: unknown[]) =>
        db.inTransaction || statement.readonly ? run(...given) : takeLock(db, () => run(...given));
      Object.assign(statement, { [name]: guardedRun });
    }
    return statement;
  };
  Object.assign(db, { prepare: guarded });
}

/**
 * Repeats `work`, without blocking, once another connection's write lock is gone; only if the lock stopped it before
 * its first write and first await, so that it has done nothing yet.
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

/** Calls `work`, which may be retried until it writes or returns a promise. */
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

/** Resolves when the write lock is free, or at `until` (of `performance.now`). All waiters share one check. */
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
  giveSignal(db);
  try {
    withBusyTimeout(db, 0, () => db.transaction(() => undefined).immediate());
    return false;
  } catch (error) {
    // The next writer will encounter any other error.
    return isBusy(error);
  }
}

/** Calls `attempt`, which takes the lock first; `hasBegun` returns true if it got the lock. */
function takeLock<T>(db: Db, attempt: () => T, hasBegun = () => false): T {
  assertInPlace(db);
  const isAlone = repeatable !== null && !repeatable.hasWritten;
  // Another caller is already waiting for the lock: checking again would only block this thread.
  const timeout = isAlone && waiting.has(db) ? 0 : null;
  giveSignal(db);
  try {
    const result = timeout === null ? attempt() : withBusyTimeout(db, timeout, attempt);
    if (repeatable) repeatable.hasWritten = true;
    return result;
  } catch (error) {
    if (!isBusy(error) || hasBegun()) throw error;
    if (isAlone) throw new DatabaseLocked(db, error);
    return withBusyTimeout(db, longTimeout, attempt);
  }
}

function withBusyTimeout<T>(db: Db, ms: number, work: () => T): T {
  const before = db.pragma('busy_timeout', { simple: true });
  db.pragma(`busy_timeout = ${ms}`);
  try {
    return work();
  } finally {
    db.pragma(`busy_timeout = ${before}`);
  }
}

function isBusy(error: unknown): boolean {
  return String(member(error, 'code')).startsWith('SQLITE_BUSY');
}

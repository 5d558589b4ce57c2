import Database from 'better-sqlite3';

const kinds = ['before statement', 'before write', 'after write', 'before request', 'before answer'] as const;

/**
 * A moment to kill the application that can be counted, unlike a time: before or after its nth statement or write, or
 * before its nth request leaves or its nth answer is read.
 */
export interface KillPoint {
  at: (typeof kinds)[number];
  /** Counted from 1. */
  number: number;
}

/** The kind of the next point (0: none, else its place in `kinds` from 1) and how many are left, for all threads. */
export type SharedPoint = Int32Array<SharedArrayBuffer>;

/** The name of the `SharedPoint` in the environment data of worker threads. */
export const sharedName = 'chaos.kill';

/** Counts in a thread, and kills the process at the point that was set last. */
export interface KillSwitch {
  set(point: KillPoint | null): void;
  count(at: KillPoint['at']): void;
}

export function createSharedPoint(): SharedPoint {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** Creates the switch of a thread. */
export function createKillSwitch(shared: SharedPoint): KillSwitch {
  return {
    set(point) {
      Atomics.store(shared, 1, point?.number ?? 0);
      Atomics.store(shared, 0, point ? kinds.indexOf(point.at) + 1 : 0);
    },
    count(at) {
      if (Atomics.load(shared, 0) !== kinds.indexOf(at) + 1) return;
      if (Atomics.sub(shared, 1, 1) <= 1) process.kill(process.pid, 'SIGKILL');
    },
  };
}

/** Changes nothing. `whenUnlocked` only tests the lock with it, after pauses whose end no seed determines. */
const takesLock = 'BEGIN IMMEDIATE';

type Run = (this: Database.Statement, ...given: unknown[]) => unknown;

/** Counts every statement of this thread from now on, on all connections. */
export function countStatements({ count }: KillSwitch): void {
  const db = new Database(':memory:');
  const prototype = Object.getPrototypeOf(db.prepare('SELECT 1')) as Record<'run' | 'get' | 'all', Run>;
  db.close();
  for (const name of ['run', 'get', 'all'] as const) {
    const run = prototype[name];
    prototype[name] = function (...given) {
      const isWrite = !this.readonly && this.source !== takesLock;
      count('before statement');
      if (isWrite) count('before write');
      const result = run.apply(this, given);
      if (isWrite) count('after write');
      return result;
    };
  }
  const { exec } = Database.prototype;
  Database.prototype.exec = function (sql) {
    count('before statement');
    return exec.call(this, sql);
  };
}

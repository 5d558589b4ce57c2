import Database from 'better-sqlite3';

/**
 * A moment to kill the application that can be counted, unlike a time: before or after its nth statement or write, or
 * before its nth request leaves or its nth answer is read. Worker threads are not counted.
 */
export interface KillPoint {
  at: 'before statement' | 'before write' | 'after write' | 'before request' | 'before answer';
  /** Counted from 1. */
  number: number;
}

/** Counts in the application's process, and kills it at the point that was set last. */
export interface KillSwitch {
  set(point: KillPoint | null): void;
  count(at: KillPoint['at']): void;
}

/** Creates the switch; `kill` must end the process at once. */
export function createKillSwitch(point: KillPoint | null, kill: () => void): KillSwitch {
  let next = point && { ...point };
  return {
    set(point) {
      next = point && { ...point };
    },
    count(at) {
      if (next?.at !== at) return;
      next.number -= 1;
      if (next.number <= 0) kill();
    },
  };
}

type Run = (this: Database.Statement, ...given: unknown[]) => unknown;

/** Counts every statement of this thread from now on, on all connections. */
export function countStatements({ count }: KillSwitch): void {
  const db = new Database(':memory:');
  const prototype = Object.getPrototypeOf(db.prepare('SELECT 1')) as Record<'run' | 'get' | 'all', Run>;
  db.close();
  for (const name of ['run', 'get', 'all'] as const) {
    const run = prototype[name];
    prototype[name] = function (...given) {
      count('before statement');
      if (!this.readonly) count('before write');
      const result = run.apply(this, given);
      if (!this.readonly) count('after write');
      return result;
    };
  }
  const { exec } = Database.prototype;
  Database.prototype.exec = function (sql) {
    count('before statement');
    return exec.call(this, sql);
  };
}

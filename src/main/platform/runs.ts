import type { Scope, Task } from './scope.ts';

/** Work that goes on in the background under a key, such as an account; at most one for each key. */
export interface Runs<Key> {
  has(key: Key): boolean;
  /** Starts work, which must not throw errors that a user should see. Does nothing once the program stops. */
  start(key: Key, work: (signal: AbortSignal) => Promise<void>): void;
  /** Aborts the signal of the work, if it is running; resolves when it has ended. */
  stop(key: Key, reason?: unknown): Promise<void>;
}

/** `ended` is called after each run, when another may start. */
export function createRuns<Key>(scope: Scope, name: string, ended: (key: Key) => void = () => {}): Runs<Key> {
  const tasks = new Map<Key, Task>();
  return {
    has: (key) => tasks.has(key),
    start(key, work) {
      if (scope.signal.aborted) return;
      const task = scope.run(name, async (signal) => {
        try {
          await work(signal);
        } finally {
          tasks.delete(key);
          ended(key);
        }
      });
      tasks.set(key, task);
    },
    async stop(key, reason) {
      const task = tasks.get(key);
      task?.abort(reason);
      await task?.ended;
    },
  };
}

/** Returns a function that says whether the next report of progress is due, which it is four times a second. */
export function createReportTimer(clock: { monotonic(): number }): () => boolean {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.monotonic();
    if (now - reportedAt < reportEvery) return false;
    reportedAt = now;
    return true;
  };
}

/** Milliseconds. */
const reportEvery = 250;

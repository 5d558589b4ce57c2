import type { Clock } from '../platform/clock.ts';
import type { Scope } from '../platform/scope.ts';

/** Nothing to do for `ms` milliseconds, or until woken. */
export interface Wait {
  kind: 'wait';
  ms: number;
}

export type TaskLoop = ReturnType<typeof createTaskLoop>;

interface TaskLoopOptions<Task extends { kind: string }> {
  clock: Pick<Clock, 'sleep'>;
  /** Owns the loop while it runs; `stop` of the loop itself lets a request in flight finish. */
  scope: Scope;
  /** The name under which errors of the loop itself are logged. */
  name: string;
  /** Returns what to do next; null when nothing is left, or nothing can be done until the user acts. */
  pick(): Task | Wait | null;
  run(task: Task): Promise<void>;
  /** Called after an error that is not part of the protocol; `task` null: choosing failed. */
  fail(error: unknown, task: Task | Wait | null): void;
}

/** Milliseconds after an error of our own. */
export const pauseAfterBug = 5_000;

/** Runs one task after the other until none is left; starts when woken. */
export function createTaskLoop<Task extends { kind: string }>(options: TaskLoopOptions<Task>) {
  const { clock, scope, name } = options;
  const stopReads = new AbortController();
  const stopSends = new AbortController();
  let round = new AbortController();
  let running: Promise<void> | null = null;
  let isStopped = false;
  let isSending = false;
  let isWoken = false;

  async function run(): Promise<void> {
    while (!isStopped && !scope.signal.aborted) {
      round = new AbortController();
      isWoken = false;
      let task: Task | Wait | null = null;
      try {
        task = options.pick();
        if (!task) return;
        if (isWait(task)) await clock.sleep(task.ms, round.signal);
        else await options.run(task);
      } catch (error) {
        // Being woken only ends a wait.
        if (error instanceof Error && error.name === 'AbortError') continue;
        options.fail(error, task);
        // Otherwise a task that fails again and again would keep the process busy.
        await clock.sleep(pauseAfterBug, round.signal).catch(() => undefined);
      }
    }
  }

  async function runToEnd(): Promise<void> {
    try {
      await run();
    } finally {
      running = null;
      if (isWoken) loop.wake();
    }
  }

  async function abortSendsAfter(ms: number, ended: AbortSignal): Promise<void> {
    try {
      await clock.sleep(ms, ended);
    } catch {
      return;
    }
    stopSends.abort();
  }

  const loop = {
    /** Ends a wait, so that the next task is chosen again; starts the loop if it had nothing to do. */
    wake(): void {
      if (isStopped) return;
      isWoken = true;
      round.abort();
      running ??= scope.run(name, runToEnd).ended;
    },
    /** Starts no further task; waits `graceMs` for a request in `whileSending`, then aborts it. */
    async stop(graceMs: number): Promise<void> {
      isStopped = true;
      round.abort();
      stopReads.abort();
      if (!running) return;
      const ended = new AbortController();
      await Promise.all([
        running.finally(() => ended.abort()),
        abortSendsAfter(isSending ? graceMs : 0, ended.signal),
      ]);
    },
    /** Aborted when the loop is woken or stopped: for a task that waits for the limiter. */
    turn: () => round.signal,
    /** Aborted at once when the loop is stopped: for requests that only read. */
    reads: stopReads.signal,
    /** Runs a request that changes something at the directory: aborting it leaves its outcome open. */
    async whileSending<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      isSending = true;
      try {
        return await work(stopSends.signal);
      } finally {
        isSending = false;
      }
    },
  };
  return loop;
}

function isWait(task: { kind: string }): task is Wait {
  return task.kind === 'wait';
}

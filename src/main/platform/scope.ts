import { AppError } from '../../shared/errors.ts';
import type { Log } from './log.ts';

/** One background task. */
export interface Task {
  /** Resolves when the task has ended, however it ended. */
  readonly ended: Promise<void>;
  /** Aborts the task's signal. */
  abort(reason?: unknown): void;
}

/**
 * Owns background work that nobody awaits. `stop` resolves after every task has ended, so that their resources can be
 * closed.
 */
export interface Scope {
  /** Aborted when the scope is stopped. */
  readonly signal: AbortSignal;
  /**
   * Starts a task at once, unless the scope is stopped. An error of the task is logged under `name`, as a warning if it
   * is an AppError such as a full disk; ending because the signal was aborted is not an error. Never throws.
   */
  run(name: string, work: (signal: AbortSignal) => unknown): Task;
  /** Runs work that its caller awaits; rejects with the signal's reason if the scope has stopped. */
  call<T>(work: (signal: AbortSignal) => T | Promise<T>): Promise<T>;
  /** A child scope, which stops with this one at the latest. */
  child(): Scope;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
  /** Starts nothing more, aborts the signal, and resolves when all tasks, calls and children have ended. */
  stop(): Promise<void>;
}

export interface ScopeParts {
  log: Pick<Log, 'warn' | 'error'>;
  /** Converts an error of a library, such as a full disk, to an AppError; returns any other error unchanged. */
  known?: (error: unknown) => unknown;
}

/** Creates a scope without a parent. */
export function createScope(parts: ScopeParts): Scope {
  const { log, known = (error) => error } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const active = new Set<Promise<unknown>>();
  const children: Scope[] = [];

  async function idle(): Promise<void> {
    await Promise.all(children.map((child) => child.idle()));
    while (active.size > 0) await Promise.allSettled(active);
  }

  return {
    signal,
    idle,
    run(name, work) {
      if (signal.aborted) return { ended: Promise.resolve(), abort: () => undefined };
      const own = new AbortController();
      const either = AbortSignal.any([signal, own.signal]);
      const ended: Promise<void> = start(work, either)
        .then(
          () => undefined,
          (thrown: unknown) => {
            const error = known(thrown);
            if (either.aborted && isCancelled(error)) return;
            log[error instanceof AppError ? 'warn' : 'error'](name, { error });
          },
        )
        .finally(() => active.delete(ended));
      active.add(ended);
      return { ended, abort: (reason) => own.abort(reason) };
    },
    async call(work) {
      signal.throwIfAborted();
      const running = start(work, signal);
      active.add(running);
      try {
        return await running;
      } finally {
        active.delete(running);
      }
    },
    child() {
      const child = createScope(parts);
      children.push(child);
      return child;
    },
    async stop() {
      stopping.abort();
      await Promise.all(children.map((child) => child.stop()));
      await idle();
    },
  };
}

/** Returns true if an error only reports that the work was aborted. */
function isCancelled(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'cancelled';
  return error instanceof Error && error.name === 'AbortError';
}

/** Turns an error that the work throws synchronously into a rejection, too. */
async function start<T>(work: (signal: AbortSignal) => T | Promise<T>, signal: AbortSignal): Promise<T> {
  return work(signal);
}

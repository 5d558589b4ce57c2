import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Scope } from '../platform/scope.ts';

/** What stands still for so long, in milliseconds; being woken ends it. */
export interface Wait {
  kind: 'wait';
  ms: number;
}

/** Does one job after the other until there is none left. */
export interface JobLoop {
  /** Something changed: a wait ends and the next job is chosen anew. Starts the loop if it had nothing to do. `isAsked`: somebody acted. */
  wake(isAsked?: boolean): void;
  /** Whether somebody acted since the job at hand was chosen: what its answer says about the account as a whole is old by now. */
  isOvertaken(): boolean;
  /** Takes no further job; lets what `whileSending` runs end for `graceMs`, then breaks it off. */
  stop(graceMs: number): Promise<void>;
  /** Ends where a job waits for its turn and the loop is woken or stopped. */
  turn(): AbortSignal;
  /** Ends what only reads, at once when the loop is stopped. */
  readonly reads: AbortSignal;
  /** Runs what changes something elsewhere: breaking it off leaves open what became of it. */
  whileSending<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

export interface JobLoopParts<Job extends { kind: string }> {
  clock: Pick<Clock, 'sleep'>;
  log: Pick<Log, 'error'>;
  /** Owns the loop while it runs; the loop itself is ended by its `stop`, which lets a request under way finish. */
  scope: Scope;
  /** Under what the log names errors of the loop itself. */
  area: string;
  accountId: string;
  /** What to do next; null when there is nothing left to do, or nobody can do it before somebody acts. */
  pick(): Job | Wait | null;
  work(job: Job): Promise<void>;
  /** Told of an error of our own; `job` null: choosing failed. */
  fail(error: unknown, job: Job | Wait | null): void;
}

/** After an error of our own, in milliseconds. */
export const pauseAfterBug = 5_000;

/** Makes a loop of jobs, one at a time; nothing runs before it is woken. */
export function createJobLoop<Job extends { kind: string }>(parts: JobLoopParts<Job>): JobLoop {
  const { clock } = parts;
  const breakReads = new AbortController();
  const breakSends = new AbortController();
  let round = new AbortController();
  let running: Promise<void> | null = null;
  let isStopped = false;
  let isSending = false;
  let isWanted = false;
  let hasActed = false;

  async function run(): Promise<void> {
    while (!isStopped && !parts.scope.signal.aborted) {
      round = new AbortController();
      isWanted = false;
      hasActed = false;
      let job: Job | Wait | null = null;
      try {
        job = parts.pick();
        if (!job) return;
        if (isWait(job)) await clock.sleep(job.ms, round.signal);
        else await parts.work(job);
      } catch (error) {
        // Being woken ends a wait, nothing else.
        if (error instanceof Error && error.name === 'AbortError') continue;
        parts.fail(error, job);
        // What failed may fail again before anything is waited for: nothing else would ever have its turn.
        await clock.sleep(pauseAfterBug, round.signal).catch(() => undefined);
      }
    }
  }

  async function runToEnd(): Promise<void> {
    try {
      await run();
    } finally {
      running = null;
      if (isWanted) loop.wake();
    }
  }

  async function breakOffAfter(ms: number, ended: AbortSignal): Promise<void> {
    try {
      await clock.sleep(ms, ended);
    } catch {
      return;
    }
    breakSends.abort();
  }

  const loop: JobLoop = {
    wake(isAsked = false) {
      if (isStopped) return;
      isWanted = true;
      hasActed ||= isAsked;
      round.abort();
      running ??= parts.scope.run(parts.area, runToEnd).ended;
    },
    isOvertaken: () => hasActed,
    async stop(graceMs) {
      isStopped = true;
      round.abort();
      breakReads.abort();
      if (!running) return;
      const ended = new AbortController();
      await Promise.all([
        running.finally(() => ended.abort()),
        breakOffAfter(isSending ? graceMs : 0, ended.signal),
      ]);
    },
    turn: () => round.signal,
    reads: breakReads.signal,
    async whileSending(work) {
      isSending = true;
      try {
        return await work(breakSends.signal);
      } finally {
        isSending = false;
      }
    },
  };
  return loop;
}

function isWait(job: { kind: string }): job is Wait {
  return job.kind === 'wait';
}

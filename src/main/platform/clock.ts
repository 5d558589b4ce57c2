import { setTimeout as wait } from 'node:timers/promises';

/** Time as the application sees it; tests pass a clock that they control. */
export interface Clock {
  /** Wall clock, milliseconds since 1970. */
  now(): number;
  /** Monotonic, milliseconds; the same for all processes until the computer is restarted. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => Number(process.hrtime.bigint() / 1000n) / 1000,
  sleep: (ms, signal) => wait(ms, undefined, signal ? { signal } : {}),
};

/**
 * When something is due that was last done at an ISO time (null: never) and is done every `ms`, in milliseconds since 1970.
 * A clock that was set back since must not put it off for ever: then it is due now.
 */
export function dueAgain(at: string | null, ms: number, now: number): number {
  const last = Date.parse(at ?? '');
  return last <= now ? last + ms : now;
}

/** Returns true if that is due. */
export function isDueAgain(at: string | null, ms: number, now: number): boolean {
  return dueAgain(at, ms, now) <= now;
}

/** Asks every `every` ms whether `isThere`, and returns false if it is not within `patience` ms. Rejects if `signal` is aborted. */
export async function waitUntil(
  isThere: () => boolean,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  { every, patience, signal }: { every: number; patience: number; signal: AbortSignal },
): Promise<boolean> {
  const until = clock.monotonic() + patience;
  while (!isThere()) {
    if (clock.monotonic() >= until) return false;
    await clock.sleep(every, signal);
  }
  return true;
}

/** The wall clock as ISO time. */
export function isoNow({ clock }: { clock: Pick<Clock, 'now'> }): string {
  return new Date(clock.now()).toISOString();
}

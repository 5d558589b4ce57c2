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

/** The wall clock as ISO time. */
export function isoNow({ clock }: { clock: Pick<Clock, 'now'> }): string {
  return new Date(clock.now()).toISOString();
}

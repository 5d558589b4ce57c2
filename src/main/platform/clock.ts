import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../servicesOptions.ts';

/** The computer's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, signal ? { signal } : {}),
};

/** The wall clock as ISO time. */
export function isoNow({ clock }: { clock: Pick<Clock, 'now'> }): string {
  return new Date(clock.now()).toISOString();
}

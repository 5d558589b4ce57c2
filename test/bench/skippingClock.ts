import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/main/platform/clock.ts';

/** Turns of the event loop after which all woken work has gone as far as it can without waiting. */
const turnsOfWork = 4;

/** A clock without real waiting: once everything sleeps, it jumps to the earliest time at which somebody wakes. */
export function skippingClock(start: number): Clock {
  let elapsed = 0;
  let isSkipping = false;
  const sleepers = new Set<{ at: number; wake: () => void }>();

  async function skip(): Promise<void> {
    isSkipping = true;
    while (sleepers.size > 0) {
      for (let turn = 0; turn < turnsOfWork; turn++) await setImmediate();
      const next = [...sleepers].sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      sleepers.delete(next);
      elapsed = Math.max(elapsed, next.at);
      next.wake();
    }
    isSkipping = false;
  }
  return {
    now: () => Math.floor(start + elapsed),
    monotonic: () => elapsed,
    sleep: (ms, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const sleeper = { at: elapsed + Math.max(0, ms), wake: resolve };
      const giveUp = () => {
        sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      if (signal?.aborted) giveUp();
      else {
        sleepers.add(sleeper);
        signal?.addEventListener('abort', giveUp, { once: true });
        if (!isSkipping) void skip();
      }
      return promise;
    },
  };
}

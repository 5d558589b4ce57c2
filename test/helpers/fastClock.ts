import { type Clock, systemClock } from '../../src/main/platform/clock.ts';

/** The computer's clock, running so many times as fast. */
export function fastClock(factor: number): Clock {
  const wall = Date.now();
  const start = performance.now();
  return {
    now: () => Math.floor(wall + (performance.now() - start) * factor),
    monotonic: () => (performance.now() - start) * factor,
    sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
  };
}

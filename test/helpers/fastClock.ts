import { type Clock, systemClock } from '../../src/main/platform/clock.ts';

/** The computer's clock, sped up by a factor. */
export function fastClock(factor: number): Clock {
  const wall = Date.now();
  const start = performance.now();
  return {
    now: () => Math.floor(wall + (performance.now() - start) * factor),
    monotonic: () => (performance.now() - start) * factor,
    sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
  };
}

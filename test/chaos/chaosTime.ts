import { type Clock, systemClock } from '../../src/main/platform/clock.ts';

/** A time that runs `factor` times as fast as the computer's, the same in every process: it was `wall` at `at`. */
export interface ChaosTime {
  factor: number;
  /** Milliseconds since 1970. */
  wall: number;
  /** Milliseconds of the system's steady clock (`steadyMs`). */
  at: number;
}

/** The system's steady clock in milliseconds: the same for all processes, and nobody can set it. */
export function steadyMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}

/** The fast time now, whole milliseconds since 1970. */
export function chaosNow({ factor, wall, at }: ChaosTime): number {
  return Math.floor(wall + (steadyMs() - at) * factor);
}

/** The application's clock in that time; `offset` is how wrong its wall clock is, in milliseconds. */
export function chaosClock(time: ChaosTime, offset: () => number): Clock {
  return {
    now: () => chaosNow(time) + offset(),
    monotonic: () => steadyMs() * time.factor,
    sleep: (ms, signal) => systemClock.sleep(ms / time.factor, signal),
  };
}

/** Carries with each request since when at the earliest the limiter may have let it go (`steadyMs`). */
export const leftHeader = 'x-chaos-left';

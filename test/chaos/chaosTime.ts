import { type Clock, systemClock } from '../../src/main/platform/clock.ts';

/** A time that runs `factor` times as fast as real time, the same in every process: it was `wall` at `at`. */
export interface ChaosTime {
  factor: number;
  /** Milliseconds since 1970. */
  wall: number;
  /** Milliseconds of the system's monotonic clock (`steadyMs`). */
  at: number;
}

/** The system's monotonic clock in milliseconds, the same in all processes. */
export function steadyMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}

/** The fast time now, in whole milliseconds since 1970. */
export function chaosNow({ factor, wall, at }: ChaosTime): number {
  return Math.floor(wall + (steadyMs() - at) * factor);
}

/** The application's clock in that time; `offset` is the error of its wall clock in milliseconds. */
export function chaosClock(time: ChaosTime, offset: () => number): Clock {
  return {
    now: () => chaosNow(time) + offset(),
    monotonic: () => steadyMs() * time.factor,
    sleep: (ms, signal) => systemClock.sleep(ms / time.factor, signal),
  };
}

/** The header of a request with the earliest time at which the limiter may have granted it (`steadyMs`). */
export const leftHeader = 'x-chaos-left';

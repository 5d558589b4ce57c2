import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../src/main/platform/clock.ts';
import { seeded } from './seeded.ts';

/** The longest delay of a message between threads, in real milliseconds. */
const longest = 6;

/**
 * Draws the order of a process's work from a seed: random numbers, how late timers fire, and when messages to worker
 * threads arrive. Returns a clock whose timers fire up to an eighth late.
 */
export function seedSchedule(seed: number, clock: Clock): Clock {
  const numbers = seeded(seed);
  Math.random = () => numbers.int(0, 2 ** 30 - 1) / 2 ** 30;
  delayMessages(seed + 1);
  const late = seeded(seed + 2);
  return { ...clock, sleep: (ms, signal) => clock.sleep(ms * (1 + late.int(0, 125) / 1000), signal) };
}

/** Passes messages on to worker threads later, each thread's in their order. */
function delayMessages(seed: number): void {
  const delays = seeded(seed);
  const last = new WeakMap<Worker, Promise<unknown>>();
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, ...given: Parameters<typeof postMessage>) {
    const before = last.get(this) ?? Promise.resolve();
    const due = before.then(() => pause(delays.int(0, longest)));
    last.set(
      this,
      due.then(() => postMessage.apply(this, given)),
    );
  };
}

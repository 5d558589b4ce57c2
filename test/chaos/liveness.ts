import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from './problem.ts';

/**
 * How much may happen, once all faults have ended, until everything queued is sent, refused or explained. Counted, never
 * timed: on a busy computer each step only takes longer.
 */
export interface StepLimit {
  /** Requests that arrive anywhere, and so many more for each open record. */
  requests: number;
  requestsEach: number;
  /** Looks in a row that find neither a new request nor any other change, before the next nap. */
  quietLooks: number;
  /** Times that the computer sleeps and wakes up later. */
  naps: number;
}

export const usualSteps: StepLimit = { requests: 200, requestsEach: 15, quietLooks: 100, naps: 12 };

export interface Living {
  /** Descriptions of unfinished work; none: everything is at rest. */
  look(): Promise<string[]>;
  /** Open records. */
  open(): number;
  /** Requests so far. */
  requests(): number;
  /** Lets time pass that nobody can wait for, after these works did not move. */
  nap(busy: readonly string[]): Promise<void>;
}

/** Real milliseconds between two looks, so that looking is not what keeps everything busy. */
const between = 60;

/** Waits until everything is at rest; work that takes too many steps is a problem. */
export async function untilAtRest(living: Living, limit: StepLimit): Promise<Problem[]> {
  const before = living.requests();
  const most = limit.requests + limit.requestsEach * living.open();
  let [quiet, naps, last] = [0, 0, ''];
  for (;;) {
    const busy = await living.look();
    if (busy.length === 0) return [];
    const requests = living.requests() - before;
    const state = `${requests} ${busy.join()}`;
    quiet = state === last ? quiet + 1 : 0;
    last = state;
    const isQuiet = quiet >= limit.quietLooks;
    if (requests > most || (isQuiet && naps >= limit.naps)) {
      const text = `Work does not finish, after ${requests} requests (at most ${most}) and ${naps} naps: ${busy.join('; ')}`;
      return [{ check: 'work does not finish', text }];
    }
    if (isQuiet) {
      naps += 1;
      quiet = 0;
      await living.nap(busy);
    }
    await pause(between);
  }
}

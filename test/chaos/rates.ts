import { directoryLimit } from '../../src/shared/directory/account.ts';
import { steadyMs } from './chaosTime.ts';
import type { Supply } from './invariants/checkLimit.ts';

/** The rates that an account had, as an editor may count on them: while it is not certain which is in force, the higher one. */
export interface Rates {
  /** Requests a second of the fast time, as set last. */
  readonly current: number;
  /** A change to this rate begins; what it answers is to be told whether it is in force, null where that is not known. */
  begin(perSecond: number): (isDone: boolean | null) => void;
  /** In requests a second of the real time. */
  supply(): { supply: Supply; burst: number };
}

/** Begins with a rate; the time is `factor` times as fast as the real one. */
export function createRates(perSecond: number, factor: number): Rates {
  let current = perSecond;
  const supply = [{ from: steadyMs(), perSecond: perSecond * factor }];
  const since = (rate: number) => supply.push({ from: steadyMs(), perSecond: rate * factor });
  return {
    get current() {
      return current;
    },
    begin(next) {
      const higher = Math.max(current, next);
      since(higher);
      return (isDone) => {
        current = isDone === null ? higher : isDone ? next : current;
        since(current);
      };
    },
    supply: () => ({ supply, burst: directoryLimit.burst }),
  };
}

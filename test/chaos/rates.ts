import { directoryLimit } from '../../src/shared/directory/account.ts';
import { steadyMs } from './chaosTime.ts';
import type { Supply } from './invariants/checkLimit.ts';

/** The rates of an account that the checks may rely on: the higher one while it is uncertain which is in force. */
export interface Rates {
  /** The last set rate, in requests a second of the fast time. */
  readonly current: number;
  /** Begins a change to this rate; call the result with whether it is in force, or null if that is unknown. */
  begin(perSecond: number): (isDone: boolean | null) => void;
  /** In requests a second of real time. */
  supply(): { supply: Supply; burst: number };
}

/** Starts with a rate; the time is `factor` times as fast as real time. */
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

/** A growing pause, in milliseconds. */
export interface Backoff {
  first: number;
  longest: number;
}

/**
 * Returns the `count`th pause (from 1): doubled each time up to the maximum, plus or minus a quarter, so that clients
 * do not act in lockstep.
 */
export function backoff({ first, longest }: Backoff, count: number, random: () => number): number {
  const plain = Math.min(longest, first * 2 ** Math.max(0, count - 1));
  return Math.round(plain * (0.75 + random() / 2));
}

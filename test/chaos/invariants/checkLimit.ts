import type { Check, Problem } from '../problem.ts';

/** A request in flight: the limiter granted it between these two moments (real milliseconds). */
export interface Passage {
  from: number;
  to: number;
}

/** The rates of an account by start time (real time), in order; the first applies from the beginning. */
export type Supply = readonly { from: number; perSecond: number }[];

/** Tolerance for rounded times. */
const tolerance = 0.01;

/**
 * In any period, no more requests were sent than `burst` plus what the rate added. Among all periods that end with a
 * request, the strictest decides, so one pass is enough. The requests are sorted by `to`.
 */
export function checkLimit(
  passages: readonly Passage[],
  { supply, burst }: { supply: Supply; burst: number },
  { check, name }: { check: Check; name: string },
): Problem[] {
  let least = Number.POSITIVE_INFINITY;
  let first = 0;
  const begins = earliestFrom(passages);
  for (const [number, { to }] of passages.entries()) {
    const from = begins[number]!;
    const before = number - suppliedUntil(from, supply);
    if (before < least) {
      least = before;
      first = number;
    }
    const over = number + 1 - suppliedUntil(to, supply) - least - burst - tolerance;
    if (over > 0) {
      const seconds = ((to - begins[first]!) / 1000).toFixed(2);
      const requests = number - first + 1;
      const text = `${requests} requests ${name} within ${seconds} real seconds, ${over.toFixed(1)} over the limit.`;
      return [{ check, text }];
    }
  }
  return [];
}

/** The earliest time at which this or a later request was granted, since a delayed one was granted before its position. */
function earliestFrom(passages: readonly Passage[]): number[] {
  let least = Number.POSITIVE_INFINITY;
  return passages
    .toReversed()
    .map(({ from }) => {
      least = Math.min(least, from);
      return least;
    })
    .reverse();
}

/** Requests that the rate added since the start. */
function suppliedUntil(at: number, supply: Supply): number {
  return supply.reduce((sum, { from, perSecond }, index) => {
    const to = Math.min(at, supply[index + 1]?.from ?? Number.POSITIVE_INFINITY);
    return index === 0 || to > from ? sum + ((to - from) / 1000) * perSecond : sum;
  }, 0);
}

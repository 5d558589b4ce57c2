/** A request on its way: between these two moments (real milliseconds) the limiter let it go. */
export interface Passage {
  from: number;
  to: number;
}

/** Requests a second that an account may make from a moment on (real time); ordered, the first from the beginning. */
export type Supply = readonly { from: number; perSecond: number }[];

/** Rounding of times. */
const tolerance = 0.01;

/**
 * In every stretch of time at most `burst` requests went out and what came in meanwhile. For all stretches that end
 * with a request, the one that allows it least decides, so that one pass is enough. Passages are in the order of `to`.
 */
export function checkLimit(
  passages: readonly Passage[],
  { supply, burst }: { supply: Supply; burst: number },
  name: string,
): string[] {
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
      return [
        `${requests} requests ${name} within ${seconds} real seconds, ${over.toFixed(1)} over the limit.`,
      ];
    }
  }
  return [];
}

/** When at the earliest this request or one after it was let go: one that was held up on its way began before its turn here. */
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

/** Requests that came in since the beginning of the supply. */
function suppliedUntil(at: number, supply: Supply): number {
  return supply.reduce((sum, { from, perSecond }, index) => {
    const to = Math.min(at, supply[index + 1]?.from ?? Number.POSITIVE_INFINITY);
    return index === 0 || to > from ? sum + ((to - from) / 1000) * perSecond : sum;
  }, 0);
}

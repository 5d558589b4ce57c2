/** A request that left for a directory; times in real milliseconds. */
export interface Departure {
  at: number;
  /** How long at most it was held up after the limiter had let it go. */
  lag: number;
  port: number;
  path: string;
}

/** The directory allows for half a request, because one may travel faster than the one before. */
const tolerance = 0.5;

/**
 * In every stretch of time at most `burst + perSecond * seconds` requests left for a directory. For all stretches that
 * end with a request, the one that allows it least decides, so that one pass is enough.
 */
export function checkLimit(
  departures: readonly Departure[],
  limit: { perSecond: number; burst: number },
  name: string,
): string[] {
  let least = Number.POSITIVE_INFINITY;
  let first = 0;
  for (const [number, { at, lag }] of departures.entries()) {
    const before = number - (limit.perSecond * (at - lag)) / 1000;
    if (before < least) {
      least = before;
      first = number;
    }
    const over = number + 1 - (limit.perSecond * at) / 1000 - least - limit.burst - tolerance;
    if (over > 0) {
      const seconds = ((at - departures[first]!.at) / 1000).toFixed(2);
      const requests = number - first + 1;
      return [
        `${requests} requests left for ${name} within ${seconds} real seconds, ${over.toFixed(1)} over the limit.`,
      ];
    }
  }
  return [];
}

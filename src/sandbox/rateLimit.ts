/** How many requests a caller may make: `perSecond` on average, `burst` at once; `retryAfter` in seconds is sent with a refusal. */
export interface Rate {
  perSecond: number;
  burst: number;
  retryAfter?: number;
}

// Requests sent exactly at the limit must not be refused because one travelled faster than the one before.
const TOLERANCE = 0.5;

/** A token bucket for each caller. */
export class RateLimit {
  private rate: Rate | null;
  private readonly now: () => Date;
  private readonly buckets = new Map<string, { tokens: number; at: number }>();

  constructor(rate: Rate | null, now: () => Date) {
    this.rate = rate;
    this.now = now;
  }

  get current(): Rate | null {
    return this.rate;
  }

  /** Changes the limit; every caller starts with a full bucket again. */
  change(rate: Rate | null): void {
    this.rate = rate;
    this.buckets.clear();
  }

  /** Whether this caller's request is within the limit; counts it if so. */
  admits(caller: string): boolean {
    if (!this.rate) return true;
    const { perSecond, burst } = this.rate;
    const now = this.now().getTime();
    const bucket = this.buckets.get(caller) ?? { tokens: burst, at: now };
    // A clock set back brings no tokens and takes none away.
    const seconds = Math.max(0, now - bucket.at) / 1000;
    bucket.tokens = Math.min(burst, bucket.tokens + seconds * perSecond);
    bucket.at = now;
    this.buckets.set(caller, bucket);
    if (bucket.tokens < 1 - TOLERANCE) return false;
    bucket.tokens -= 1;
    return true;
  }
}

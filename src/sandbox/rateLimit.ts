/** The rate limit of a client address (reference/directory-api.md 10): `perSecond` on average, `burst` at once; `retryAfter` in seconds is sent with a refusal. */
export interface Rate {
  perSecond: number;
  burst: number;
  retryAfter?: number;
}

// Requests sent exactly at the limit must not be refused because one arrived faster than the previous one.
const TOLERANCE = 0.5;

/** A token bucket per caller. */
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

  /** Changes the limit and refills every caller's bucket. */
  change(rate: Rate | null): void {
    this.rate = rate;
    this.buckets.clear();
  }

  /** Returns true if this caller's request is within the limit, and counts it. */
  admits(caller: string): boolean {
    if (!this.rate) return true;
    const { perSecond, burst } = this.rate;
    const now = this.now().getTime();
    const bucket = this.buckets.get(caller) ?? { tokens: burst, at: now };
    // Setting the clock back neither adds nor removes tokens.
    const seconds = Math.max(0, now - bucket.at) / 1000;
    bucket.tokens = Math.min(burst, bucket.tokens + seconds * perSecond);
    bucket.at = now;
    this.buckets.set(caller, bucket);
    if (bucket.tokens < 1 - TOLERANCE) return false;
    bucket.tokens -= 1;
    return true;
  }
}

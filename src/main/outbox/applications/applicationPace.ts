import type { AccountPace } from '../accountPauses.ts';
import type { Backoff } from '../backoff.ts';

/** Pauses in the life of applications, in milliseconds; tests shorten them. */
export interface ApplicationPace extends AccountPace {
  /** After a write until search is sure to show it (about 1 s, reference/directory-api.md 1.3). */
  indexDelay: number;
  /** After a request that was not answered in time: the directory may still be processing it. */
  timeoutDelay: number;
  /** Until the directory takes an Update Request for the same journal again (5.7: ten seconds). */
  tooSoon: number;
  /** Until automatic checks may be over (5.5: they start after ten seconds). */
  checks: Backoff;
  /** Before the same application is sent again. */
  retry: Backoff;
  /** Before another attempt to read a record. */
  read: Backoff;
  /** Between two checks for something to follow. */
  followTick: number;
}

export const usualApplicationPace: ApplicationPace = {
  indexDelay: 2_500,
  timeoutDelay: 30_000,
  tooSoon: 12_000,
  checks: { first: 15_000, longest: 300_000 },
  retry: { first: 15_000, longest: 600_000 },
  read: { first: 3_000, longest: 300_000 },
  offline: { first: 2_000, longest: 60_000 },
  trouble: { first: 2_000, longest: 120_000 },
  followTick: 30_000,
};

/** An application is read back so often after it was sent; then it is only followed. */
export const mostReads = 6;

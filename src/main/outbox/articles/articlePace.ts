import type { AccountPace } from '../accountPauses.ts';
import type { Backoff } from '../backoff.ts';

/** Pauses of uploads, in milliseconds; tests shorten them. */
export interface ArticlePace extends AccountPace {
  /** After a write until search is sure to show it (about 1 s, reference/directory-api.md 1.3). */
  indexDelay: number;
  /** After a bulk upload whose ticket was lost, until its job is sure to have run (it starts after 10 s, 8.3). */
  jobDelay: number;
  /** After a request that was not answered in time: the directory may still be processing it. */
  timeoutDelay: number;
  /** Before the same record is sent again. */
  retry: Backoff;
  /** Between two questions about one ticket. */
  poll: Backoff;
  /** How long a ticket may stay open before its records are looked up. */
  ticketPatience: number;
  /** Between two look-ups of the id of a stored record. */
  idLookup: Backoff;
  /** Between two events about one upload. */
  progress: number;
}

export const usualPace: ArticlePace = {
  indexDelay: 2_500,
  jobDelay: 20_000,
  timeoutDelay: 30_000,
  retry: { first: 2_000, longest: 120_000 },
  poll: { first: 1_000, longest: 30_000 },
  ticketPatience: 30 * 60_000,
  offline: { first: 2_000, longest: 60_000 },
  trouble: { first: 1_000, longest: 60_000 },
  idLookup: { first: 3_000, longest: 60_000 },
  progress: 250,
};

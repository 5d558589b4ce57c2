import type { Backoff } from './backoff.ts';

/** Pauses of every outbox, in milliseconds; tests shorten them. */
export interface OutboxPace {
  /** After a write until search is sure to show it (about 1 s, reference/directory-api.md 1.3). */
  indexDelay: number;
  /** After a request that was not answered in time: the directory may still be processing it. */
  timeoutDelay: number;
  /** Before the same record is sent again. */
  retry: Backoff;
  /** Between two attempts to reach a directory that cannot be reached. */
  offline: Backoff;
  /** After answers that report a problem of the directory itself. */
  trouble: Backoff;
}

export interface ArticlePace extends OutboxPace {
  /**
   * After a bulk upload whose ticket was lost, until its job is sure to have run (it starts after 10 s,
   * reference/directory-api.md 8.3).
   */
  jobDelay: number;
  /**
   * After a batch was sent without an answer, until a directory that stores it at once is sure to have ended its request
   * (ten minutes, reference/directory-api.md 1.1 and 10).
   */
  bulkTime: number;
  /** Between two polls of one ticket. */
  poll: Backoff;
  /** How long a ticket may stay open before its records are looked up. */
  ticketTimeout: number;
  /** Between two look-ups of the id of a stored record. */
  idLookup: Backoff;
  /** Between two events about one upload. */
  progress: number;
}

export interface ApplicationPace extends OutboxPace {
  /** Until the directory accepts an Update Request for the same journal again (ten seconds, reference/directory-api.md 5.7). */
  tooSoon: number;
  /** Until automatic checks may be over (they start after ten seconds, reference/directory-api.md 5.5). */
  checks: Backoff;
  /** Before another attempt to read a record. */
  read: Backoff;
  /** Between two checks for something to follow. */
  followTick: number;
}

const defaultDelays = { indexDelay: 2_500, timeoutDelay: 30_000, offline: { first: 2_000, longest: 60_000 } };

export const defaultArticlePace: ArticlePace = {
  ...defaultDelays,
  jobDelay: 20_000,
  bulkTime: 10 * 60_000,
  retry: { first: 2_000, longest: 120_000 },
  poll: { first: 1_000, longest: 30_000 },
  ticketTimeout: 30 * 60_000,
  trouble: { first: 1_000, longest: 60_000 },
  idLookup: { first: 3_000, longest: 60_000 },
  progress: 250,
};

export const defaultApplicationPace: ApplicationPace = {
  ...defaultDelays,
  tooSoon: 12_000,
  checks: { first: 15_000, longest: 300_000 },
  retry: { first: 15_000, longest: 600_000 },
  read: { first: 3_000, longest: 300_000 },
  trouble: { first: 2_000, longest: 120_000 },
  followTick: 30_000,
};

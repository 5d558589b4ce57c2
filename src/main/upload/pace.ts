/** Pauses of the queue, in milliseconds; tests shorten them. */
export interface Pace {
  /** After a write until search is sure to show it (about 1 s, reference/directory-api.md 1.3). */
  indexDelay: number;
  /** After a bulk upload whose ticket was lost, until its job is sure to have run (it starts after 10 s, 8.3). */
  jobDelay: number;
  /** After a request that nobody answered in time: the directory may still be at work on it. */
  timeoutDelay: number;
  /** Before the same record is sent again, growing. */
  retry: Growing;
  /** Between two questions about one ticket. */
  poll: Growing;
  /** How long a ticket may stay open before its records are looked up. */
  ticketPatience: number;
  /** Between two attempts to reach a directory that cannot be reached. */
  offline: Growing;
  /** After answers that say that the directory itself is in trouble. */
  trouble: Growing;
  /** Between two looks for the id of a stored record. */
  idLookup: Growing;
  /** Between two events about one upload. */
  progress: number;
}

interface Growing {
  first: number;
  longest: number;
}

export const usualPace: Pace = {
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

/** The `count`th pause (from 1): doubled each time up to the longest, give or take a quarter, so that clients do not march in step. */
export function growing(pause: Growing, count: number, random: () => number): number {
  const plain = Math.min(pause.longest, pause.first * 2 ** Math.max(0, count - 1));
  return Math.round(plain * (0.75 + random() / 2));
}

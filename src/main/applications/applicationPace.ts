/** Pauses in the life of applications, in milliseconds; tests shorten them. */
export interface ApplicationPace {
  /** After a write until search is sure to show it (about 1 s, reference/directory-api.md 1.3). */
  indexDelay: number;
  /** After a request that nobody answered in time: the directory may still be at work on it. */
  timeoutDelay: number;
  /** Until the directory takes an Update Request for the same journal again (5.7: ten seconds). */
  tooSoon: number;
  /** Until automatic checks may be over (5.5: they start after ten seconds). */
  checks: Growing;
  /** Before the same application is sent again. */
  retry: Growing;
  /** Before it is tried again to read back what is stored. */
  read: Growing;
  /** Between two attempts to reach a directory that cannot be reached. */
  offline: Growing;
  /** After answers that say that the directory itself is in trouble. */
  trouble: Growing;
  /** Between two looks at whether anything is to be followed. */
  followTick: number;
}

interface Growing {
  first: number;
  longest: number;
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

/** An application is given up after so many requests that came to nothing. */
export const mostTries = 5;
/** What was sent is read back so often before it is left to following. */
export const mostReads = 6;

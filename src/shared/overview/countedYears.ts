/** How many years are counted individually. */
const count = 40;

/**
 * The first and last of the years whose articles at the directory are counted individually at `now` (milliseconds since
 * 1970): back from next year. Those of all other years are counted together.
 */
export function countedYears(now: number): { first: number; last: number } {
  const last = new Date(now).getUTCFullYear() + 1;
  return { first: last - count + 1, last };
}

/** Whether a year, as in the records, was counted individually at an ISO time. */
export function isCountedYear(year: string, countedAt: string): boolean {
  const { first, last } = countedYears(Date.parse(countedAt));
  return Number(year) >= first && Number(year) <= last;
}

/**
 * - `ok`: reachable; `moved`: permanently redirected to `lastAddress`; `broken`: readers see an error;
 * - `unreachable`: no answer or a server error, to be checked again after a day, and `broken` if that fails too;
 * - `suspicious`: leads to a home page or a log-in page, or to a page whose title says that nothing was found;
 * - `certificate`: reachable only without checking its certificate;
 * - `unclear`: the server blocks programs; `forbidden`: its robots.txt excludes the address.
 */
export const linkOutcomes = [
  'ok',
  'moved',
  'broken',
  'unreachable',
  'suspicious',
  'certificate',
  'unclear',
  'forbidden',
] as const;
export type LinkOutcome = (typeof linkOutcomes)[number];

/** Results are valid for 30 days (reference/sources.md 6). */
export const linkCheckDays = 30;

/** Returns true if a result still counts at that time. */
export function isValid({ checkedAt }: { checkedAt: string }, now: Date): boolean {
  return now.getTime() - Date.parse(checkedAt) < linkCheckDays * 86_400_000;
}

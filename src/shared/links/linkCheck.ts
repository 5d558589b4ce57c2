import { z } from 'zod';

/**
 * - `ok`: reachable; `moved`: moved for good, to `lastAddress`; `broken`: readers see an error;
 * - `unreachable`: no answer or a server error, to be checked again after a day, and `broken` if that fails too;
 * - `suspicious`: leads to a home page or a log-in page, or to a page whose title says that nothing was found;
 * - `certificate`: reachable only without checking its certificate;
 * - `unclear`: the server gives programs no answer; `forbidden`: it asks programs to stay away (robots.txt).
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

/** The result of checking one address. */
export const linkCheckSchema = z.object({
  address: z.string(),
  outcome: z.enum(linkOutcomes),
  /** HTTP status, or the code of the failure; empty if the server was not asked. */
  detail: z.string(),
  /** The address after all redirects, or that a DOI leads to. */
  lastAddress: z.string(),
  /** The content type that the server names, as in `content_type`: PDF, HTML, ePUB or XML; empty if it is another or unknown. */
  contentType: z.string(),
  /** ISO time. */
  checkedAt: z.string(),
  /** Since when it has been unreachable. */
  failingSince: z.string().nullable(),
});
export type LinkCheck = z.infer<typeof linkCheckSchema>;

/** The progress of checking the links of many drafts; one check for each account at a time. */
export const linkRunSchema = z.object({
  /** null: addresses of no account. */
  accountId: z.string().nullable(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  done: z.number(),
  total: z.number(),
  /** Drafts without any address to check. */
  withoutLinks: z.number(),
  outcomes: z.partialRecord(z.enum(linkOutcomes), z.number()),
  /** The first problems, in the order of the check. */
  problems: z.array(linkCheckSchema),
});
export type LinkRun = z.infer<typeof linkRunSchema>;

/** Results are valid for 30 days (reference/sources.md 6). */
export const linkCheckDays = 30;

/** Returns true if a result still counts at that time. */
export function isValid({ checkedAt }: LinkCheck, now: Date): boolean {
  return now.getTime() - Date.parse(checkedAt) < linkCheckDays * 86_400_000;
}

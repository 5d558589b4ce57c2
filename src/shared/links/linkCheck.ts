import { z } from 'zod';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';
import { linkOutcomes } from './linkOutcomes.ts';

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
  checkedAt: timeSchema,
  /** Since when it has been unreachable. */
  failingSince: timeSchema.nullable(),
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
  /** Drafts that cannot be opened: unreadable, too large, or gone. */
  unopened: z.number(),
  /** Addresses that count as done and were not asked, since their sites had refused others, or wanted a long pause. */
  leftOut: z.number(),
  outcomes: z.partialRecord(z.enum(linkOutcomes), z.number()),
  /** The first problems, in the order of the check. */
  problems: z.array(linkCheckSchema),
  /** Why it failed; null: it did not, or that is a bug. */
  problem: messageSchema.nullable(),
});
export type LinkRun = z.infer<typeof linkRunSchema>;

import { z } from 'zod';
import { valueDifferenceSchema } from '../application/applicationDraft.ts';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';
import { decisions, findingKinds, watchStates } from './findingKinds.ts';

/** Something that the directory did on its own. */
export const findingSchema = z.object({
  id: z.number(),
  kind: z.enum(findingKinds),
  /** Of the article or the journal. */
  remoteId: z.string(),
  title: z.string(),
  /** The article's journal, or the journal's ISSNs. */
  about: z.string(),
  noticedAt: timeSchema,
  /** When the directory did it, as far as it says; empty: not known. */
  happenedAt: timeSchema,
  /** What is known of the reason. */
  reason: messageSchema.nullable(),
  /** `before`: as it was sent, or last seen; `after`: as it is now. Empty if it is not known. */
  differences: z.array(valueDifferenceSchema),
  /** Articles of the journal. */
  articles: z.number(),
  /** The draft of the article, or null. */
  draftId: z.number().nullable(),
  decision: z.enum(decisions).nullable(),
  decidedAt: timeSchema,
  /** The id that the article has now. */
  successor: z.string().nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Open findings of each kind. */
const countsSchema = z.object({
  deleted: z.number(),
  changed: z.number(),
  withdrawn: z.number(),
  journal: z.number(),
  former: z.number(),
  link: z.number(),
});

/** How an account is watched. */
export const watchStateSchema = z.object({
  accountId: z.string(),
  state: z.enum(watchStates),
  /** Of a look or an inventory that is running: articles read, and all of them as far as known; null: nothing runs. */
  progress: z.object({ done: z.number(), total: z.number() }).nullable(),
  /** Empty: not yet. */
  lookedAt: timeSchema,
  inventoryAt: timeSchema,
  nextAt: timeSchema,
  /** Requests of the last look. */
  requests: z.number(),
  /** Why the last one did not end. */
  problem: messageSchema.nullable(),
  /** Articles that the directory has, as far as known. */
  present: z.number(),
  open: countsSchema,
});
export type WatchState = z.infer<typeof watchStateSchema>;

/** A day on which the account was watched: articles there, and deletions noticed and put right until then. */
export const watchDaySchema = z.object({
  day: z.string(),
  present: z.number(),
  deleted: z.number(),
  putRight: z.number(),
});
export type WatchDay = z.infer<typeof watchDaySchema>;

/** A journal of the account as it was last seen. */
export const watchedJournalSchema = z.object({
  id: z.string(),
  title: z.string(),
  issns: z.array(z.string()),
  /** `withdrawn`: or its record was removed; `transferred`: the directory has it under another account. */
  state: z.enum(['present', 'withdrawn', 'transferred']),
  /** Empty: never, or not known. */
  updatedAt: timeSchema,
  reviewedAt: timeSchema,
  articles: z.number(),
  /** What changed since somebody last looked at it, of findings that are still open. */
  differences: z.array(valueDifferenceSchema),
});
export type WatchedJournal = z.infer<typeof watchedJournalSchema>;

/**
 * One line of the weekly mail. `state`: what the directory says now of the article with this line; `unknown`: no article
 * of the account is known to have it.
 */
export const mailLineSchema = z.object({
  line: z.string(),
  /** Several articles may have the same line; empty if none is known. */
  matches: z.array(
    z.object({
      remoteId: z.string(),
      title: z.string(),
      state: z.enum(['deleted', 'deletedHere', 'there', 'withdrawn', 'unsure']),
      /** The line is not the same, but begins with the title and has an ISSN of the article. */
      isLikely: z.boolean(),
    }),
  ),
});
export type MailLine = z.infer<typeof mailLineSchema>;

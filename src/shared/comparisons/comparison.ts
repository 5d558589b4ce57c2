import { z } from 'zod';
import { valueDifferenceSchema } from '../application/applicationDraft.ts';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';

/**
 * The outcome of an article: only in the drafts, only at the directory, in both and different, the same in both, or in
 * neither but registered with Crossref.
 */
export const comparisonOutcomeSchema = z.enum([
  'missing-there',
  'missing-here',
  'different',
  'same',
  'crossref-only',
]);
export type ComparisonOutcome = z.infer<typeof comparisonOutcomeSchema>;

/** The reading of what Crossref registered for a comparison's journal and year. */
const crossrefReadingSchema = z.object({
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** The reason why it stopped or failed, or a remark on the result. */
  message: messageSchema.nullable(),
  /** Works that Crossref reports, and those read. */
  total: z.number().nullable(),
  read: z.number(),
  at: timeSchema,
});
export type CrossrefReading = z.infer<typeof crossrefReadingSchema>;

/** A comparison of one journal's articles of one year with the local drafts. */
export const comparisonSchema = z.object({
  id: z.number(),
  accountId: z.string(),
  journalTitle: z.string(),
  issns: z.array(z.string()),
  year: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** The reason why it stopped or failed. */
  message: messageSchema.nullable(),
  /** Articles that the directory reports, and those read; requests made, and the total needed. */
  total: z.number().nullable(),
  read: z.number(),
  requests: z.number(),
  requestsInAll: z.number().nullable(),
  /** Rows by outcome, without those set aside. */
  counts: z.record(comparisonOutcomeSchema, z.number()),
  aside: z.number(),
  /** Null until Crossref is asked. */
  crossref: crossrefReadingSchema.nullable(),
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

export const comparisonRowSchema = z.object({
  id: z.number(),
  outcome: comparisonOutcomeSchema,
  title: z.string(),
  doi: z.string(),
  draftId: z.number().nullable(),
  remoteId: z.string().nullable(),
  /** `before`: at the directory; `after`: in the draft. Only for rows that differ. */
  differences: z.array(valueDifferenceSchema),
  aside: z.boolean(),
  /** True if Crossref has the article; always false until it is asked. */
  isAtCrossref: z.boolean(),
});
export type ComparisonRow = z.infer<typeof comparisonRowSchema>;

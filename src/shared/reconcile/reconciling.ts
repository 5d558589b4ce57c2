import { z } from 'zod';
import { valueDifferenceSchema } from '../application/applicationDraft.ts';
import { messageSchema } from '../messageSchema.ts';

/** The outcome of an article: only in the drafts, only at the directory, in both and different, or the same in both. */
export const reconcileOutcomeSchema = z.enum(['missing-there', 'missing-here', 'different', 'same']);
export type ReconcileOutcome = z.infer<typeof reconcileOutcomeSchema>;

/** A comparison of one journal's articles of one year with the local drafts. */
export const reconciliationSchema = z.object({
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
  counts: z.record(reconcileOutcomeSchema, z.number()),
  aside: z.number(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

export const reconcileRowSchema = z.object({
  id: z.number(),
  outcome: reconcileOutcomeSchema,
  title: z.string(),
  doi: z.string(),
  draftId: z.number().nullable(),
  remoteId: z.string().nullable(),
  /** `before`: at the directory; `after`: in the draft. Only for rows that differ. */
  differences: z.array(valueDifferenceSchema),
  aside: z.boolean(),
});
export type ReconcileRow = z.infer<typeof reconcileRowSchema>;

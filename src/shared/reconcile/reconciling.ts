import { z } from 'zod';
import { valueDifferenceSchema } from '../application/applicationDraft.ts';
import { messageSchema } from '../messageSchema.ts';

/** How an article stands: only in the drafts, only at the directory, in both and different, or the same in both. */
export const reconcileOutcomeSchema = z.enum(['missing-there', 'missing-here', 'different', 'same']);
export type ReconcileOutcome = z.infer<typeof reconcileOutcomeSchema>;

/** A comparison of one journal's articles of one year with the drafts here. */
export const reconciliationSchema = z.object({
  id: z.number(),
  accountId: z.string(),
  journalTitle: z.string(),
  issns: z.array(z.string()),
  year: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** Why it stopped or failed. */
  message: messageSchema.nullable(),
  /** Articles that the directory says it has, and how many were read; requests made, and how many it takes in all. */
  total: z.number().nullable(),
  read: z.number(),
  requests: z.number(),
  requestsInAll: z.number().nullable(),
  /** Rows by outcome, those set aside left out. */
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
  /** `before`: at the directory; `after`: in the draft. Only of rows that differ. */
  differences: z.array(valueDifferenceSchema),
  aside: z.boolean(),
});
export type ReconcileRow = z.infer<typeof reconcileRowSchema>;

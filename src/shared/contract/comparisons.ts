import { z } from 'zod';
import { comparisonOutcomeSchema, comparisonRowSchema, comparisonSchema } from '../comparisons/comparison.ts';
import { accountId, done, id, limit, local, offset, reads, undoId } from '../contractParts.ts';
import { recordSchema } from '../draft/draft.ts';

/** Comparisons of a journal’s year in the directory with the drafts. */
export const calls = {
  'comparisons.start': local(
    z.object({ accountId, issn: z.string().trim().min(1).max(20), year: z.string().regex(/^\d{4}$/) }),
    comparisonSchema,
  ),
  'comparisons.list': reads(z.object({ accountId }), z.array(comparisonSchema)),
  'comparisons.get': reads(z.object({ id }), comparisonSchema),
  'comparisons.rows': reads(
    z.object({
      id,
      outcomes: z.array(comparisonOutcomeSchema),
      /** Only rows set aside, or only those that are not. */
      aside: z.boolean(),
      offset,
      limit,
    }),
    z.object({ total: z.number(), rows: z.array(comparisonRowSchema) }),
  ),
  /** null: the row is gone. */
  'comparisons.row': reads(z.object({ id, rowId: z.number() }), comparisonRowSchema.nullable()),
  'comparisons.stop': local(z.object({ id }), comparisonSchema),
  'comparisons.remove': local(z.object({ id }), done),
  /** Copies articles into drafts: new ones as `drafts.take`, and over drafts that differ. `rowIds` absent: all with these outcomes. */
  'comparisons.take': local(
    z.object({ id, outcome: comparisonOutcomeSchema, rowIds: z.array(z.number()).max(10_000).optional() }),
    z.object({ taken: z.number(), left: z.number(), undoId }),
  ),
  /** Takes one differing field into the draft, unless the draft was edited, sent or queued since. */
  'comparisons.takeField': local(
    z.object({ id, rowId: z.number(), path: z.string().min(1).max(500) }),
    z.object({ isTaken: z.boolean(), undoId }),
  ),
  /** Starts reading what Crossref registered for the comparison’s journal and year; error `state` while sources are off. */
  'comparisons.askCrossref': local(z.object({ id }), comparisonSchema),
  'comparisons.stopCrossref': local(z.object({ id }), comparisonSchema),
  /** The versions of a row’s article, each null where there is none, and the draft with everything from Crossref. */
  'comparisons.versions': reads(
    z.object({ id, rowId: z.number() }),
    z.object({
      directory: recordSchema.nullable(),
      crossref: recordSchema.nullable(),
      draft: recordSchema.nullable(),
      proposed: recordSchema.nullable(),
    }),
  ),
  /** Takes one part of the article from Crossref, unless the draft was edited, sent or queued since. */
  'comparisons.takeCrossref': local(
    z.object({ id, rowId: z.number(), path: z.string().min(1).max(500) }),
    z.object({ isTaken: z.boolean(), undoId }),
  ),
  'comparisons.setAside': local(
    z.object({ id, rowIds: z.array(z.number()).min(1).max(10_000), aside: z.boolean() }),
    z.object({ run: comparisonSchema, undoId }),
  ),
  /** The drafts of these rows, for planning an upload. */
  'comparisons.draftIds': reads(
    z.object({ id, outcomes: z.array(comparisonOutcomeSchema).min(1) }),
    z.object({ draftIds: z.array(z.number()) }),
  ),
};

export const events = {
  /** At most four times a second for each. */
  'comparisons.changed': comparisonSchema,
};

import { z } from 'zod';
import { comparisonOutcomeSchema, comparisonRowSchema, comparisonSchema } from '../comparisons/comparison.ts';
import { recordSchema } from '../draft/draft.ts';
import { savedSearchSchema, searchKindSchema, searchPageSchema } from '../search/searching.ts';
import { accountId, call, done, fileSchema, id, limit, offset, undoId } from './parts.ts';

export const searchCalls = {
  /** One page of hits; error `input` with the finding's message if the query may not be sent. */
  'search.run': call(
    z.object({
      accountId,
      kind: searchKindSchema,
      query: z.string().min(1).max(4000),
      sort: z.string().max(200),
      page: z.number().int().min(1).max(1000),
      pageSize: z.number().int().min(1).max(100),
    }),
    searchPageSchema,
  ),
  /** Saved searches by name, and the recent ones, newest first. */
  'search.list': call(
    z.object({ accountId }),
    z.object({ saved: z.array(savedSearchSchema), recent: z.array(savedSearchSchema) }),
  ),
  'search.save': call(
    z.object({
      accountId,
      kind: searchKindSchema,
      name: z.string().trim().min(1).max(100),
      query: z.string().min(1).max(4000),
      sort: z.string().max(200),
    }),
    savedSearchSchema,
  ),
  'search.rename': call(z.object({ id, name: z.string().trim().min(1).max(100) }), savedSearchSchema),
  'search.remove': call(z.object({ id }), done),
  /** Updates the number of hits of a saved search. */
  'search.count': call(z.object({ id }), savedSearchSchema),
  /** All hits up to the directory's limit of 1,000, as a file. */
  'search.export': call(
    z.object({
      accountId,
      kind: searchKindSchema,
      query: z.string().min(1).max(4000),
      sort: z.string().max(200),
      format: z.enum(['csv', 'json']),
    }),
    fileSchema.extend({ count: z.number(), total: z.number() }),
  ),

  'comparisons.start': call(
    z.object({ accountId, issn: z.string().trim().min(1).max(20), year: z.string().regex(/^\d{4}$/) }),
    comparisonSchema,
  ),
  'comparisons.list': call(z.object({ accountId }), z.array(comparisonSchema)),
  'comparisons.get': call(z.object({ id }), comparisonSchema),
  'comparisons.rows': call(
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
  'comparisons.row': call(z.object({ id, rowId: z.number() }), comparisonRowSchema.nullable()),
  'comparisons.stop': call(z.object({ id }), comparisonSchema),
  'comparisons.remove': call(z.object({ id }), done),
  /** Copies articles into drafts: new ones as `drafts.take`, and over drafts that differ. `rowIds` absent: all with these outcomes. */
  'comparisons.take': call(
    z.object({ id, outcome: comparisonOutcomeSchema, rowIds: z.array(z.number()).max(10_000).optional() }),
    z.object({ taken: z.number(), left: z.number(), undoId }),
  ),
  /** Takes one differing field into the draft, unless the draft was edited, sent or queued since. */
  'comparisons.takeField': call(
    z.object({ id, rowId: z.number(), path: z.string().min(1).max(500) }),
    z.object({ isTaken: z.boolean(), undoId }),
  ),
  /** Starts reading what Crossref registered for the comparison’s journal and year; error `state` while sources are off. */
  'comparisons.askCrossref': call(z.object({ id }), comparisonSchema),
  'comparisons.stopCrossref': call(z.object({ id }), comparisonSchema),
  /** The versions of a row’s article, each null where there is none, and the draft with everything from Crossref. */
  'comparisons.versions': call(
    z.object({ id, rowId: z.number() }),
    z.object({
      directory: recordSchema.nullable(),
      crossref: recordSchema.nullable(),
      draft: recordSchema.nullable(),
      proposed: recordSchema.nullable(),
    }),
  ),
  /** Takes one part of the article from Crossref, unless the draft was edited, sent or queued since. */
  'comparisons.takeCrossref': call(
    z.object({ id, rowId: z.number(), path: z.string().min(1).max(500) }),
    z.object({ isTaken: z.boolean(), undoId }),
  ),
  'comparisons.setAside': call(
    z.object({ id, rowIds: z.array(z.number()).min(1).max(10_000), aside: z.boolean() }),
    z.object({ run: comparisonSchema, undoId }),
  ),
  /** The drafts of these rows, for planning an upload. */
  'comparisons.draftIds': call(
    z.object({ id, outcomes: z.array(comparisonOutcomeSchema).min(1) }),
    z.object({ draftIds: z.array(z.number()) }),
  ),
} as const;

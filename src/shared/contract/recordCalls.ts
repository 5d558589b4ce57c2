import { z } from 'zod';
import { applicationRowSchema } from '../application/applicationDraft.ts';
import {
  draftFilterSchema,
  draftRowSchema,
  draftSchema,
  draftSortSchema,
  duplicateSchema,
  facetNameSchema,
  facetsSchema,
  facetValuesSchema,
  recordSchema,
  reviewSchema,
  savedListSchema,
  selectionSchema,
} from '../draft/draft.ts';
import { findingSchema } from '../finding.ts';
import { planIdSchema, sinceSchema } from '../plan.ts';
import { timeSchema } from '../timeSchema.ts';
import { accountId, call, id, limit, offset, undoId } from './parts.ts';

/** A journal of an account as the form needs it. */
export const journalSchema = z.object({
  id: z.string(),
  title: z.string(),
  publisher: z.string(),
  pissn: z.string().nullable(),
  eissn: z.string().nullable(),
  inDirectory: z.boolean(),
  mine: z.boolean(),
});
export type Journal = z.infer<typeof journalSchema>;

/** `request`: status of the open Update Request, if any; `drafts`: number of its drafts. */
export const journalSortSchema = z.object({
  by: z.enum(['title', 'request', 'issns', 'publisher', 'drafts']),
  direction: z.enum(['asc', 'desc']),
});
export type JournalSort = z.infer<typeof journalSortSchema>;

/** The sort orders of journals that the directory offers. */
export const foundSortSchema = z.object({
  by: z.enum(['title', 'issns', 'publisher']),
  direction: z.enum(['asc', 'desc']),
});
export type FoundSort = z.infer<typeof foundSortSchema>;

/** The journals of an account, and when they were fetched. */
const journalListSchema = z.object({
  journals: z.array(journalSchema),
  fetchedAt: timeSchema.nullable(),
  /** True if they were found without the account's name: there may be more, so the rules do not rely on them. */
  isPartial: z.boolean().optional(),
});

/** A journal with its whole record and its local drafts. */
export const journalDetailSchema = z.object({
  journal: journalSchema,
  /** As returned by the directory, in either shape; null: the directory does not show it (withdrawn). */
  record: recordSchema.nullable(),
  fetchedAt: timeSchema.nullable(),
  /** The journal's local drafts, by state. */
  drafts: z.object({
    total: z.number(),
    ready: z.number(),
    warnings: z.number(),
    incomplete: z.number(),
    sent: z.number(),
    changed: z.number(),
    refused: z.number(),
    /** `facets.journals[].key`, for a link to the list. */
    key: z.string(),
  }),
  applications: z.array(applicationRowSchema),
});
export type JournalDetail = z.infer<typeof journalDetailSchema>;

const listName = z.string().trim().min(1).max(100);

export const recordCalls = {
  /** By title, unless `sort` says otherwise. */
  'journals.list': call(z.object({ accountId, sort: journalSortSchema.optional() }), journalListSchema),
  'journals.refresh': call(z.object({ accountId }), journalListSchema),

  /** From the stored copy; `fresh` asks the directory first. AppError `not_found` if neither has it. */
  'journals.get': call(
    z.object({ accountId, id: z.string().min(1).max(100), fresh: z.boolean() }),
    journalDetailSchema,
  ),
  /** Journals of the directory with this ISSN or with these words in the title. */
  'journals.find': call(
    z.object({
      accountId,
      text: z.string().trim().min(1).max(200),
      /** Default: best match first. */
      sort: foundSortSchema.optional(),
    }),
    z.object({ journals: z.array(journalSchema), total: z.number() }),
  ),

  'drafts.list': call(
    z.object({ accountId, filter: draftFilterSchema, sort: draftSortSchema, offset, limit }),
    z.object({ total: z.number(), rows: z.array(draftRowSchema) }),
  ),
  'drafts.facets': call(z.object({ accountId, filter: draftFilterSchema }), facetsSchema),
  /** The values of a facet whose label contains `search`, with all filters applied except its own; chosen values always. */
  'drafts.facetValues': call(
    z.object({
      accountId,
      filter: draftFilterSchema,
      facet: facetNameSchema,
      search: z.string().max(200).default(''),
      limit,
    }),
    facetValuesSchema,
  ),
  /** The lists that the user saved, by name. */
  'lists.list': call(z.object({ accountId }), z.array(savedListSchema)),
  'lists.save': call(z.object({ accountId, name: listName, filter: draftFilterSchema }), savedListSchema),
  'lists.rename': call(z.object({ id, name: listName }), savedListSchema),
  'lists.remove': call(z.object({ id }), z.object({ undoId })),
  'drafts.get': call(z.object({ id }), draftSchema),
  'drafts.create': call(z.object({ accountId, record: recordSchema.optional() }), draftSchema),
  /** Deletes a new draft that is still blank because nobody edited it; any other draft stays. */
  'drafts.discardBlank': call(z.object({ id }), z.object({ isDiscarded: z.boolean() })),
  /** Saves if `version` is the stored one, else error `conflict`; a draft may be saved in any state. `fixing`: as part of the undo step of this fixing mode. */
  'drafts.save': call(
    z.object({ id, version: z.number().int(), record: recordSchema, fixing: id.optional() }),
    draftSchema,
  ),
  'drafts.check': call(z.object({ accountId, record: recordSchema }), z.array(findingSchema)),
  'drafts.trash': call(
    z.object({ accountId, selection: selectionSchema }),
    z.object({ count: z.number(), undoId }),
  ),
  /** Sets the review status and the assignee; absent ones stay as they are. */
  'drafts.assign': call(
    z.object({
      accountId,
      selection: selectionSchema,
      review: reviewSchema.nullable().optional(),
      assignee: z.string().min(1).max(200).nullable().optional(),
    }),
    z.object({ count: z.number(), undoId }),
  ),
  'drafts.restore': call(
    z.object({ accountId, selection: selectionSchema }),
    z.object({ count: z.number(), undoId }),
  ),
  /** Lists the drafts in the trash that would be deleted permanently; `titles`: the first 20. */
  'drafts.purgePreview': call(
    z.object({ accountId, selection: selectionSchema }),
    z.object({ id: planIdSchema, count: z.number(), titles: z.array(z.string()) }),
  ),
  /** Deletes permanently what a preview listed, without what is new or changed since. */
  'drafts.purge': call(z.object({ plan: planIdSchema }), z.object({ count: z.number(), since: sinceSchema })),
  /** Same DOI or full-text address among drafts and records sent before. */
  'drafts.duplicates': call(z.object({ id }), z.array(duplicateSchema)),
  /** The same, but asks the directory now. */
  'drafts.askDirectory': call(z.object({ id }), z.array(duplicateSchema)),

  /** Fetches articles of the directory into drafts that count as sent; articles that already have a draft are skipped. */
  'drafts.take': call(
    z.object({ accountId, remoteIds: z.array(z.string().min(1).max(100)).min(1).max(500) }),
    z.object({
      drafts: z.array(z.object({ remoteId: z.string(), draftId: z.number(), isNew: z.boolean() })),
      undoId,
    }),
  ),
} as const;

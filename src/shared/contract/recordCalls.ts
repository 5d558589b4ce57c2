import { z } from 'zod';
import { applicationRowSchema } from '../application/applicationDraft.ts';
import {
  draftFilterSchema,
  draftRowSchema,
  draftSchema,
  draftSortSchema,
  duplicateSchema,
  facetsSchema,
  recordSchema,
  selectionSchema,
} from '../draft/draft.ts';
import { findingSchema } from '../finding.ts';
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

/** `request`: how the open Update Request stands, if there is one; `drafts`: how many drafts there are of it. */
export const journalSortSchema = z.object({
  by: z.enum(['title', 'request', 'issns', 'publisher', 'drafts']),
  direction: z.enum(['asc', 'desc']),
});
export type JournalSort = z.infer<typeof journalSortSchema>;

/** What the directory can order journals by. */
export const foundSortSchema = z.object({
  by: z.enum(['title', 'issns', 'publisher']),
  direction: z.enum(['asc', 'desc']),
});
export type FoundSort = z.infer<typeof foundSortSchema>;

/** The journals of an account, and when the directory gave them. */
const journalListSchema = z.object({
  journals: z.array(journalSchema),
  fetchedAt: z.string().nullable(),
  /** They were found without the account's name, so that there may be more: no rule counts on them. */
  isPartial: z.boolean().optional(),
});

/** A journal with its whole record, and what of it is here. */
export const journalDetailSchema = z.object({
  journal: journalSchema,
  /** As the directory gave it, in either shape; null: the directory does not show it (withdrawn). */
  record: recordSchema.nullable(),
  fetchedAt: z.string().nullable(),
  /** The journal's drafts here, by what became of them. */
  drafts: z.object({
    total: z.number(),
    ready: z.number(),
    sent: z.number(),
    changed: z.number(),
    refused: z.number(),
    /** `facets.journals[].key`, for a link to the list. */
    key: z.string(),
  }),
  applications: z.array(applicationRowSchema),
});
export type JournalDetail = z.infer<typeof journalDetailSchema>;

/** Journals, and drafts of articles. */
export const recordCalls = {
  /** By title, unless `sort` says otherwise. */
  'journals.list': call(z.object({ accountId, sort: journalSortSchema.optional() }), journalListSchema),
  'journals.refresh': call(z.object({ accountId }), journalListSchema),

  /** From what is kept; `fresh` asks the directory first. AppError `not_found` where neither knows it. */
  'journals.get': call(
    z.object({ accountId, id: z.string().min(1).max(100), fresh: z.boolean() }),
    journalDetailSchema,
  ),
  /** Journals of the directory with this ISSN or with these words in the title. */
  'journals.find': call(
    z.object({
      accountId,
      text: z.string().trim().min(1).max(200),
      /** Without it the best match comes first. */
      sort: foundSortSchema.optional(),
    }),
    z.object({ journals: z.array(journalSchema), total: z.number() }),
  ),

  'drafts.list': call(
    z.object({ accountId, filter: draftFilterSchema, sort: draftSortSchema, offset, limit }),
    z.object({ total: z.number(), rows: z.array(draftRowSchema) }),
  ),
  'drafts.facets': call(z.object({ accountId, filter: draftFilterSchema }), facetsSchema),
  'drafts.get': call(z.object({ id }), draftSchema),
  'drafts.create': call(z.object({ accountId, record: recordSchema.optional() }), draftSchema),
  /** Saves where `version` is the stored one, else error `conflict`; a draft may be saved in any state. */
  'drafts.save': call(z.object({ id, version: z.number().int(), record: recordSchema }), draftSchema),
  'drafts.check': call(z.object({ accountId, record: recordSchema }), z.array(findingSchema)),
  'drafts.trash': call(
    z.object({ accountId, selection: selectionSchema }),
    z.object({ count: z.number(), undoId }),
  ),
  'drafts.restore': call(
    z.object({ accountId, selection: selectionSchema }),
    z.object({ count: z.number(), undoId }),
  ),
  /** Removes for good; only what is in the trash. */
  'drafts.purge': call(z.object({ accountId, selection: selectionSchema }), z.object({ count: z.number() })),
  /** Same DOI or full-text address among drafts and what was sent before. */
  'drafts.duplicates': call(z.object({ id }), z.array(duplicateSchema)),
  /** The same, asked of the directory now. */
  'drafts.askDirectory': call(z.object({ id }), z.array(duplicateSchema)),

  /** Fetches articles of the directory into drafts, counted as sent; those that a draft is there for are left as they are. */
  'drafts.take': call(
    z.object({ accountId, remoteIds: z.array(z.string().min(1).max(100)).min(1).max(500) }),
    z.object({
      drafts: z.array(z.object({ remoteId: z.string(), draftId: z.number(), isNew: z.boolean() })),
      undoId,
    }),
  ),
} as const;

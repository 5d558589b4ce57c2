import { z } from 'zod';
import { accountId, id, irreversible, limit, local, offset, reads, undoId } from '../contractParts.ts';
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
import { planIdSchema, sinceSchema } from '../plan.ts';
import { timeSchema } from '../timeSchema.ts';

const listName = z.string().trim().min(1).max(100);

/** Articles that are written here, and the lists of them that the user saved. */
export const calls = {
  'drafts.list': reads(
    z.object({ accountId, filter: draftFilterSchema, sort: draftSortSchema, offset, limit }),
    z.object({ total: z.number(), rows: z.array(draftRowSchema) }),
  ),
  /** The 0-based place of a draft in a list; null if it is not in it. */
  'drafts.place': reads(
    z.object({ accountId, filter: draftFilterSchema, sort: draftSortSchema, id }),
    z.number().nullable(),
  ),
  'drafts.facets': reads(z.object({ accountId, filter: draftFilterSchema }), facetsSchema),
  /** The values of a facet whose label contains `search`, with all filters applied except its own; chosen values always. */
  'drafts.facetValues': reads(
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
  'drafts.lists': reads(z.object({ accountId }), z.array(savedListSchema)),
  'drafts.saveList': local(
    z.object({ accountId, name: listName, filter: draftFilterSchema }),
    savedListSchema,
  ),
  'drafts.renameList': local(z.object({ id, name: listName }), savedListSchema),
  'drafts.removeList': local(z.object({ id }), z.object({ undoId })),
  'drafts.get': reads(z.object({ id }), draftSchema),
  'drafts.create': local(z.object({ accountId, record: recordSchema.optional() }), draftSchema),
  /** Deletes a new draft that is still blank, or has only a journal, because nobody edited it; any other draft stays. */
  'drafts.discardBlank': local(z.object({ id }), z.object({ isDiscarded: z.boolean() })),
  /** Saves if `version` is the stored one, else error `conflict`; a draft may be saved in any state. `fixing`: as part of the undo step of this fixing mode. */
  'drafts.save': local(
    z.object({ id, version: z.number().int(), record: recordSchema, fixing: id.optional() }),
    draftSchema,
  ),
  'drafts.trash': local(
    z.object({ accountId, selection: selectionSchema }),
    z.object({ count: z.number(), undoId }),
  ),
  /** Sets the review status and the assignee; absent ones stay as they are. */
  'drafts.assign': local(
    z.object({
      accountId,
      selection: selectionSchema,
      review: reviewSchema.nullable().optional(),
      assignee: z.string().min(1).max(200).nullable().optional(),
    }),
    z.object({ count: z.number(), undoId }),
  ),
  'drafts.restore': local(
    z.object({ accountId, selection: selectionSchema }),
    z.object({ count: z.number(), undoId }),
  ),
  /** Lists the drafts in the trash that would be deleted permanently; `titles`: the first 20. */
  'drafts.purgePreview': reads(
    z.object({ accountId, selection: selectionSchema }),
    z.object({ id: planIdSchema, count: z.number(), titles: z.array(z.string()) }),
  ),
  /** Deletes permanently what a preview listed, without what is new or changed since. */
  'drafts.purge': irreversible(
    'plan',
    z.object({ plan: planIdSchema }),
    z.object({ count: z.number(), since: sinceSchema }),
  ),
  /** Same DOI or full-text address among drafts and records sent before. */
  'drafts.duplicates': reads(z.object({ id }), z.array(duplicateSchema)),
  /** The same, but asks the directory now. */
  'drafts.askDirectory': reads(z.object({ id }), z.array(duplicateSchema)),
  /** Fetches articles of the directory into drafts that count as sent; articles that already have a draft are skipped. */
  'drafts.take': local(
    z.object({ accountId, remoteIds: z.array(z.string().min(1).max(100)).min(1).max(500) }),
    z.object({
      drafts: z.array(z.object({ remoteId: z.string(), draftId: z.number(), isNew: z.boolean() })),
      undoId,
    }),
  ),
  /**
   * The draft with everything that Crossref has for its DOI; null if Crossref does not have the DOI, which may belong
   * to another agency or to none. Each work is requested once a day.
   */
  'drafts.askCrossref': reads(
    z.object({ draftId: id }),
    z.object({
      state: z.enum(['found', 'elsewhere', 'unknown']),
      proposed: recordSchema.nullable(),
      fetchedAt: timeSchema.nullable(),
    }),
  ),
};

export const events = {
  /** null: too many to list. */
  'drafts.changed': z.object({ accountId: z.string(), ids: z.array(z.number()).nullable() }),
  'drafts.listsChanged': z.object({ accountId: z.string() }),
};

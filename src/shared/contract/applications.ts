import { z } from 'zod';
import {
  applicationCountsSchema,
  applicationFilterSchema,
  applicationPlanSchema,
  applicationRowSchema,
  applicationSchema,
  applicationSortSchema,
  applicationStatusSchema,
  bulkChangeSchema,
  bulkExceptionSchema,
} from '../application/applicationDraft.ts';
import {
  accountId,
  id,
  irreversible,
  leaves,
  limit,
  local,
  offset,
  prepares,
  reads,
  undoId,
} from '../contractParts.ts';
import { recordSchema } from '../draft/draft.ts';
import { findingSchema } from '../finding.ts';
import { messageSchema } from '../messageSchema.ts';
import { planIdSchema, sinceSchema } from '../plan.ts';

/** The result of changes for one journal. */
export const proposalSchema = z.object({
  journalId: z.string(),
  title: z.string(),
  changes: applicationPlanSchema.shape.changes,
  /** The paths of the fields in which the changes themselves make a difference. */
  proposed: z.array(z.string()),
  findings: z.array(findingSchema),
  /** An existing draft for this journal. */
  draftId: z.number().nullable(),
  /** The reason why there can be no draft for this journal; null if there can. */
  problem: messageSchema.nullable(),
});

/** Applications and Update Requests, and sending them. */
export const calls = {
  'applications.list': reads(
    z.object({
      accountId,
      filter: applicationFilterSchema,
      /** Default: last changed first. */
      sort: applicationSortSchema.optional(),
      offset,
      limit,
    }),
    z.object({ total: z.number(), rows: z.array(applicationRowSchema) }),
  ),
  /** The fields that each Update Request changes; requests without a change are left out. */
  'applications.changedFields': reads(
    z.object({ accountId }),
    z.array(z.object({ id, paths: z.array(z.string()) })),
  ),
  'applications.counts': reads(z.object({ accountId }), applicationCountsSchema),
  'applications.get': reads(z.object({ id }), applicationSchema),
  /** Creates an Update Request draft that describes the journal as the directory has it now, or an empty new application. */
  'applications.create': local(
    z.object({
      accountId,
      journalId: z.string().min(1).max(100).nullable(),
      record: recordSchema.optional(),
    }),
    applicationSchema,
  ),
  /**
   * Saves if `version` is the stored one, else error `conflict`; a draft may be saved in any state. `fixing`: as part of
   * the undo step of this fixing mode.
   */
  'applications.save': local(
    z.object({ id, version: z.number().int(), record: recordSchema, fixing: id.optional() }),
    applicationSchema,
  ),
  /** Fetches the journal again, so that the draft is compared with the directory's current version; the draft is not changed. */
  'applications.refreshBase': local(z.object({ id }), applicationSchema),
  'applications.trash': local(
    z.object({ accountId, ids: z.array(id).max(10_000) }),
    z.object({ count: z.number(), undoId }),
  ),
  'applications.restore': local(
    z.object({ accountId, ids: z.array(id).max(10_000) }),
    z.object({ count: z.number(), undoId }),
  ),
  /** Lists those of these applications that are in the trash and would be deleted permanently. */
  'applications.purgePreview': reads(
    z.object({ accountId, ids: z.array(id).max(10_000) }),
    z.object({ id: planIdSchema, count: z.number(), titles: z.array(z.string()) }),
  ),
  /** Deletes permanently what a preview listed, without what has changed since. */
  'applications.purge': irreversible(
    'plan',
    z.object({ plan: planIdSchema }),
    z.object({ count: z.number(), since: sinceSchema }),
  ),
  /** Plans sending; asks the directory for open Update Requests of the same journals. */
  'applications.plan': reads(
    z.object({ accountId, ids: z.array(id).min(1).max(10_000) }),
    z.object({
      /** For `applications.send`. */
      id: planIdSchema,
      plans: z.array(applicationPlanSchema),
      requests: z.number(),
      seconds: z.number(),
      /** The reason why the directory could not be asked for open requests. */
      unasked: messageSchema.nullable(),
    }),
  ),
  /** Queues what a plan did not hold back, except what is no longer as the plan showed it. */
  'applications.send': leaves(
    'plan',
    z.object({ plan: planIdSchema }),
    z.object({ queued: z.number(), since: sinceSchema }),
  ),
  /** Lists those of these applications that wait because what they overwrite cannot be fetched. */
  'applications.unkeptPreview': reads(
    z.object({ accountId, ids: z.array(id).min(1).max(10_000) }),
    z.object({ id: planIdSchema, count: z.number(), titles: z.array(z.string()) }),
  ),
  /** Sends what a preview listed without storing what it overwrites. */
  'applications.sendUnkept': leaves(
    'plan',
    z.object({ plan: planIdSchema }),
    z.object({ count: z.number(), since: sinceSchema }),
  ),
  /** Removes applications from the queue. */
  'applications.cancel': local(
    z.object({ accountId, ids: z.array(id).min(1).max(10_000) }),
    z.object({ count: z.number() }),
  ),
  /** The exact request for one application, without the key. */
  /** Looks up an application with unknown outcome, and settles it. */
  'applications.lookUp': local(z.object({ id }), applicationSchema),
  /** Asks the directory for the status of sent applications, and for unknown applications of the account. */
  'applications.refresh': local(
    z.object({ accountId, ids: z.array(id).max(10_000).optional() }),
    z.object({ asked: z.number(), changed: z.number(), found: z.number() }),
  ),
  /** Lists the record at the directory that withdrawing would remove, as it was read last. */
  'applications.deletePreview': reads(z.object({ id }), z.object({ id: planIdSchema, title: z.string() })),
  /** Withdraws it at the directory, if it is still as listed, else error `state`; the local draft remains. */
  'applications.delete': leaves('plan', z.object({ plan: planIdSchema }), applicationSchema),
  /** Previews the same changes for many journals; nothing is stored. */
  'applications.previewMany': reads(
    z.object({
      accountId,
      journalIds: z.array(z.string().min(1).max(100)).min(1).max(10_000),
      changes: z.array(bulkChangeSchema).min(1).max(50),
    }),
    z.object({
      /** For `applications.createMany`. */
      id: planIdSchema,
      proposals: z.array(proposalSchema),
    }),
  ),
  /**
   * Creates or changes one Update Request draft for each journal that a preview listed, without the fields of `except`.
   * A journal whose changes would be others by now is left out; error `state` if none is left.
   */
  'applications.createMany': prepares(
    z.object({ plan: planIdSchema, except: z.array(bulkExceptionSchema).max(10_000).optional() }),
    z.object({ ids: z.array(z.number()), since: sinceSchema, undoId }),
  ),
};

export const events = {
  'applications.changed': z.object({ accountId: z.string(), ids: z.array(z.number()).nullable() }),
  /** The directory decided or did something: shown as a notification. */
  'applications.statusChanged': z.object({
    id: z.number(),
    accountId: z.string(),
    title: z.string(),
    status: applicationStatusSchema,
    message: messageSchema,
  }),
};

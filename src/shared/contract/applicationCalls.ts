import { z } from 'zod';
import {
  applicationCountsSchema,
  applicationFilterSchema,
  applicationPlanSchema,
  applicationRowSchema,
  applicationSchema,
  applicationSortSchema,
  bulkChangeSchema,
} from '../application/applicationDraft.ts';
import { recordSchema } from '../draft/draft.ts';
import { findingSchema } from '../finding.ts';
import { messageSchema } from '../messageSchema.ts';
import { payloadSchema } from '../upload/upload.ts';
import { accountId, call, id, limit, offset, undoId } from './parts.ts';

/** Applications and Update Requests. */
export const applicationCalls = {
  'applications.list': call(
    z.object({
      accountId,
      filter: applicationFilterSchema,
      /** Without it those changed last come first. */
      sort: applicationSortSchema.optional(),
      offset,
      limit,
    }),
    z.object({ total: z.number(), rows: z.array(applicationRowSchema) }),
  ),
  'applications.counts': call(z.object({ accountId }), applicationCountsSchema),
  'applications.get': call(z.object({ id }), applicationSchema),
  /** An Update Request draft that describes the journal as the directory has it now, or an empty new application. */
  'applications.create': call(
    z.object({
      accountId,
      journalId: z.string().min(1).max(100).nullable(),
      record: recordSchema.optional(),
    }),
    applicationSchema,
  ),
  /** Saves where `version` is the stored one, else error `conflict`; a draft may be saved in any state. */
  'applications.save': call(
    z.object({ id, version: z.number().int(), record: recordSchema }),
    applicationSchema,
  ),
  /** Fetches the journal anew, so that the draft is held against what the directory has now; the draft stays as it is. */
  'applications.refreshBase': call(z.object({ id }), applicationSchema),
  'applications.trash': call(
    z.object({ accountId, ids: z.array(id).max(10_000) }),
    z.object({ count: z.number(), undoId }),
  ),
  'applications.restore': call(
    z.object({ accountId, ids: z.array(id).max(10_000) }),
    z.object({ count: z.number(), undoId }),
  ),
  'applications.purge': call(
    z.object({ accountId, ids: z.array(id).max(10_000) }),
    z.object({ count: z.number() }),
  ),
  /** What sending would do; asks the directory for open Update Requests of the same journals. */
  'applications.plan': call(
    z.object({ accountId, ids: z.array(id).min(1).max(1000) }),
    z.object({
      plans: z.array(applicationPlanSchema),
      requests: z.number(),
      seconds: z.number(),
      /** The directory could not be asked for open requests: why, in words. */
      unasked: messageSchema.nullable(),
    }),
  ),
  /** Queues applications; `seenIgnored` is how many ignored values were shown: error `state` if there are more by now. */
  'applications.send': call(
    z.object({ accountId, ids: z.array(id).min(1).max(1000), seenIgnored: z.number().int().min(0) }),
    z.object({ queued: z.number() }),
  ),
  /** Sends what waits because what it overwrites cannot be fetched, without keeping that. */
  'applications.sendUnkept': call(
    z.object({ accountId, ids: z.array(id).min(1).max(1000) }),
    z.object({ count: z.number() }),
  ),
  /** Takes back what is still queued. */
  'applications.cancel': call(
    z.object({ accountId, ids: z.array(id).min(1).max(1000) }),
    z.object({ count: z.number() }),
  ),
  /** The exact request of one application, key left out. */
  'applications.payload': call(z.object({ id }), payloadSchema),
  /** Looks up one whose outcome is unknown, and settles it. */
  'applications.lookUp': call(z.object({ id }), applicationSchema),
  /** Asks the directory for the state of what was sent, and for applications of the account that are not known here. */
  'applications.refresh': call(
    z.object({ accountId, ids: z.array(id).max(1000).optional() }),
    z.object({ asked: z.number(), changed: z.number(), found: z.number() }),
  ),
  /** Withdraws it at the directory; the draft stays here. */
  'applications.delete': call(z.object({ id }), applicationSchema),
  /** The same changes for many journals: what they would make of each, nothing kept. */
  'applications.previewMany': call(
    z.object({
      accountId,
      journalIds: z.array(z.string().min(1).max(100)).min(1).max(1000),
      changes: z.array(bulkChangeSchema).min(1).max(50),
    }),
    z.array(
      z.object({
        journalId: z.string(),
        title: z.string(),
        changes: applicationPlanSchema.shape.changes,
        findings: z.array(findingSchema),
        /** A draft for this journal that is there already. */
        draftId: z.number().nullable(),
        /** Why there can be none for this journal; null if there can. */
        problem: messageSchema.nullable(),
      }),
    ),
  ),
  /** One Update Request draft for each journal, with the changes made. */
  'applications.createMany': call(
    z.object({
      accountId,
      journalIds: z.array(z.string().min(1).max(100)).min(1).max(1000),
      changes: z.array(bulkChangeSchema).min(1).max(50),
    }),
    z.object({ ids: z.array(z.number()), undoId }),
  ),
} as const;

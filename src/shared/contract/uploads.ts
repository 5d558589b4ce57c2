import { z } from 'zod';
import {
  accountId,
  done,
  fileSchema,
  id,
  leaves,
  limit,
  local,
  offset,
  reads,
  watch,
} from '../contractParts.ts';
import { selectionSchema } from '../draft/draft.ts';
import { planIdSchema } from '../plan.ts';
import {
  attemptSchema,
  leftOutSchema,
  payloadSchema,
  planSchema,
  problemsSchema,
  sendAgainSchema,
  startedUploadSchema,
  uploadItemSchema,
  uploadSchema,
} from '../upload/upload.ts';
import { itemStateSchema } from '../upload/uploadStates.ts';

/** True unless false: whether the directory's version is fetched and stored before it is overwritten. */
const takesSnapshots = z.boolean().optional();

/** True if records that readers could hardly find are sent too. */
const includeHardToFind = z.boolean().optional();

/** True if articles that were deleted from the directory are sent as new ones. */
const includeDeleted = z.boolean().optional();

/** Sending articles. */
export const calls = {
  /** Plans an upload; `look` asks the directory what exists. Under the name `watch` it reports progress (`uploads.planning`) and can be cancelled: error `cancelled`. */
  'uploads.plan': reads(
    z.object({
      accountId,
      selection: selectionSchema,
      includeUnchanged: z.boolean(),
      includeHardToFind,
      includeDeleted,
      takesSnapshots,
      look: z.boolean().optional(),
      watch: watch.optional(),
    }),
    planSchema,
  ),
  /** Cancels the plan in progress under this name. */
  'uploads.leavePlan': local(z.object({ watch }), done),
  /** The draft at a 0-based place among those that a plan would send; null if there is none. */
  'uploads.planned': reads(z.object({ plan: planIdSchema, place: offset }), z.number().nullable()),
  /** The exact request for one record, without the key. */
  'uploads.payload': reads(z.object({ draftId: id }), payloadSchema),
  /** Queues what a plan listed. What is new since is not included, what has changed is left out, and both are reported. */
  'uploads.start': leaves(
    'plan',
    z.object({ plan: planIdSchema, name: z.string().trim().max(200) }),
    startedUploadSchema,
  ),
  'uploads.list': reads(z.object({ accountId: accountId.optional() }), z.array(uploadSchema)),
  'uploads.get': reads(z.object({ id }), uploadSchema),
  /** The records that the plan of an upload did not send; the first 500. */
  'uploads.leftOut': reads(z.object({ id }), z.array(leftOutSchema)),
  'uploads.items': reads(
    z.object({ id, states: z.array(itemStateSchema), offset, limit }),
    z.object({ total: z.number(), items: z.array(uploadItemSchema) }),
  ),
  /** The refused and failed records by their reason. */
  'uploads.problems': reads(z.object({ id }), problemsSchema),
  'uploads.attempts': reads(
    z.object({ id, itemId: z.number().int().optional(), offset, limit }),
    z.object({ total: z.number(), attempts: z.array(attemptSchema) }),
  ),
  'uploads.pause': local(z.object({ id }), uploadSchema),
  'uploads.resume': leaves('one', z.object({ id }), uploadSchema),
  'uploads.cancel': local(z.object({ id }), uploadSchema),
  /** Lists the refused and failed records of an upload: all of them, or these. */
  'uploads.retryPreview': reads(z.object({ id, itemIds: z.array(id).optional() }), sendAgainSchema),
  /** Queues what a preview listed again, without what is new or changed since. */
  'uploads.retry': leaves('plan', z.object({ plan: planIdSchema }), startedUploadSchema),
  /** Lists the queued records of an upload that wait until what they overwrite is stored. */
  'uploads.unkeptPreview': reads(z.object({ id }), sendAgainSchema),
  /** Sends what a preview listed without fetching and storing what it overwrites. */
  'uploads.sendUnkept': leaves('plan', z.object({ plan: planIdSchema }), startedUploadSchema),
  'uploads.export': reads(z.object({ id, format: z.enum(['csv', 'json']) }), fileSchema),
};

export const events = {
  /** At most four times a second for each upload, and at every change of its state. */
  'uploads.changed': uploadSchema,
  /** Progress of planning an upload, under the name given in the call; at most four times a second. */
  'uploads.planning': z.object({
    watch: z.string(),
    stage: z.enum(['checking', 'looking']),
    done: z.number(),
    total: z.number(),
  }),
};

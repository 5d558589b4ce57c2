import { z } from 'zod';
import { standingGroups } from '../application/standing.ts';
import { accountId, id, leaves, limit, local, offset, reads } from '../contractParts.ts';
import { draftFilterSchema, draftSortSchema, readinessSchema, selectionSchema } from '../draft/draft.ts';
import { fixingKinds, fixingMarks } from '../fixing/fixing.ts';
import { messageSchema } from '../messageSchema.ts';
import { planIdSchema } from '../plan.ts';
import { timeSchema } from '../timeSchema.ts';
import { sendAgainSchema, startedUploadSchema } from '../upload/upload.ts';

const markSchema = z.enum(fixingMarks);

/** The state of a fixing mode, without its list of records. */
const fixingSchema = z.object({
  id: z.number(),
  accountId: z.string(),
  kind: z.enum(fixingKinds),
  /** The upload whose refused and failed records are fixed. */
  uploadId: z.number().nullable(),
  /** 0-based position of the record that is shown, its id, and its mark. */
  place: z.number(),
  recordId: z.number(),
  mark: markSchema,
  /** The kinds of problems to fix (`FixingAim`). */
  aims: z.array(z.string()),
  isOver: z.boolean(),
  total: z.number(),
  counts: z.record(markSchema, z.number()),
  /** Fixed records of the upload that can be queued again. */
  retryable: z.number(),
  startedAt: timeSchema,
});

export type FixingStatus = z.infer<typeof fixingSchema>;

const fixingRowSchema = z.object({
  place: z.number(),
  recordId: z.number(),
  mark: markSchema,
  title: z.string(),
  readiness: readinessSchema,
  errors: z.number(),
  warnings: z.number(),
  /** The directory refused it as it is. */
  isRefused: z.boolean(),
});

export type FixingRow = z.infer<typeof fixingRowSchema>;

/** How many records were skipped because they had been fixed or deleted elsewhere. */
const passedSchema = z.object({ fixed: z.number(), gone: z.number() });

const startedSchema = z.object({ fixing: fixingSchema, passed: passedSchema });

/** Fixing mode: the records of a list, one by one. */
export const calls = {
  /**
   * Freezes the selected records of a list that have something to fix, in its order, those with errors first; AppError
   * `state` if there is none.
   */
  'fixing.start': local(
    z.object({
      accountId,
      filter: draftFilterSchema,
      sort: draftSortSchema,
      selection: selectionSchema,
      /** Without the records that have only warnings. */
      errorsOnly: z.boolean().optional(),
    }),
    startedSchema,
  ),
  /** Does the same for the refused and failed records of an upload, or for these of them. */
  'fixing.startUpload': local(
    z.object({ uploadId: id, draftIds: z.array(id).max(10_000).optional() }),
    startedSchema,
  ),
  /** Does the same for these applications and Update Requests, in this order; `list` decides what is to be fixed. */
  'fixing.startRequests': local(
    z.object({ accountId, list: z.enum(['all', ...standingGroups]), ids: z.array(id).max(10_000) }),
    startedSchema,
  ),
  'fixing.get': reads(z.object({ id }), fixingSchema),
  /** Unfinished ones, newest first. */
  'fixing.list': reads(z.object({ accountId }), z.array(fixingSchema)),
  'fixing.records': reads(
    z.object({ id, offset, limit }),
    z.object({ total: z.number(), rows: z.array(fixingRowSchema) }),
  ),
  /** Takes a step from the record at `place`; nothing happens if another window has moved on meanwhile. */
  'fixing.step': local(
    z.object({
      id,
      place: offset,
      step: z.union([
        z.object({ do: z.literal('fix'), insists: z.boolean().optional() }),
        z.object({ do: z.enum(['skip', 'back', 'end', 'resume', 'look']) }),
        z.object({ do: z.literal('go'), place: offset }),
      ]),
    }),
    startedSchema.extend({
      /** The problem that the record still has, so that it stays on screen; null: it was left. */
      remains: messageSchema.nullable(),
    }),
  ),
  /** The ids of the records that were fixed. */
  'fixing.fixed': reads(z.object({ id }), z.array(id)),
  /** Lists the fixed records of the upload that can be queued again. */
  'fixing.retryPreview': reads(z.object({ id }), sendAgainSchema),
  /** Queues what a preview listed again, without what has changed since. */
  'fixing.retry': leaves('plan', z.object({ id, plan: planIdSchema }), startedUploadSchema),
};

export const events = {
  /** A fixing mode was started, moved to another record, ended or resumed. */
  'fixing.changed': z.object({ accountId: z.string(), id: z.number() }),
};

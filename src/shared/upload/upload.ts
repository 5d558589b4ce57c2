import { z } from 'zod';
import { heldBackReasons, uncheckedThings } from '../choices.ts';
import { limiterStatusSchema } from '../directory/account.ts';
import { recordSchema, refusalSchema } from '../draft/draft.ts';
import { keepingSchema } from '../draft/earlierVersions.ts';
import { instantSchema } from '../instantSchema.ts';
import { messageSchema } from '../messageSchema.ts';
import { planIdSchema, sinceSchema } from '../plan.ts';
import { timeSchema } from '../timeSchema.ts';
import { itemStateSchema, pausedBySchema, uploadStateSchema } from './uploadStates.ts';

const heldBackReasonSchema = z.enum(heldBackReasons);
export type HeldBackReason = z.infer<typeof heldBackReasonSchema>;

const thereRecordSchema = z.object({
  draftId: z.number(),
  title: z.string(),
  /** Time of the last change according to the directory; null if it does not say. */
  at: instantSchema.nullable(),
});

/** The results of the preflight at the directory, before anything is sent. */
const remoteStateSchema = z.object({
  /** Number of records that were looked up. */
  looked: z.number(),
  /** Records changed there by others since they were last sent or fetched: the first hundred, and the total. */
  changed: z.array(thereRecordSchema),
  changedCount: z.number(),
  /** Records that are new here but already exist there, created by others. */
  foreign: z.array(thereRecordSchema),
  foreignCount: z.number(),
  /** The reason why the directory could not be asked about all records; empty if it was. */
  unasked: messageSchema.nullable(),
});
export type RemoteState = z.infer<typeof remoteStateSchema>;

/** A selected record that is not sent, with the reason; `path` is the field to correct. */
export const leftOutSchema = z.object({
  draftId: z.number(),
  title: z.string(),
  reason: heldBackReasonSchema,
  path: z.string(),
  message: messageSchema,
});
export type LeftOut = z.infer<typeof leftOutSchema>;

/** Refused and failed records of an upload with the same reason that nobody has corrected yet. */
const problemGroupSchema = z.object({
  message: messageSchema,
  help: messageSchema.nullable(),
  /** The journals of the account may be at fault. */
  isAboutJournal: z.boolean(),
  draftIds: z.array(z.number()),
});
export type ProblemGroup = z.infer<typeof problemGroupSchema>;

export const problemsSchema = z.object({
  /** The largest first. */
  groups: z.array(problemGroupSchema),
  /** The items whose records were corrected and can be sent again. */
  fixed: z.array(z.number()),
});

/** The effects of pressing Send, shown before anything is sent. */
export const planSchema = z.object({
  /** For `uploads.start`. */
  id: planIdSchema,
  accountId: z.string(),
  selected: z.number(),
  /** Records to send: never sent before, or overwriting the directory's version. */
  fresh: z.number(),
  overwriting: z.number(),
  /** Selected, but equal to the version sent last: skipped unless requested. */
  unchanged: z.number(),
  heldBack: z.array(leftOutSchema),
  /** Records to send that have warnings. */
  withWarnings: z.number(),
  /** Records that readers could hardly find: held back unless the user wants to send them. */
  hardToFind: z.number(),
  /** Records that were deleted from the directory: held back unless the user wants to create them again. */
  deletedThere: z.number(),
  /** Number of drafts held back for each reason (the list above is cut at 500). */
  heldBackCounts: z.partialRecord(heldBackReasonSchema, z.number()),
  /** Values of the user that the directory will not store, over all records: their number, and the fields most often affected. */
  ignored: z.object({
    count: z.number(),
    fields: z.array(z.object({ path: z.string(), count: z.number() })),
  }),
  /** Without `key` nothing can be sent; without `journals` readiness says nothing about the ISSNs. */
  unchecked: z.array(z.enum(uncheckedThings)),
  /** Values that the directory replaces by its own, such as those of the journal: nothing to worry about. */
  filledIn: z.number(),
  toSend: z.number(),
  batches: z.number(),
  /** Number of requests, including those that fetch what is overwritten and those that ask for the outcome. */
  requests: z.number(),
  /** Requests among them that fetch and store what is overwritten. */
  keepRequests: z.number(),
  bytes: z.number(),
  /** Expected time at the account's rate. */
  seconds: z.number(),
  /** The maximum number of requests of a preflight, and its results; null: no preflight was made. */
  lookRequests: z.number(),
  there: remoteStateSchema.nullable(),
});
export type Plan = z.infer<typeof planSchema>;

const uploadCountsSchema = z.object({
  total: z.number(),
  queued: z.number(),
  sending: z.number(),
  accepted: z.number(),
  unsure: z.number(),
  created: z.number(),
  overwrote: z.number(),
  /** Done, but not known yet whether new or overwritten (dialect 4.0, until looked up). */
  stored: z.number(),
  refused: z.number(),
  failed: z.number(),
});
export type UploadCounts = z.infer<typeof uploadCountsSchema>;

export const uploadSchema = z.object({
  id: z.number(),
  accountId: z.string(),
  name: z.string(),
  state: uploadStateSchema,
  pausedBy: pausedBySchema.nullable(),
  /** The reason for the pause. */
  message: messageSchema.nullable(),
  counts: uploadCountsSchema,
  skipped: z.number(),
  heldBack: z.number(),
  /** Done items whose directory id still has to be looked up. */
  idsMissing: z.number(),
  /** True if something that the upload overwrites still has to be fetched and stored. */
  isKeeping: z.boolean(),
  /** Once finished: stored records that replaced one with a stored earlier version. */
  replaced: z.number(),
  requests: z.number(),
  /** Records per second over the last minute of work; null until measurable. */
  rate: z.number().nullable(),
  /** Seconds left, including the rate limit; null until 5 records are done. */
  secondsLeft: z.number().nullable(),
  /** True while a batch is being bisected to find the faulty record. */
  halving: z.boolean(),
  limiter: limiterStatusSchema.nullable(),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
});
export type Upload = z.infer<typeof uploadSchema>;

/** Records of an upload that a person is asked to send again, or in another way; `titles`: the first 20. */
export const sendAgainSchema = z.object({ id: planIdSchema, count: z.number(), titles: z.array(z.string()) });
export type SendAgain = z.infer<typeof sendAgainSchema>;

/** An upload that was just started, and what was left out because it was not as the plan showed it. */
export const startedUploadSchema = uploadSchema.extend({ since: sinceSchema });
export type StartedUpload = z.infer<typeof startedUploadSchema>;

export const uploadItemSchema = z.object({
  id: z.number(),
  draftId: z.number(),
  position: z.number(),
  title: z.string(),
  /** File and position of the record; null if it was typed. */
  from: messageSchema.nullable(),
  state: itemStateSchema,
  outcome: z.enum(['created', 'overwrote']).nullable(),
  remoteId: z.string().nullable(),
  attempts: z.number(),
  refusal: refusalSchema.nullable(),
  keeping: keepingSchema,
  /** The version that it replaced at the directory; null if none is stored. */
  versionId: z.number().nullable(),
  updatedAt: timeSchema,
});
export type UploadItem = z.infer<typeof uploadItemSchema>;

/** One logged request of an account, never with a key in it. */
export const attemptSchema = z.object({
  id: z.number(),
  uploadId: z.number().nullable(),
  at: timeSchema,
  method: z.string(),
  /** Redacted address. */
  address: z.string(),
  /** null: no response. */
  status: z.number().nullable(),
  records: z.number(),
  bytes: z.number(),
  /** Milliseconds from sending to the end of the response. */
  duration: z.number().nullable(),
  /** null while there is no response. */
  outcome: messageSchema.nullable(),
  words: z.string(),
  reference: z.string(),
});
export type Attempt = z.infer<typeof attemptSchema>;

export const payloadSchema = z.object({ method: z.string(), address: z.string(), body: recordSchema });

import { z } from 'zod';
import { heldBackReasons } from '../choices.ts';
import { limiterStatusSchema } from '../directory/account.ts';
import { recordSchema, refusalSchema } from '../draft/draft.ts';
import { keepingSchema } from '../draft/earlierVersions.ts';
import { messageSchema } from '../messageSchema.ts';
import { itemStateSchema, uploadStateSchema } from './uploadStates.ts';

export const heldBackReasonSchema = z.enum(heldBackReasons);
export type HeldBackReason = z.infer<typeof heldBackReasonSchema>;

const thereRecordSchema = z.object({
  draftId: z.number(),
  title: z.string(),
  /** When it was changed last, as the directory dates it. */
  at: z.string(),
});

/** What the preflight found at the directory, before anything is sent. */
export const remoteStateSchema = z.object({
  /** Records that were looked for. */
  looked: z.number(),
  /** Records that somebody changed there since they were last sent or taken from here: the first hundred, and how many. */
  changed: z.array(thereRecordSchema),
  changedCount: z.number(),
  /** Records that are new here and there already, made by somebody else. */
  foreign: z.array(thereRecordSchema),
  foreignCount: z.number(),
  /** Why the directory could not be asked, or not about all of them, in words; empty if it was. */
  unasked: messageSchema.nullable(),
});
export type RemoteState = z.infer<typeof remoteStateSchema>;

/** What pressing Send would do, shown before anything is sent. */
export const planSchema = z.object({
  accountId: z.string(),
  selected: z.number(),
  /** Records that would be sent: never sent before, or overwriting what the directory has of them. */
  fresh: z.number(),
  overwriting: z.number(),
  /** Selected, but equal to what was sent last: skipped unless asked for. */
  unchanged: z.number(),
  heldBack: z.array(
    z.object({
      draftId: z.number(),
      title: z.string(),
      reason: heldBackReasonSchema,
      path: z.string(),
      message: messageSchema,
    }),
  ),
  /** How many are held back by each reason (the list above is cut at 500). */
  heldBackCounts: z.partialRecord(heldBackReasonSchema, z.number()),
  /** Values that the directory will drop, over all records: how many, and the fields most often meant. */
  ignored: z.object({
    count: z.number(),
    fields: z.array(z.object({ path: z.string(), count: z.number() })),
  }),
  toSend: z.number(),
  batches: z.number(),
  /** Requests to send them, with those that fetch what is overwritten and those that ask for the outcome. */
  requests: z.number(),
  /** Requests among them that fetch what is overwritten, to be kept. */
  keepRequests: z.number(),
  bytes: z.number(),
  /** Expected time at the account's rate. */
  seconds: z.number(),
  /** Requests that it takes at most to look at the directory first, and what that found; null: it was not asked. */
  lookRequests: z.number(),
  there: remoteStateSchema.nullable(),
});
export type Plan = z.infer<typeof planSchema>;

export const uploadCountsSchema = z.object({
  total: z.number(),
  queued: z.number(),
  sending: z.number(),
  accepted: z.number(),
  unsure: z.number(),
  created: z.number(),
  overwrote: z.number(),
  /** Done, new or overwritten not known yet (dialect 4.0, until looked up). */
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
  /** Why it is paused: by the user, no connection, the key, a retired version of the API, or another problem (a wrong address, a full disk). */
  pausedBy: z.enum(['person', 'offline', 'key', 'version', 'problem']).nullable(),
  /** The reason for the pause. */
  message: messageSchema.nullable(),
  counts: uploadCountsSchema,
  skipped: z.number(),
  heldBack: z.number(),
  /** Done items whose directory id is still to be looked up. */
  idsMissing: z.number(),
  /** Something that it overwrites is still to be fetched and kept. */
  isKeeping: z.boolean(),
  /** Once it is over: stored records that replaced one of which the earlier version is kept. */
  replaced: z.number(),
  requests: z.number(),
  /** Records a second over the last minute of work; null until there is something to measure. */
  rate: z.number().nullable(),
  /** Seconds left, the limit included; null until 5 records are done. */
  secondsLeft: z.number().nullable(),
  /** A batch is being halved to find the record at fault. */
  halving: z.boolean(),
  limiter: limiterStatusSchema.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type Upload = z.infer<typeof uploadSchema>;

export const uploadItemSchema = z.object({
  id: z.number(),
  draftId: z.number(),
  position: z.number(),
  title: z.string(),
  /** File and place the record came from; null if it was typed. */
  from: messageSchema.nullable(),
  state: itemStateSchema,
  outcome: z.enum(['created', 'overwrote']).nullable(),
  remoteId: z.string().nullable(),
  attempts: z.number(),
  refusal: refusalSchema.nullable(),
  keeping: keepingSchema,
  /** What it replaced at the directory; null if nothing is kept. */
  versionId: z.number().nullable(),
  updatedAt: z.string(),
});
export type UploadItem = z.infer<typeof uploadItemSchema>;

/** One request of an account as it is kept: never with a key in it. */
export const attemptSchema = z.object({
  id: z.number(),
  uploadId: z.number().nullable(),
  at: z.string(),
  method: z.string(),
  /** Redacted address. */
  address: z.string(),
  /** null: no answer. */
  status: z.number().nullable(),
  records: z.number(),
  bytes: z.number(),
  /** Milliseconds from sending to the end of the answer. */
  duration: z.number().nullable(),
  /** null while there is no answer. */
  outcome: messageSchema.nullable(),
  words: z.string(),
  reference: z.string(),
});
export type Attempt = z.infer<typeof attemptSchema>;

export const payloadSchema = z.object({ method: z.string(), address: z.string(), body: recordSchema });

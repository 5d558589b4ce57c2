import { z } from 'zod';
import { readinessSchema, recordSchema, refusalSchema } from '../draft/draft.ts';
import { findingSchema } from '../finding.ts';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';

/** `update`: an Update Request, an application that names a journal in `admin.current_journal`; `new`: a new application. */
export const applicationKindSchema = z.enum(['new', 'update']);
export type ApplicationKind = z.infer<typeof applicationKindSchema>;

/**
 * Our copy relative to the directory's: `queued` and `sending`: on its way; `unsure` no response, looked up before it
 * is sent again; `changed` edited since it was sent; `refused` as last sent; `failed` given up.
 */
export const applicationSyncSchema = z.enum([
  'never',
  'queued',
  'sending',
  'unsure',
  'sent',
  'changed',
  'refused',
  'failed',
]);
export type ApplicationSync = z.infer<typeof applicationSyncSchema>;

/**
 * At the directory (reference/directory-api.md 5.7): `checking` automatically; `waiting` for an editor; `review` by an
 * editor; `revisions` asked for; `withdrawn` by us; `gone` from there for another reason; `other` unknown to Colophon.
 */
export const applicationStatusSchema = z.enum([
  'checking',
  'waiting',
  'review',
  'revisions',
  'accepted',
  'rejected',
  'withdrawn',
  'gone',
  'other',
]);
export type ApplicationStatus = z.infer<typeof applicationStatusSchema>;

export const applicationRowSchema = z.object({
  id: z.number(),
  accountId: z.string(),
  version: z.number(),
  kind: applicationKindSchema,
  /** The journal of an Update Request. */
  journalId: z.string().nullable(),
  /** The journal's title; for an Update Request, the directory's own. */
  title: z.string(),
  pissn: z.string(),
  eissn: z.string(),
  readiness: readinessSchema,
  errors: z.number(),
  warnings: z.number(),
  ignored: z.number(),
  /** Fields that an Update Request would change; 0 for a new application. */
  changes: z.number(),
  sync: applicationSyncSchema,
  /** True if edited since it was refused or failed, so that it is no longer held back. */
  retry: z.boolean(),
  /** null if it was never seen at the directory. */
  status: applicationStatusSchema.nullable(),
  /** When `status` changed, and when it was last checked. */
  statusAt: timeSchema.nullable(),
  checkedAt: timeSchema.nullable(),
  remoteId: z.string().nullable(),
  sentAt: timeSchema.nullable(),
  updatedAt: timeSchema,
  trashedAt: timeSchema.nullable(),
});
export type ApplicationRow = z.infer<typeof applicationRowSchema>;

/** The observed status history, oldest first. */
const applicationEventSchema = z.object({
  id: z.number(),
  at: timeSchema,
  kind: z.enum([
    'created',
    'queued',
    'sent',
    'updated',
    'read-back',
    'status',
    'refused',
    'unsure',
    'settled',
    'failed',
    'deleted',
    'gone',
  ]),
  status: applicationStatusSchema.nullable(),
  /** One sentence for the timeline. */
  message: messageSchema,
});
export type ApplicationEvent = z.infer<typeof applicationEventSchema>;

/** One difference between two versions; `null` if a version has no value. Paths are those of `Finding.path`. */
export const valueDifferenceSchema = z.object({
  path: z.string(),
  before: z.json().nullable(),
  after: z.json().nullable(),
});
export type ValueDifference = z.infer<typeof valueDifferenceSchema>;

export const applicationSchema = applicationRowSchema.extend({
  /** Flat ISSNs in either dialect (`application.ts`). */
  record: recordSchema,
  /** For an Update Request: the directory's version of the journal at `baseAt`, flat ISSNs. */
  base: recordSchema.nullable(),
  baseAt: timeSchema.nullable(),
  findings: z.array(findingSchema),
  refusal: refusalSchema.nullable(),
  /** The version sent last, and the directory's version afterwards: null until it was read back. */
  sent: recordSchema.nullable(),
  stored: recordSchema.nullable(),
  storedAt: timeSchema.nullable(),
  /** Differences between `sent` (`before`) and `stored` (`after`). */
  differences: z.array(valueDifferenceSchema),
  timeline: z.array(applicationEventSchema),
  /** Whether the directory currently accepts changes to it, and if not, the reason. */
  editable: z.object({ now: z.boolean(), why: messageSchema.nullable() }),
  /** True if it waits in the queue because what it would overwrite could not be fetched and stored. */
  waitsToKeep: z.boolean(),
});
export type Application = z.infer<typeof applicationSchema>;

export const applicationFilterSchema = z.object({
  /** Words of title or ISSN; all must match. */
  text: z.string().max(500).optional(),
  kind: applicationKindSchema.optional(),
  sync: z.array(applicationSyncSchema).optional(),
  status: z.array(applicationStatusSchema).optional(),
  journalId: z.string().optional(),
  trashed: z.boolean().default(false),
});
export type ApplicationFilter = z.input<typeof applicationFilterSchema>;

/** `changed`: last change, here or at the directory; `asked`: last status check. */
export const applicationSortSchema = z.object({
  by: z.enum(['changed', 'title', 'standing', 'readiness', 'kind', 'asked']),
  direction: z.enum(['asc', 'desc']),
});
export type ApplicationSort = z.infer<typeof applicationSortSchema>;

/** Counts for the navigation and the filters of the status screen; all but `trashed` exclude the trash. */
export const applicationCountsSchema = z.object({
  total: z.number(),
  sync: z.record(applicationSyncSchema, z.number()),
  status: z.record(applicationStatusSchema, z.number()),
  kind: z.record(applicationKindSchema, z.number()),
  trashed: z.number(),
});
export type ApplicationCounts = z.infer<typeof applicationCountsSchema>;

/** A value of the draft that the directory will not accept (`updateRequest.ts`). */
const ignoredValueSchema = z.object({
  path: z.string(),
  kept: z.json().nullable(),
  proposed: z.json().nullable(),
  /** The number of further values ignored for the same reason; absent: none. */
  more: z.number().int().positive().optional(),
});

/** The effect of sending one application, shown before it is sent. */
export const applicationPlanSchema = z.object({
  id: z.number(),
  title: z.string(),
  kind: applicationKindSchema,
  /** `create`, `update` (our own earlier one), `overwrite` (another one of ours that is waiting there); or it is not sent. */
  action: z.enum(['create', 'update', 'overwrite', 'held-back']),
  /** The effect, or the reason why it is not sent, in one sentence. */
  message: messageSchema,
  errors: z.number(),
  warnings: z.number(),
  ignored: z.array(ignoredValueSchema),
  changes: z.array(valueDifferenceSchema),
  /** Changes by others at the directory that sending would undo; empty: none, or not checked. */
  remoteChanges: messageSchema.nullable(),
  /** An open Update Request for the same journal, found at the directory. */
  open: z.object({ remoteId: z.string(), status: applicationStatusSchema, at: timeSchema }).nullable(),
  /** The changes proposed by the open Update Request that this one replaces. */
  replaced: z.array(valueDifferenceSchema),
});
export type ApplicationPlan = z.infer<typeof applicationPlanSchema>;

/** One change of a bulk proposal: a field and an operation; list operations leave the other entries alone. */
export const bulkChangeSchema = z.object({
  path: z.string().min(1).max(200),
  how: z.enum(['set', 'clear', 'add', 'remove', 'replace']),
  value: z.json().optional(),
  /** For `replace`: every occurrence of this text becomes `value`. */
  find: z.string().max(2000).optional(),
});
export type BulkChange = z.infer<typeof bulkChangeSchema>;

/** Fields of one journal that a bulk proposal leaves as they are. */
export const bulkExceptionSchema = z.object({
  journalId: z.string().min(1).max(100),
  paths: z.array(z.string().min(1).max(200)).max(100),
});
export type BulkException = z.infer<typeof bulkExceptionSchema>;

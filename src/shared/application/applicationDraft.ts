import { z } from 'zod';
import { readinessSchema, recordSchema, refusalSchema } from '../draft/draft.ts';
import { findingSchema } from '../finding.ts';
import { messageSchema } from '../messageSchema.ts';

/** `update`: an Update Request, an application that names a journal in `admin.current_journal`; `new`: a new application. */
export const applicationKindSchema = z.enum(['new', 'update']);
export type ApplicationKind = z.infer<typeof applicationKindSchema>;

/**
 * Where our copy stands to the directory's. `queued` and `sending`: on its way; `unsure`: no answer came, it is looked up
 * before anything is sent again; `changed`: edited since it was sent; `refused`: the directory took nothing of what was
 * sent last; `failed`: we gave up asking.
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
 * What the directory last said of it (reference/directory-api.md 5.7). `checking`: its automatic checks run; `waiting`:
 * nobody has picked it up; `review`: an editor there has it; `revisions`: sent back for changes; `gone`: no longer there;
 * `other`: a status that Colophon does not know.
 */
export const applicationStatusSchema = z.enum([
  'checking',
  'waiting',
  'review',
  'revisions',
  'accepted',
  'rejected',
  'gone',
  'other',
]);
export type ApplicationStatus = z.infer<typeof applicationStatusSchema>;

export const applicationRowSchema = z.object({
  id: z.number(),
  accountId: z.string(),
  version: z.number(),
  kind: applicationKindSchema,
  /** The journal that an Update Request is about. */
  journalId: z.string().nullable(),
  /** The journal's title: the directory's own for an Update Request. */
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
  /** Edited since it was refused or given up, so that nothing of ours holds it back any more. */
  retry: z.boolean(),
  /** null while it was never seen at the directory. */
  status: applicationStatusSchema.nullable(),
  /** When `status` was noticed, and when it was last asked for. */
  statusAt: z.string().nullable(),
  checkedAt: z.string().nullable(),
  remoteId: z.string().nullable(),
  sentAt: z.string().nullable(),
  updatedAt: z.string(),
  trashedAt: z.string().nullable(),
});
export type ApplicationRow = z.infer<typeof applicationRowSchema>;

/** What was seen when, oldest first. */
export const applicationEventSchema = z.object({
  id: z.number(),
  at: z.string(),
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

/** One value that differs between two versions; `null` where a version has none. Paths are those of `Finding.path`. */
export const valueDifferenceSchema = z.object({
  path: z.string(),
  before: z.json().nullable(),
  after: z.json().nullable(),
});
export type ValueDifference = z.infer<typeof valueDifferenceSchema>;

export const applicationSchema = applicationRowSchema.extend({
  /** Flat ISSNs whatever the dialect (`application.ts`). */
  record: recordSchema,
  /** For an Update Request: the journal as the directory had it at `baseAt`, flat ISSNs. */
  base: recordSchema.nullable(),
  baseAt: z.string().nullable(),
  findings: z.array(findingSchema),
  refusal: refusalSchema.nullable(),
  /** What was sent last, and what the directory then had: null until it was read back. */
  sent: recordSchema.nullable(),
  stored: recordSchema.nullable(),
  storedAt: z.string().nullable(),
  /** Where `stored` differs from `sent`: `before` was sent, `after` is stored. */
  differences: z.array(valueDifferenceSchema),
  timeline: z.array(applicationEventSchema),
  /** Whether the directory accepts changes to it at present, and if not, why. */
  editable: z.object({ now: z.boolean(), why: messageSchema.nullable() }),
  /** It waits in the queue because what it would overwrite could not be fetched and kept. */
  waitsToKeep: z.boolean(),
});
export type Application = z.infer<typeof applicationSchema>;

export const applicationFilterSchema = z.object({
  /** Words of title or ISSN; every one must occur. */
  text: z.string().max(500).optional(),
  kind: applicationKindSchema.optional(),
  sync: z.array(applicationSyncSchema).optional(),
  status: z.array(applicationStatusSchema).optional(),
  journalId: z.string().optional(),
  trashed: z.boolean().default(false),
});
export type ApplicationFilter = z.input<typeof applicationFilterSchema>;

/** `changed`: when something last happened to it, here or at the directory; `asked`: when the directory was last asked. */
export const applicationSortSchema = z.object({
  by: z.enum(['changed', 'title', 'standing', 'readiness', 'kind', 'asked']),
  direction: z.enum(['asc', 'desc']),
});
export type ApplicationSort = z.infer<typeof applicationSortSchema>;

/** Counts for the rail and the filters of the status screen; the trash is left out of all but `trashed`. */
export const applicationCountsSchema = z.object({
  total: z.number(),
  sync: z.record(applicationSyncSchema, z.number()),
  status: z.record(applicationStatusSchema, z.number()),
  kind: z.record(applicationKindSchema, z.number()),
  trashed: z.number(),
});
export type ApplicationCounts = z.infer<typeof applicationCountsSchema>;

/** A value of the draft that the directory will not take (`updateRequest.ts`). */
const ignoredValueSchema = z.object({
  path: z.string(),
  kept: z.json().nullable(),
  proposed: z.json().nullable(),
});

/** What sending one application would do, shown before it is sent. */
export const applicationPlanSchema = z.object({
  id: z.number(),
  title: z.string(),
  kind: applicationKindSchema,
  /** `create`, `update` (of our own earlier one), `overwrite` (another one of ours that waits there); or it stays here. */
  action: z.enum(['create', 'update', 'overwrite', 'held-back']),
  /** What will happen, or why it is not sent, in one sentence. */
  message: messageSchema,
  errors: z.number(),
  warnings: z.number(),
  ignored: z.array(ignoredValueSchema),
  changes: z.array(valueDifferenceSchema),
  /** What somebody else changed at the directory and sending would undo, in words; empty: nothing, or nobody asked. */
  changedThere: messageSchema.nullable(),
  /** An open Update Request for the same journal, found at the directory. */
  open: z.object({ remoteId: z.string(), status: applicationStatusSchema, at: z.string() }).nullable(),
});
export type ApplicationPlan = z.infer<typeof applicationPlanSchema>;

/** One change of a bulk proposal: a field and what is done with it; list operations leave the other entries alone. */
export const bulkChangeSchema = z.object({
  path: z.string().min(1).max(200),
  how: z.enum(['set', 'clear', 'add', 'remove']),
  value: z.json().optional(),
});
export type BulkChange = z.infer<typeof bulkChangeSchema>;

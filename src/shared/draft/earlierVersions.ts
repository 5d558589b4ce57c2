import { z } from 'zod';
import { messageSchema } from '../messageSchema.ts';
import { maxNamed, planIdSchema, sinceSchema } from '../plan.ts';
import { timeSchema } from '../timeSchema.ts';
import { itemStateSchema } from '../upload/uploadStates.ts';
import { recordSchema } from './draft.ts';

export const versionKindSchema = z.enum(['article', 'application']);
export type VersionKind = z.infer<typeof versionKindSchema>;

/** The reason why a version was stored: it was overwritten or withdrawn (an article: deleted) at the directory, or a restore replaced the draft. */
const versionWhySchema = z.enum(['overwritten', 'withdrawn', 'draft']);
export type VersionWhy = z.infer<typeof versionWhySchema>;

/** Whether the record that an item of an upload overwrites was stored first; `nothing`: there was none, `left`: not wanted. */
export const keepingSchema = z.enum(['no', 'wanted', 'kept', 'nothing', 'left']);
export type Keeping = z.infer<typeof keepingSchema>;

/** One stored version, without its content. */
export const earlierVersionSchema = z.object({
  id: z.number(),
  /** ISO time at which this version was last seen. */
  at: timeSchema,
  why: versionWhySchema,
  title: z.string(),
  remoteId: z.string().nullable(),
  uploadId: z.number().nullable(),
});
export type EarlierVersion = z.infer<typeof earlierVersionSchema>;

/** A stored version in the form of a draft, with the current version; `remote` null: it does not exist or could not be fetched. */
export const versionComparisonSchema = z.object({
  /** For `versions.putBack`: this version, and `draft` as the one that gets it. */
  plan: planIdSchema,
  version: earlierVersionSchema,
  record: recordSchema,
  remote: recordSchema.nullable(),
  /** The reason why the directory could not be asked; empty if it was. */
  unasked: messageSchema.nullable(),
  draft: recordSchema,
});
export type VersionComparison = z.infer<typeof versionComparisonSchema>;

/** The outcome of one record of an upload, and the version that it replaced there; null if none is stored. */
const uploadVersionSchema = z.object({
  itemId: z.number(),
  draftId: z.number(),
  title: z.string(),
  state: itemStateSchema,
  outcome: z.enum(['created', 'overwrote']).nullable(),
  keeping: keepingSchema,
  versionId: z.number().nullable(),
});
export type UploadVersion = z.infer<typeof uploadVersionSchema>;

/** What restoring would change. */
export const restorePreviewSchema = z.object({
  /** For the call that restores. */
  id: planIdSchema,
  /** Records that would be restored, and the titles of the first of them. */
  count: z.number(),
  titles: z.array(z.string()).max(maxNamed),
  /** Records that the upload created: there is nothing to restore. */
  created: z.number(),
  /** Records without a stored earlier version. */
  unkept: z.number(),
  /** Records whose drafts cannot be changed; the first hundred of them, with reasons. */
  leftCount: z.number(),
  left: z.array(z.object({ recordId: z.number(), title: z.string(), message: messageSchema })),
});
export type RestorePreview = z.infer<typeof restorePreviewSchema>;

/** The drafts that were restored, and those that were left out because they had changed since the preview. */
export const putBackSchema = z.object({
  accountId: z.string(),
  recordIds: z.array(z.number()),
  since: sinceSchema,
});
export type PutBack = z.infer<typeof putBackSchema>;

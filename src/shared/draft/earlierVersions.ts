import { z } from 'zod';
import { messageSchema } from '../messageSchema.ts';
import { itemStateSchema } from '../upload/uploadStates.ts';
import { recordSchema } from './draft.ts';

export const versionKindSchema = z.enum(['article', 'application']);
export type VersionKind = z.infer<typeof versionKindSchema>;

/** Why a version was kept: it was overwritten or withdrawn at the directory, or it was the draft before a version was put back. */
export const versionWhySchema = z.enum(['overwritten', 'withdrawn', 'draft']);
export type VersionWhy = z.infer<typeof versionWhySchema>;

/** Whether the record that an item of an upload overwrites was kept first; `nothing`: none was there, `left`: none was wanted. */
export const keepingSchema = z.enum(['no', 'wanted', 'kept', 'nothing', 'left']);
export type Keeping = z.infer<typeof keepingSchema>;

/** One kept version, without its content. */
export const earlierVersionSchema = z.object({
  id: z.number(),
  /** ISO time at which it was last seen to be so. */
  at: z.string(),
  why: versionWhySchema,
  title: z.string(),
  remoteId: z.string().nullable(),
  uploadId: z.number().nullable(),
});
export type EarlierVersion = z.infer<typeof earlierVersionSchema>;

/** A kept version as a draft would hold it, beside what there is now; `there` null: not there, or not to be learnt. */
export const versionComparisonSchema = z.object({
  version: earlierVersionSchema,
  record: recordSchema,
  there: recordSchema.nullable(),
  /** Why the directory could not be asked, in words; empty if it was. */
  unasked: messageSchema.nullable(),
  draft: recordSchema,
});
export type VersionComparison = z.infer<typeof versionComparisonSchema>;

/** What became of one record of an upload, and the version that it replaced there; null if none is kept. */
export const uploadVersionSchema = z.object({
  itemId: z.number(),
  draftId: z.number(),
  title: z.string(),
  state: itemStateSchema,
  outcome: z.enum(['created', 'overwrote']).nullable(),
  keeping: keepingSchema,
  versionId: z.number().nullable(),
});
export type UploadVersion = z.infer<typeof uploadVersionSchema>;

/** What putting back did: the drafts that hold earlier versions now, and those that do not, in words. */
export const putBackSchema = z.object({
  accountId: z.string(),
  recordIds: z.array(z.number()),
  /** Records that the upload created: there is nothing to put back. */
  created: z.number(),
  /** Records of which no earlier version is kept. */
  unkept: z.number(),
  /** The first hundred that stay as they are, each with its reason. */
  left: z.array(z.object({ recordId: z.number(), title: z.string(), message: messageSchema })),
});
export type PutBack = z.infer<typeof putBackSchema>;

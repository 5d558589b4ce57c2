import { z } from 'zod';
import { messageSchema } from '../messageSchema.ts';
import { tablePresets } from '../tables/columnTargets.ts';
import { timeSchema } from '../timeSchema.ts';
import { readinessSchema } from './draft.ts';
import { importFormats } from './fileFormats.ts';
import { importChoicesSchema, importFoundSchema } from './importChoices.ts';
import { fileEncodingSchema } from './importEncodings.ts';
import { recordChangeSchema } from './recordChanges.ts';

export const importFormatSchema = z.enum(importFormats);

/** A record (or a whole file) that could not be read, with its position. */
export const importProblemSchema = z.object({
  file: z.string(),
  index: z.number().nullable(),
  line: z.number().nullable(),
  message: messageSchema,
});
export type ImportProblem = z.infer<typeof importProblemSchema>;

/**
 * `receiving` and `reading` the pieces; `mapping` and `preview` wait for the user; `accepting`; the last three are
 * final.
 */
const importStateSchema = z.enum([
  'receiving',
  'reading',
  'mapping',
  'preview',
  'accepting',
  'accepted',
  'cancelled',
  'failed',
]);

/** Where the mapping of an import's tables comes from; `guess`: nobody was asked, as on the command line. */
const mappedBySchema = z.union([
  z.object({ by: z.enum(['user', 'guess']) }),
  z.object({ by: z.literal('saved'), name: z.string() }),
  /** As the user mapped the columns in an earlier import of a table with the same headings, of this name. */
  z.object({ by: z.literal('earlier'), name: z.string() }),
  z.object({ by: z.literal('preset'), preset: z.enum(tablePresets) }),
]);
export type MappedBy = z.infer<typeof mappedBySchema>;

export const importStatusSchema = z.object({
  id: z.number(),
  accountId: z.string(),
  /** The file name, or a description of several files. */
  name: z.string(),
  /** Number of files that are read as one import. */
  files: z.number(),
  format: importFormatSchema.nullable(),
  state: importStateSchema,
  /** Bytes in the files, received, and read so far. */
  size: z.number(),
  received: z.number(),
  bytesRead: z.number(),
  /** Records read; among them new drafts, changes to existing drafts and unchanged ones; and problems. */
  read: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  problems: z.number(),
  readiness: z.record(readinessSchema, z.number()),
  /** How many of the records to be imported have each finding, by its code. */
  findings: z.record(z.string(), z.number()),
  /** Records that the user unticked; they will not be imported. */
  leftOut: z.number(),
  /** For `imports.accept`: differs once the records, the ticks or the choices do. */
  shown: z.string(),
  /** Null if it has no tables with mapped columns, or none were read. */
  mappedBy: mappedBySchema.nullable(),
  choices: importChoicesSchema,
  /** The files that show no encoding and are not UTF-8. */
  encodings: z.array(fileEncodingSchema),
  /** Null until it has been read. */
  found: importFoundSchema.nullable(),
  /** The reason why it failed. */
  message: messageSchema.nullable(),
  createdAt: timeSchema,
});
export type ImportStatus = z.infer<typeof importStatusSchema>;

/** Which records of a preview are listed. */
const importShowSchema = z.enum([
  'all',
  'created',
  'updated',
  'unchanged',
  'twice',
  'ready',
  'incomplete',
  'leftOut',
]);

/** A list of records of a preview: those of a kind, or those with a finding. */
export const importFilterSchema = z.object({ show: importShowSchema, finding: z.string().optional() });
export type ImportFilter = z.infer<typeof importFilterSchema>;

/** One record of an import that waits for acceptance. */
export const importRowSchema = z.object({
  /** Its running number in the import, which stays the same in every list. */
  position: z.number(),
  file: z.string(),
  /** Position in that file, from 1. */
  index: z.number(),
  line: z.number().nullable(),
  title: z.string(),
  journal: z.string(),
  year: z.string(),
  doi: z.string(),
  readiness: readinessSchema,
  errors: z.number(),
  warnings: z.number(),
  outcome: z.enum(['new', 'update', 'unchanged', 'twice-in-file']),
  /** The draft that it creates or changes. */
  draftId: z.number().nullable(),
  /** For updates: the fields that change. */
  changes: z.array(recordChangeSchema),
  /** Remarks from reading, such as dropped values. */
  notes: z.array(messageSchema),
  /** Codes of its findings. */
  findings: z.array(z.string()),
  /** The user unticked it: it will not be imported. */
  isLeftOut: z.boolean(),
});
export type ImportRow = z.infer<typeof importRowSchema>;

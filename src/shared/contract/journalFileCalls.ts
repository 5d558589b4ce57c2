import { z } from 'zod';
import { messageSchema } from '../messageSchema.ts';
import { planIdSchema } from '../plan.ts';
import { proposalSchema } from './applicationCalls.ts';
import { accountId, base64, call, fileSchema } from './parts.ts';

const placeSchema = { row: z.number().nullable(), column: z.number().nullable() };

const typeSchema = z.enum(['error', 'warn']);

const fileProblemSchema = z.object({
  ...placeSchema,
  type: typeSchema,
  /** The directory's own words. */
  words: z.string(),
  explanation: messageSchema,
  was: z.json(),
  now: z.json(),
});

const oneProblem = z.tuple([typeSchema, z.string()]);

/** As the directory sends it to its page (reference/journal-update-file.md 4). */
const reportSchema = z.object({
  has_errors: z.boolean(),
  has_warnings: z.boolean(),
  general: z.array(oneProblem),
  headers: z.record(z.string(), oneProblem),
  rows: z.record(z.string(), oneProblem),
  values: z.record(z.string(), z.record(z.string(), z.tuple([typeSchema, z.string(), z.json(), z.json()]))),
  log: z.array(z.string()),
});

const file = { accountId, name: z.string().min(1).max(300), data: base64 };

/** A Journal Update File: the spreadsheet in which a publisher edits journals (reference/journal-update-file.md). */
export const journalFileCalls = {
  /** Checks a file like the directory's page, and previews the Update Requests that its rows would make. */
  'journalFiles.check': call(
    z.object(file),
    z.object({
      kind: z.enum(['update', 'published', 'older', 'other']),
      headers: z.array(z.string()),
      rows: z.number(),
      report: reportSchema,
      problems: z.array(fileProblemSchema),
      /** Problems that the directory's check does not report. */
      notes: z.array(z.object({ ...placeSchema, message: messageSchema })),
      /** Where the directory's check would crash; null if it would not. */
      crash: fileProblemSchema.nullable(),
      /** For `applications.createMany`. */
      id: planIdSchema,
      /** One for each row about a journal of the account. */
      proposals: z.array(proposalSchema),
    }),
  ),
  /** The user's rows as a file that the directory takes; `problems`: how many it still has. */
  'journalFiles.correct': call(
    z.object(file),
    z.object({ file: fileSchema, rows: z.number(), problems: z.number() }),
  ),
  /** A file with these journals as the directory has them; `leftOut`: how many it does not have. */
  'journalFiles.write': call(
    z.object({ accountId, journalIds: z.array(z.string().min(1).max(100)).min(1).max(1000) }),
    z.object({ file: fileSchema, leftOut: z.number() }),
  ),
} as const;

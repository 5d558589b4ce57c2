import { z } from 'zod';
import { applicationRowSchema } from '../application/applicationDraft.ts';
import { accountId, base64, fileSchema, reads } from '../contractParts.ts';
import { recordSchema } from '../draft/draft.ts';
import { messageSchema } from '../messageSchema.ts';
import { planIdSchema } from '../plan.ts';
import { timeSchema } from '../timeSchema.ts';
import { proposalSchema } from './applications.ts';

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

/** When the oldest copy of a journal was made that was used because the directory could not be asked; null: none was. */
const copiesOf = timeSchema.nullable();

const file = { accountId, name: z.string().min(1).max(300), data: base64 };

/** A journal of an account as the form needs it. */
const journalSchema = z.object({
  id: z.string(),
  title: z.string(),
  publisher: z.string(),
  pissn: z.string().nullable(),
  eissn: z.string().nullable(),
  inDirectory: z.boolean(),
  mine: z.boolean(),
  oaStart: z.number().optional(),
});

export type Journal = z.infer<typeof journalSchema>;

/** `request`: status of the open Update Request, if any; `drafts`: number of its drafts. */
const journalSortSchema = z.object({
  by: z.enum(['title', 'request', 'issns', 'publisher', 'drafts']),
  direction: z.enum(['asc', 'desc']),
});

export type JournalSort = z.infer<typeof journalSortSchema>;

/** The sort orders of journals that the directory offers. */
const foundSortSchema = z.object({
  by: z.enum(['title', 'issns', 'publisher']),
  direction: z.enum(['asc', 'desc']),
});

export type FoundSort = z.infer<typeof foundSortSchema>;

/** The journals of an account, and when they were fetched. */
const journalListSchema = z.object({
  journals: z.array(journalSchema),
  fetchedAt: timeSchema.nullable(),
  /** True if they were found without the account's name: there may be more, so the rules do not rely on them. */
  isPartial: z.boolean().optional(),
});

/** A journal with its whole record and its local drafts. */
const journalDetailSchema = z.object({
  journal: journalSchema,
  /** As returned by the directory, in either shape; null: the directory does not show it (withdrawn). */
  record: recordSchema.nullable(),
  fetchedAt: timeSchema.nullable(),
  /** The journal's local drafts, by state. */
  drafts: z.object({
    total: z.number(),
    ready: z.number(),
    warnings: z.number(),
    undecided: z.number(),
    incomplete: z.number(),
    sent: z.number(),
    changed: z.number(),
    refused: z.number(),
    /** `facets.journals[].key`, for a link to the list. */
    key: z.string(),
  }),
  applications: z.array(applicationRowSchema),
});

export type JournalDetail = z.infer<typeof journalDetailSchema>;

/** The journals of an account, any other in the directory, and the Journal Update File: the spreadsheet in which a publisher edits journals (reference/journal-update-file.md). */
export const calls = {
  /** Checks a file like the directory's page, and previews the Update Requests that its rows would make. */
  'journals.checkFile': reads(
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
  /**
   * The user's rows as a file that the directory takes; `problems`: how many it still has; `leftOut`: how many rows are not
   * in it although they may be meant to change something.
   */
  'journals.correctFile': reads(
    z.object(file),
    z.object({ file: fileSchema, rows: z.number(), problems: z.number(), leftOut: z.number(), copiesOf }),
  ),
  /** A file with these journals as the directory has them; `leftOut`: how many it does not have. */
  'journals.writeFile': reads(
    z.object({ accountId, journalIds: z.array(z.string().min(1).max(100)).min(1).max(10_000) }),
    z.object({ file: fileSchema, leftOut: z.number(), copiesOf }),
  ),
  /** By title, unless `sort` says otherwise. */
  'journals.list': reads(z.object({ accountId, sort: journalSortSchema.optional() }), journalListSchema),
  'journals.refresh': reads(z.object({ accountId }), journalListSchema),
  /** From the stored copy; `fresh` asks the directory first. AppError `not_found` if neither has it. */
  'journals.get': reads(
    z.object({ accountId, id: z.string().min(1).max(100), fresh: z.boolean() }),
    journalDetailSchema,
  ),
  /** Journals of the directory with this ISSN or with these words in the title. */
  'journals.find': reads(
    z.object({
      accountId,
      text: z.string().trim().min(1).max(200),
      /** Default: best match first. */
      sort: foundSortSchema.optional(),
    }),
    z.object({ journals: z.array(journalSchema), total: z.number() }),
  ),
};

export const events = { 'journals.changed': z.object({ accountId: z.string() }) };

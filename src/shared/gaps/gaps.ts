import { z } from 'zod';
import type { ArticleKeys } from '../article/articleKeys.ts';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';

/** Where published articles are looked for: at the repositories that the account harvested, or at Crossref. */
export const gapSources = ['oai', 'crossref'] as const;
export type GapSource = (typeof gapSources)[number];

/** What was found of a journal at one source. */
const gapResultSchema = z.object({
  source: z.enum(gapSources),
  /** The journal's title; for records that name no journal, and for failures, the name of the source. */
  name: z.string(),
  /** Empty: of no journal. */
  issns: z.array(z.string()),
  found: z.number(),
  /** At the directory already. */
  there: z.number(),
  /** Not at the directory, but a draft here: these. */
  draftIds: z.array(z.number()),
  /** Neither: in the import. */
  missing: z.number(),
  /** In the import too, which says why they cannot be read. */
  unreadable: z.number(),
  problem: messageSchema.nullable(),
});
export type GapResult = z.infer<typeof gapResultSchema>;

/** An article that is not sent unattended, with the reason; null: it has no draft. */
const doubtfulSchema = z.object({ draftId: z.number().nullable(), title: z.string(), reason: messageSchema });
export type Doubtful = z.infer<typeof doubtfulSchema>;

/** Taking in and sending what a scheduled search found, without a person. */
const gapSendingSchema = z.object({
  /**
   * `importing`: nothing is queued; `sending`: it may be, under `name`; `done`; `stopped`: by a person, because it was
   * switched off, or because another computer of the office sends.
   */
  step: z.enum(['importing', 'sending', 'done', 'stopped']),
  /** Articles that may be sent. */
  limit: z.number(),
  /** The upload's, which no other one has. */
  name: z.string(),
  uploadId: z.number().nullable(),
  imported: z.number(),
  ready: z.number(),
  sent: z.number(),
  /** Refused or failed. */
  refused: z.number(),
  doubtfulCount: z.number(),
  /** The first of them. */
  doubtful: z.array(doubtfulSchema),
  problems: z.array(messageSchema),
});
export type GapSending = z.infer<typeof gapSendingSchema>;

/** A search for articles that are published and missing at the directory; one for each account at a time. */
export const gapRunSchema = z.object({
  accountId: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  at: timeSchema,
  /** What is read now; empty: the directory itself. */
  reading: z.string(),
  done: z.number(),
  /** Sources to read; null: not known yet. */
  total: z.number().nullable(),
  results: z.array(gapResultSchema),
  /** The imports with what is missing, to be reviewed. */
  importIds: z.array(z.number()),
  /** DOIs and addresses that several published records have (`keyNames`), so that nobody knows whose they are. */
  repeated: z.array(z.string()),
  problem: messageSchema.nullable(),
  /** null: what was found is only offered. */
  sending: gapSendingSchema.nullable(),
});
export type GapRun = z.infer<typeof gapRunSchema>;

/** The keys of an article, each with its kind. */
export function keyNames({ doi, url }: ArticleKeys): string[] {
  return [...(doi === null ? [] : [`doi ${doi}`]), ...(url === null ? [] : [`url ${url}`])];
}

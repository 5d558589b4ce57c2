import { z } from 'zod';
import { standingGroups } from '../application/standing.ts';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';
import { coverageNames } from './coverage.ts';

/** The articles of a journal and year. */
const yearOverviewSchema = z.object({
  /** As in the records. Empty: no year, or one of those that are counted together. */
  year: z.string(),
  /** In Colophon, without those in the trash. */
  drafts: z.number(),
  /** How many articles have each element. */
  coverage: z.record(z.enum(coverageNames), z.number()),
  /** At the directory at the last count; null: not counted, or only together with other years. */
  directory: z.number().nullable(),
});
export type YearOverview = z.infer<typeof yearOverviewSchema>;

const journalOverviewSchema = z.object({
  /** As in `facets.journals[].key`; empty: drafts without a journal. */
  key: z.string(),
  /** The keys of its drafts: some name one ISSN, or both in each other’s place. */
  keys: z.array(z.string()),
  /** null: not one of the account's journals. */
  id: z.string().nullable(),
  title: z.string(),
  /** When its articles at the directory were counted; null: never. */
  countedAt: timeSchema.nullable(),
  /** Latest first. */
  years: z.array(yearOverviewSchema),
});
export type JournalOverview = z.infer<typeof journalOverviewSchema>;

export const overviewSchema = z.object({
  /** By title. */
  journals: z.array(journalOverviewSchema),
  /** Records that the directory stored, by month (`2026-11`) of the last two years, oldest first, without gaps. */
  sent: z.array(z.object({ month: z.string(), articles: z.number(), applications: z.number() })),
  /** Articles and applications that are refused or failed now, by reason, most frequent first; `message`: of one of them. */
  refusals: z.array(
    z.object({ code: z.string(), message: messageSchema, articles: z.number(), applications: z.number() }),
  ),
  /** Update Requests by state, in its usual order, each with its number by age (`ageLimits`). */
  requests: z.array(z.object({ group: z.enum(standingGroups), ages: z.array(z.number()) })),
});
export type Overview = z.infer<typeof overviewSchema>;

/** Journals whose articles are being counted at the directory; `message`: why the last count ended early. */
export const countingSchema = z.object({
  accountId: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  done: z.number(),
  total: z.number(),
  message: messageSchema.nullable(),
});
export type Counting = z.infer<typeof countingSchema>;

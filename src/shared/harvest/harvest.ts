import { z } from 'zod';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';

/** What a repository offers (OAI-PMH Identify, ListMetadataFormats, ListSets). */
export const harvestOfferSchema = z.object({
  /** The base address for all requests. */
  address: z.string(),
  name: z.string(),
  /** The names of its formats; those that can be read come first, the best one at the beginning. */
  formats: z.array(z.object({ prefix: z.string(), isReadable: z.boolean() })),
  sets: z.array(z.object({ spec: z.string(), name: z.string() })),
  /** True if it can be asked for changes since a date. */
  knowsChanges: z.boolean(),
});
export type HarvestOffer = z.infer<typeof harvestOfferSchema>;

/** A repository that an account has harvested before, with one format and set. */
export const harvestSourceSchema = z.object({
  id: z.number(),
  address: z.string(),
  name: z.string(),
  prefix: z.string(),
  /** Empty: all. */
  set: z.string(),
  /** The repository's time at the beginning of the last complete run (ISO); null: there was none. */
  harvestedAt: timeSchema.nullable(),
  /** True if a stopped run can be resumed. */
  canResume: z.boolean(),
});
export type HarvestSource = z.infer<typeof harvestSourceSchema>;

/** A record that the repository no longer has. */
export const goneRecordSchema = z.object({
  identifier: z.string(),
  /** Its title when it was last harvested; empty if it was not. */
  title: z.string(),
  /** `vanished`: it is missing in a complete list of a repository that does not mark deleted records. */
  how: z.enum(['deleted', 'vanished']),
});
export type GoneRecord = z.infer<typeof goneRecordSchema>;

/** The progress of a harvest; one for each account at a time. */
export const harvestRunSchema = z.object({
  /** null: of no account. */
  accountId: z.string().nullable(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Records received, deleted ones not counted. */
  received: z.number(),
  gone: z.number(),
  /** The first of the records that the repository no longer has. */
  goneRecords: z.array(goneRecordSchema),
  /** The number of records in the list, if the repository gives it. */
  total: z.number().nullable(),
  /** Notes for the user, such as a format that was refused. */
  notes: z.array(messageSchema),
  /** Why it failed. */
  problem: messageSchema.nullable(),
  /** The import with the records; null: none were received, or it is still running. */
  importId: z.number().nullable(),
  canResume: z.boolean(),
});
export type HarvestRun = z.infer<typeof harvestRunSchema>;

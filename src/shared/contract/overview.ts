import { z } from 'zod';
import { accountId, local, reads } from '../contractParts.ts';
import { countingSchema, overviewSchema } from '../overview/overview.ts';

/** Figures about an account. */
export const calls = {
  'overview.get': reads(z.object({ accountId }), overviewSchema),
  /** Counts the articles of the account's journals (or of some) at the directory, in the background. */
  'overview.count': local(
    z.object({ accountId, journalIds: z.array(z.string()).min(1).max(10_000).optional() }),
    countingSchema,
  ),
  'overview.stop': local(z.object({ accountId }), countingSchema.nullable()),
  /** The last count since Colophon started; null: none. */
  'overview.counting': reads(z.object({ accountId }), countingSchema.nullable()),
};

export const events = {
  /** After each counted journal, and at the end. */
  'overview.counting': countingSchema,
};

import { z } from 'zod';
import { countingSchema, overviewSchema } from '../overview/overview.ts';
import { accountId, call } from './parts.ts';

export const overviewCalls = {
  'overview.get': call(z.object({ accountId }), overviewSchema),
  /** Counts the articles of the account's journals (or of some) at the directory, in the background. */
  'overview.count': call(
    z.object({ accountId, journalIds: z.array(z.string()).min(1).max(10_000).optional() }),
    countingSchema,
  ),
  'overview.stop': call(z.object({ accountId }), countingSchema.nullable()),
  /** The last count since Colophon started; null: none. */
  'overview.counting': call(z.object({ accountId }), countingSchema.nullable()),
};

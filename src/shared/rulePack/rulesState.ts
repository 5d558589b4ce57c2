import { z } from 'zod';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';

/** What is remembered of newer rule packs besides the saved one. */
export const rulesMemorySchema = z.object({
  /** The pack that was taken last, and where it came from. */
  taken: z.object({ version: z.number(), from: z.enum(['address', 'file']) }).nullable(),
  /** When the address was last asked. */
  askedAt: timeSchema.nullable(),
  /** The pack that was refused last, if none was taken since. */
  refused: z.object({ at: timeSchema, why: messageSchema }).nullable(),
});
export type RulesMemory = z.infer<typeof rulesMemorySchema>;

/** The rule pack in use, and what is known of newer ones. */
export const rulesStateSchema = rulesMemorySchema.omit({ taken: true }).extend({
  version: z.number(),
  date: z.string(),
  origin: z.enum(['shipped', 'address', 'file']),
  /** The newer one that takes effect at the next start. */
  next: z.object({ version: z.number(), date: z.string() }).nullable(),
  /** `nowhere` if this build has no address to ask, `off` if asking is disabled by the environment. */
  asking: z.enum(['off', 'nowhere', 'possible']),
  /** Why the saved pack is not used. */
  unusable: messageSchema.nullable(),
});
export type RulesState = z.infer<typeof rulesStateSchema>;

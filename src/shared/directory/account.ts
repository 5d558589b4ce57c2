import { z } from 'zod';
import { dialects, directoryLimit, sandboxName } from '../choices.ts';
import { messageSchema } from '../messageSchema.ts';
import { timeSchema } from '../timeSchema.ts';

export { directoryLimit, sandboxName };

export const dialectSchema = z.enum(dialects);
export type Dialect = z.infer<typeof dialectSchema>;

/**
 * The location of the account's key: the system keychain, memory until Colophon closes, or none yet. `none-needed` is the
 * sandbox. `unconfirmed`: nobody here confirmed the origin for the environment's key. `elsewhere`: the key in the keychain
 * is for another origin.
 */
const keyPlaceSchema = z.enum([
  'keychain',
  'session',
  'environment',
  'unconfirmed',
  'elsewhere',
  'missing',
  'none-needed',
]);

export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['sandbox', 'directory']),
  /** The versioned root, ending in `/`; for the sandbox, its current address. */
  base: z.string(),
  dialect: dialectSchema,
  /** Requests per second, at most `directoryLimit.perSecond`. */
  rate: z.number(),
  /** The account's name at the directory, for finding its journals with `username:`; may be empty. */
  username: z.string(),
  key: keyPlaceSchema,
  createdAt: timeSchema,
});
export type Account = z.infer<typeof accountSchema>;

export const accountInputSchema = z.object({
  name: z.string().trim().min(1).max(100),
  base: z.string().trim().min(1).max(500),
  dialect: dialectSchema,
  rate: z.number().min(0.1).max(directoryLimit.perSecond),
  username: z.string().trim().max(200),
});
export type AccountInput = z.infer<typeof accountInputSchema>;

export const connectionSchema = z.object({
  accountId: z.string(),
  /** `failing`: the directory was reached, but the last request got no answer or one that is not the directory's. */
  state: z.enum(['unknown', 'online', 'offline', 'failing', 'key_refused', 'key_missing']),
  /** ISO time of the last change. */
  since: timeSchema,
  /** A warning for the user, if any. */
  message: messageSchema.nullable(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** The rate limiter as the status bar shows it. */
export const limiterStatusSchema = z.object({
  accountId: z.string(),
  perSecond: z.number(),
  burst: z.number(),
  /** Requests that could be sent at once, 0 to burst. */
  available: z.number(),
  /** Milliseconds until the next request may be sent; 0 if one may be sent now. */
  nextInMs: z.number(),
  /** Set while the directory asks us to slow down (429): nothing is sent until this ISO time. */
  heldUntil: timeSchema.nullable(),
  waiting: z.number(),
});
export type LimiterStatus = z.infer<typeof limiterStatusSchema>;

/** The account with this id, or else all with this name: windows and colleagues may give one name to several. */
export function accountsNamed(wanted: string, accounts: readonly Account[]): readonly Account[] {
  const identified = accounts.find(({ id }) => id === wanted);
  return identified ? [identified] : accounts.filter(({ name }) => name === wanted);
}

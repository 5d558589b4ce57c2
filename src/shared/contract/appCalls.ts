import { z } from 'zod';
import {
  accountInputSchema,
  accountSchema,
  connectionSchema,
  dialectSchema,
  limiterStatusSchema,
} from '../directory/account.ts';
import { messageSchema } from '../messageSchema.ts';
import { maxNamed, planIdSchema } from '../plan.ts';
import { settingsSchema } from '../settings.ts';
import { startSteps } from '../startSteps.ts';
import { accountId, call, done, nothing } from './parts.ts';

/** The state of the update check: `nowhere` if this build has no address to ask, `off` if disabled by the environment. */
export const updateSchema = z.object({
  state: z.enum(['off', 'nowhere', 'unknown', 'current', 'newer']),
  version: z.string(),
  page: z.string(),
});
export type UpdateState = z.infer<typeof updateSchema>;

/** The application itself, its settings, and the accounts at the directory. */
export const appCalls = {
  'app.info': call(
    nothing,
    z.object({
      version: z.string(),
      shell: z.enum(['electron', 'web', 'cli']),
      platform: z.string(),
      /** `unavailable`: keys are stored for this session only; `message` gives the reason. */
      keychain: z.object({ state: z.enum(['system', 'unavailable']), message: messageSchema.nullable() }),
    }),
  ),
  /** What no list shows because it cannot be read: accounts, and steps of the start that were left out. */
  'app.unreadable': call(nothing, z.object({ accounts: z.number(), steps: z.array(z.enum(startSteps)) })),
  /** The state of the update check; `isFresh` checks now. */
  'app.update': call(z.object({ isFresh: z.boolean() }), updateSchema),
  'settings.get': call(nothing, settingsSchema),
  'settings.set': call(settingsSchema.partial(), settingsSchema),

  'accounts.list': call(nothing, z.array(accountSchema)),
  'accounts.presets': call(
    nothing,
    z.array(z.object({ id: z.string(), name: messageSchema, base: z.string(), dialect: dialectSchema })),
  ),
  /** Without a dialect, the one that the address names. */
  'accounts.create': call(accountInputSchema.partial({ dialect: true }), accountSchema),
  'accounts.update': call(accountInputSchema.partial().extend({ id: accountId }), accountSchema),
  /**
   * Removes the account of a preview. Refused while the account has drafts, so that no work is lost, unless
   * `withDrafts`; and if drafts were added, changed or removed since.
   */
  'accounts.remove': call(z.object({ plan: planIdSchema, withDrafts: z.boolean() }), done),
  /** What removing an account removes. */
  'accounts.removePreview': call(
    z.object({ id: accountId }),
    z.object({
      id: planIdSchema,
      /** Its drafts and applications, those in the trash too, and the titles of those changed last. */
      drafts: z.number(),
      titles: z.array(z.string()).max(maxNamed),
      uploads: z.number(),
    }),
  ),
  /** Tests the key against the account, stores it and returns where. Never returns the key. */
  'accounts.setKey': call(z.object({ id: accountId, key: z.string().trim().min(1).max(200) }), accountSchema),
  'accounts.removeKey': call(z.object({ id: accountId }), accountSchema),
  /** Allows the key from the environment to be sent to this origin, which must be that of the account. */
  'accounts.confirmOrigin': call(
    z.object({ id: accountId, origin: z.string().min(1).max(500) }),
    accountSchema,
  ),
  /** Asks the directory whether the address responds and the key is known. */
  'accounts.test': call(z.object({ id: accountId }), connectionSchema),
  'accounts.connection': call(z.object({ id: accountId }), connectionSchema),
  'accounts.limiter': call(z.object({ id: accountId }), limiterStatusSchema),
  /** Switches a 3.0.1 account with a "no longer supported" address to 4.0: address and dialect in one step. */
  'accounts.switchTo4': call(z.object({ id: accountId }), accountSchema),
} as const;

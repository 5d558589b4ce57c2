import { z } from 'zod';
import { accountId, irreversible, local, nothing, reads } from '../contractParts.ts';
import {
  accountInputSchema,
  accountSchema,
  connectionSchema,
  dialectSchema,
  limiterStatusSchema,
} from '../directory/account.ts';
import { seenProfileSchema } from '../directory/profile.ts';
import { messageSchema } from '../messageSchema.ts';
import { maxNamed, planIdSchema } from '../plan.ts';

/** The accounts at the directory and their keys. */
export const calls = {
  'accounts.list': reads(nothing, z.array(accountSchema)),
  'accounts.presets': reads(
    nothing,
    z.array(z.object({ id: z.string(), name: messageSchema, base: z.string(), dialect: dialectSchema })),
  ),
  /** Without a dialect, the one that the address names. */
  'accounts.create': local(accountInputSchema.partial({ dialect: true }), accountSchema),
  'accounts.update': local(accountInputSchema.partial().extend({ id: accountId }), accountSchema),
  /**
   * Removes the account of a preview. Refused while the account has drafts, so that no work is lost, unless
   * `withDrafts`; and if drafts were added, changed or removed since.
   */
  'accounts.remove': irreversible(
    'plan',
    z.object({ plan: planIdSchema, withDrafts: z.boolean() }),
    /** `keyStays`: the keychain did not remove its key. */
    z.object({ keyStays: z.boolean() }),
  ),
  /** What removing an account removes. */
  'accounts.removePreview': reads(
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
  'accounts.setKey': irreversible(
    'given',
    z.object({ id: accountId, key: z.string().trim().min(1).max(200) }),
    accountSchema,
  ),
  'accounts.removeKey': irreversible('one', z.object({ id: accountId }), accountSchema),
  /** Allows the key from the environment to be sent to this origin, which must be that of the account. */
  'accounts.confirmOrigin': irreversible(
    'one',
    z.object({ id: accountId, origin: z.string().min(1).max(500) }),
    accountSchema,
  ),
  /** Asks the directory whether the address responds and the key is known. */
  'accounts.test': reads(z.object({ id: accountId }), connectionSchema),
  /** What the server does that differs between its releases, as it was last found. */
  'accounts.profile': reads(z.object({ id: accountId }), seenProfileSchema),
  /** Asks the server for that now. */
  'accounts.askProfile': reads(z.object({ id: accountId }), seenProfileSchema),
  'accounts.connection': reads(z.object({ id: accountId }), connectionSchema),
  'accounts.limiter': reads(z.object({ id: accountId }), limiterStatusSchema),
  /** Switches a 3.0.1 account with a "no longer supported" address to 4.0: address and dialect in one step. */
  'accounts.switchTo4': local(z.object({ id: accountId }), accountSchema),
};

export const events = {
  'accounts.changed': z.object({}),
  'accounts.profileChanged': z.object({ accountId }),
  'accounts.connectionChanged': connectionSchema,
  'accounts.limiterChanged': limiterStatusSchema,
};

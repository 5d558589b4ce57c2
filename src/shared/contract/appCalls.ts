import { z } from 'zod';
import { settingChoices } from '../choices.ts';
import {
  accountInputSchema,
  accountSchema,
  connectionSchema,
  dialectSchema,
  limiterStatusSchema,
} from '../directory/account.ts';
import { messageSchema } from '../messageSchema.ts';
import { sourceSettingsSchema } from '../sources/sourceSettings.ts';
import { accountId, call, done, nothing } from './parts.ts';

/** The lists with columns that the user can choose. */
const listNameSchema = z.enum([
  'drafts',
  'journals',
  'requests',
  'search-article',
  'search-journal',
  'search-application',
]);
export type ListName = z.infer<typeof listNameSchema>;

const columnKey = z.string().max(40);
/** Column settings of a list, by column key: order, hidden columns, and widths in CSS pixels; other columns keep their defaults. */
const columnChoiceSchema = z.object({
  order: z.array(columnKey).max(40),
  hidden: z.array(columnKey).max(40),
  /** Columns that are only shown if they are chosen. */
  shown: z.array(columnKey).max(40).optional(),
  widths: z.record(columnKey, z.number().int().min(48).max(1200)),
});
export type ColumnChoice = z.infer<typeof columnChoiceSchema>;

export const settingsSchema = z.object({
  theme: z.enum(settingChoices.theme),
  /** The account whose drafts are shown. */
  accountId: z.string().nullable(),
  density: z.enum(settingChoices.density),
  /** Target size of a batch in bytes of UTF-8 JSON, and the bulk time-out in seconds. */
  batchBytes: z.number().int().min(10_000).max(5_000_000),
  bulkTimeout: z.number().int().min(10).max(900),
  /** True if planning an upload first asks the directory what would be overwritten. */
  looksFirst: z.boolean(),
  /** Minutes between two checks of the status of sent records; 0: only on request. */
  followEvery: z.number().int().min(0).max(1440),
  /** Address of the compliance checker; empty means the sandbox. */
  checker: z.string().trim().max(500),
  /** Language of the user interface; `system` follows the computer. */
  language: z.enum(settingChoices.language),
  /** Custom keys by command name, as `KeyboardEvent` names them, such as `Alt+KeyN`, with `Mod` for Ctrl or ⌘; an empty text removes the keys. */
  shortcuts: z.record(z.string().max(50), z.string().max(50)),
  sources: sourceSettingsSchema,
  /** True to look for a newer version once a day. */
  checksForUpdates: z.boolean(),
  /** True once the welcome tour was finished or closed. */
  tourSeen: z.boolean(),
  lists: z.partialRecord(listNameSchema, columnChoiceSchema),
});
export type Settings = z.infer<typeof settingsSchema>;

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
  /** Refused while the account has drafts, so that no work is lost, unless `withDrafts`. */
  'accounts.remove': call(z.object({ id: accountId, withDrafts: z.boolean() }), done),
  /** Tests the key against the account, stores it and returns where. Never returns the key. */
  'accounts.setKey': call(z.object({ id: accountId, key: z.string().trim().min(1).max(200) }), accountSchema),
  'accounts.removeKey': call(z.object({ id: accountId }), accountSchema),
  /** Asks the directory whether the address responds and the key is known. */
  'accounts.test': call(z.object({ id: accountId }), connectionSchema),
  'accounts.connection': call(z.object({ id: accountId }), connectionSchema),
  'accounts.limiter': call(z.object({ id: accountId }), limiterStatusSchema),
  /** Switches a 3.0.1 account with a "no longer supported" address to 4.0: address and dialect in one step. */
  'accounts.switchTo4': call(z.object({ id: accountId }), accountSchema),
} as const;

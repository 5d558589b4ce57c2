import { z } from 'zod';
import { settingChoices } from './choices.ts';
import { sourceSettingsSchema } from './sources/sourceSettings.ts';

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
  /** Columns shown only if chosen. */
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
  /** True to look once a day what the directory changed on its own. */
  watches: z.boolean(),
  /** How often published articles that are missing at the directory are looked for, if sources are on. */
  looksForMissing: z.enum(settingChoices.looksForMissing),
  /**
   * What a scheduled search finds in these journals is sent without a person, at most so many articles of an account each
   * time; null: nothing is.
   */
  sendsFound: z
    .object({
      limit: z.number().int().min(1).max(1_000),
      journals: z
        .array(z.object({ accountId: z.string(), journalId: z.string() }))
        .min(1)
        .max(5_000),
    })
    .nullable(),
  /** In which time the links of all articles at the directory are checked once, if sources are on. */
  checksLinks: z.enum(settingChoices.checksLinks),
  /** Address of the compliance checker; empty means the sandbox. */
  checker: z.string().trim().max(500),
  /** Language of the user interface; `system` follows the computer. */
  language: z.enum(settingChoices.language),
  /** Custom keys by command name, as `KeyboardEvent` names them, such as `Alt+KeyN`, with `Mod` for Ctrl or ⌘; an empty text removes the keys. */
  shortcuts: z.record(z.string().max(50), z.string().max(50)),
  sources: sourceSettingsSchema,
  /** True to look for a newer version once a day. */
  checksForUpdates: z.boolean(),
  /** True to ask once a day for a newer rule pack, if there is an address for it. */
  asksForRules: z.boolean(),
  /** True once the welcome tour was finished or closed. */
  tourSeen: z.boolean(),
  lists: z.partialRecord(listNameSchema, columnChoiceSchema),
});
export type Settings = z.infer<typeof settingsSchema>;

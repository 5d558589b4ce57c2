import { type RulesMemory, rulesMemorySchema } from '../../shared/rulePack/rulesState.ts';
import { type Settings, settingsSchema } from '../../shared/settings.ts';
import type { Db } from './database.ts';
import { storedJson } from './storedJson.ts';
import { withStorageErrors } from './withStorageErrors.ts';
import { asWrite } from './write.ts';

export const defaultSettings: Settings = {
  theme: 'system',
  accountId: null,
  density: 'compact',
  batchBytes: 600_000,
  bulkTimeout: 600,
  looksFirst: true,
  followEvery: 30,
  watches: true,
  looksForMissing: 'never',
  sendsFound: null,
  checksLinks: 'never',
  checker: '',
  language: 'system',
  shortcuts: {},
  sources: {
    isOn: false,
    contact: '',
    pause: 1,
    crossref: 'https://api.crossref.org/',
    handles: 'https://doi.org/',
  },
  checksForUpdates: true,
  asksForRules: false,
  tourSeen: false,
  lists: {},
};

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** The user's settings; a setting that was never chosen, or cannot be read, has its default. */
export function createSettingsStore(db: Db) {
  const read = db.prepare<[], { key: string; value: string }>('SELECT key, value FROM settings');
  const write = db.prepare<[string, string]>('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)');

  function get(): Settings {
    const settings = { ...defaultSettings };
    for (const { key, value } of read.all()) Object.assign(settings, readSetting(key, value));
    return settings;
  }
  const readRules = db.prepare<[], string>("SELECT value FROM settings WHERE key = 'rules'").pluck();
  const readMemory = db.prepare<[], string>("SELECT value FROM settings WHERE key = 'rulePack'").pluck();
  return withStorageErrors({
    get,
    /** The rules that the stored findings follow; null: none yet. */
    rules: (): string | null => storedJson<string>(readRules.get() ?? 'null') ?? null,
    setRules: asWrite(db, (rules: string) => void write.run('rules', JSON.stringify(rules))),
    rulesMemory: (): RulesMemory =>
      rulesMemorySchema.safeParse(storedJson(readMemory.get() ?? 'null')).data ?? nothingKnown,
    setRulesMemory: asWrite(db, (memory: RulesMemory) => {
      write.run('rulePack', JSON.stringify(memory));
    }),
    /** Changes the given settings and returns all of them. */
    set: asWrite(db, (change: Partial<Settings>) => {
      for (const [key, value] of Object.entries(change)) {
        if (value !== undefined) write.run(key, JSON.stringify(value));
      }
      return get();
    }),
  });
}

const nothingKnown: RulesMemory = { taken: null, askedAt: null, refused: null };

const settingSchema = settingsSchema.partial().strip();

/** A stored setting by its name; undefined if the name is unknown or the value is invalid. */
function readSetting(key: string, value: string): Partial<Settings> {
  const stored = storedJson<unknown>(value);
  if (stored === undefined) return {};
  return settingSchema.safeParse({ [key]: stored }).data ?? {};
}

import { expect, test } from 'vitest';
import { createSettingsStore, defaultSettings } from '../../src/main/store/settingsStore.ts';
import { openStores } from '../helpers/storeParts.ts';

test('an unset setting has its default', () => {
  const { db } = openStores();
  expect(createSettingsStore(db).get()).toEqual({
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
  });
});

test('a change survives a restart and affects nothing else', () => {
  const { db } = openStores();
  const store = createSettingsStore(db);
  expect(store.set({ theme: 'dark', accountId: 'a' })).toEqual({
    ...defaultSettings,
    theme: 'dark',
    accountId: 'a',
  });
  store.set({ theme: undefined, density: 'comfortable' });
  expect(createSettingsStore(db).get()).toEqual({
    ...defaultSettings,
    theme: 'dark',
    accountId: 'a',
    density: 'comfortable',
  });
});

test('an invalid, out-of-range or unknown stored value falls back to the default', () => {
  const { db } = openStores();
  const write = db.prepare('INSERT INTO settings VALUES (?, ?)');
  write.run('theme', 'da');
  write.run('density', '"roomy"');
  write.run('batchBytes', '1');
  write.run('bulkTimeout', '60');
  write.run('__proto__', '{"theme":"dark"}');
  write.run('later', '7');
  expect(createSettingsStore(db).get()).toEqual({ ...defaultSettings, bulkTimeout: 60 });
});

test('unreadable columns of one list do not affect other settings', () => {
  const { db } = openStores();
  const store = createSettingsStore(db);
  const lists = { journals: { order: ['issns'], hidden: ['drafts'], widths: { title: 320 } } };
  store.set({ lists, density: 'comfortable' });
  expect(createSettingsStore(db).get()).toMatchObject({ lists, density: 'comfortable' });
  db.prepare("UPDATE settings SET value = ? WHERE key = 'lists'").run('{"journals":{"widths":{"title":-3}}}');
  expect(createSettingsStore(db).get()).toMatchObject({ lists: {}, density: 'comfortable' });
});

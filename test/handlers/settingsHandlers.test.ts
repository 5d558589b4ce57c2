import { expect, test } from 'vitest';
import { settingsHandlers } from '../../src/main/handlers/settingsHandlers.ts';
import { createSettingsStore, defaultSettings } from '../../src/main/store/settingsStore.ts';
import { openStores } from '../helpers/storeParts.ts';

test('a changed setting is kept, answered in full and told to every window', async () => {
  const { db } = openStores();
  const heard: unknown[] = [];
  const handlers = settingsHandlers({
    settingsStore: createSettingsStore(db),
    publish: (name, data) => heard.push([name, data]),
  });
  const dark = { ...defaultSettings, theme: 'dark' };
  expect(await handlers['settings.set']({ theme: 'dark' })).toEqual(dark);
  expect(await handlers['settings.get']({})).toEqual(dark);
  expect(heard).toEqual([['settings.changed', dark]]);
});

test.each([
  'nonsense',
  'ftp://example.org/',
  'https://example.org/checker',
  'https://me:key@example.org/',
  'https://example.org/?a=/',
])('what cannot be the address of a checker is not kept: %s', async (checker) => {
  const { db } = openStores();
  const handlers = settingsHandlers({
    settingsStore: createSettingsStore(db),
    publish: () => expect.unreachable(),
  });
  await expect((async () => handlers['settings.set']({ checker }))()).rejects.toMatchObject({
    code: 'input',
  });
  expect(await handlers['settings.get']({})).toEqual(defaultSettings);
});

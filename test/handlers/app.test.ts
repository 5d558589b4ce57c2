import { expect, onTestFinished, test } from 'vitest';
import { settingsHandlers } from '../../src/main/handlers/app.ts';
import { defaultSettings } from '../../src/main/store/settingsStore.ts';
import type { Publish } from '../../src/shared/contract/contract.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';
import { openTestApp } from '../helpers/testApp.ts';

function openApp(publish: Publish) {
  const app = openTestApp({ dataFolder: temporaryFolder(), publish });
  onTestFinished(() => app.close());
  return app;
}

test('a changed setting is stored, returned in full and sent to every window', async () => {
  const received: unknown[] = [];
  const handlers = settingsHandlers(openApp((name, data) => received.push([name, data])));
  const dark = { ...defaultSettings, theme: 'dark' };
  expect(await handlers['app.changeSettings']({ theme: 'dark' })).toEqual(dark);
  expect(await handlers['app.settings']({})).toEqual(dark);
  expect(received).toEqual([['app.settingsChanged', dark]]);
});

test.each([
  'nonsense',
  'ftp://example.org/',
  'https://example.org/checker',
  'https://me:key@example.org/',
  'https://example.org/?a=/',
])('an invalid checker address is not stored: %s', async (checker) => {
  const handlers = settingsHandlers(openApp(() => expect.unreachable()));
  await expect((async () => handlers['app.changeSettings']({ checker }))()).rejects.toMatchObject({
    code: 'input',
  });
  expect(await handlers['app.settings']({})).toEqual(defaultSettings);
});

test.each([
  { contact: 'no address' },
  { contact: 'a@b.example, c@d.example' },
  { crossref: 'https://api.crossref.org' },
  { handles: 'ftp://doi.org/' },
])('refuses external sources with %j', async (wrong) => {
  const handlers = settingsHandlers(openApp(() => expect.unreachable()));
  const sources = { ...defaultSettings.sources, ...wrong };
  await expect((async () => handlers['app.changeSettings']({ sources }))()).rejects.toMatchObject({
    code: 'input',
  });
});

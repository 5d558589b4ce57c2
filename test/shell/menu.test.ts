import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { menuTemplate } from '../../src/main/shell/menu.ts';
import { type MenuCommand, menuCommands } from '../../src/shared/commands/commands.ts';
import type { ChosenKeys } from '../../src/shared/commands/shortcuts.ts';
import { speak } from '../../src/shared/i18n/i18n.ts';

function flatten(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])]);
}

function build(platform: NodeJS.Platform, shortcuts: ChosenKeys = {}) {
  const sent: MenuCommand[] = [];
  const items = flatten(
    menuTemplate({ platform, shortcuts, send: (command) => sent.push(command), openWindow: () => {} }),
  );
  return { sent, items };
}

test.each(['linux', 'win32', 'darwin'] as const)(
  'offers every command of the contract once on %s',
  (platform) => {
    const { sent, items } = build(platform);
    for (const item of items) if (item.id) (item.click as () => void)();
    expect(sent.toSorted()).toEqual([...menuCommands].sort());
  },
);

test.each(['linux', 'darwin'] as const)('gives no two entries the same keys on %s', (platform) => {
  const keys = build(platform).items.flatMap((item) => (item.accelerator ? [String(item.accelerator)] : []));
  expect(keys.length).toBeGreaterThan(7);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each(['linux', 'darwin'] as const)('has words for every entry on %s', (platform) => {
  for (const item of build(platform).items) {
    if (item.type === 'separator') continue;
    expect(item.label).toMatch(/^[A-Z]/);
    expect(item.label).not.toContain('menu.');
  }
});

test('follows the keys that a person chose, and gives no key to two entries', () => {
  const keysOf = (id: string, shortcuts: ChosenKeys) =>
    build('linux', shortcuts).items.find((item) => item.id === id)?.accelerator;
  expect(keysOf('import', {})).toBe('CmdOrCtrl+O');
  expect(keysOf('import', { import: 'Alt+Shift+KeyB' })).toBe('Alt+Shift+B');
  expect(keysOf('import', { import: '' })).toBeUndefined();
  // Its next own keys are left.
  expect(keysOf('import', { send: 'Mod+KeyO' })).toBe('Alt+I');
  expect(keysOf('send', { send: 'Mod+KeyO' })).toBe('CmdOrCtrl+O');
});

test('stands where each system expects it: on macOS under the name of the program, else under File', () => {
  const bar = (platform: NodeJS.Platform) =>
    menuTemplate({ platform, shortcuts: {}, send: () => {}, openWindow: () => {} });
  const within = (item: MenuItemConstructorOptions) => flatten([item]).map(({ id, role }) => id ?? role);
  const [own, macFile] = bar('darwin');
  expect(own!.label).toBe('Colophon');
  expect(within(own!)).toEqual(expect.arrayContaining(['about', 'go-settings', 'hide', 'quit']));
  expect(within(macFile!)).not.toContain('quit');
  const [file] = bar('win32');
  expect(within(file!)).toEqual(expect.arrayContaining(['go-settings', 'quit']));
  expect(within(file!)).not.toContain('about');
});

test('has the same keys on every system, Command standing for Ctrl on macOS', () => {
  const keys = (platform: NodeJS.Platform) =>
    build(platform).items.flatMap(({ id, accelerator }) =>
      id && accelerator ? [`${id}: ${accelerator}`] : [],
    );
  expect(keys('darwin').toSorted()).toEqual(keys('linux').toSorted());
  expect(keys('linux').filter((key) => /\b(?:Ctrl|Control|Cmd|Command)\+/.test(key))).toEqual([]);
});

test('speaks French with other words for each entry but those that are the same there', async () => {
  const labels = () => build('darwin').items.flatMap(({ label }) => (label ? [label] : []));
  const english = labels();
  await speak('fr');
  const french = labels();
  await speak('en');
  expect(english.filter((label, at) => label === french[at])).toEqual(['Colophon']);
});

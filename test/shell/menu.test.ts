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

test.each(['linux', 'darwin'] as const)('has distinct shortcuts on %s', (platform) => {
  const keys = build(platform).items.flatMap((item) => (item.accelerator ? [String(item.accelerator)] : []));
  expect(keys.length).toBeGreaterThan(7);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each(['linux', 'darwin'] as const)('has a label for every entry on %s', (platform) => {
  for (const item of build(platform).items) {
    if (item.type === 'separator') continue;
    expect(item.label).toMatch(/^[A-Z]/);
    expect(item.label).not.toContain('menu.');
  }
});

test("uses the user's shortcuts, each for one entry", () => {
  const keysOf = (id: string, shortcuts: ChosenKeys) =>
    build('linux', shortcuts).items.find((item) => item.id === id)?.accelerator;
  expect(keysOf('import', {})).toBe('CmdOrCtrl+O');
  expect(keysOf('import', { import: 'Alt+Shift+KeyB' })).toBe('Alt+Shift+B');
  expect(keysOf('import', { import: '' })).toBeUndefined();
  // Its other default shortcuts remain.
  expect(keysOf('import', { send: 'Mod+KeyO' })).toBe('Alt+I');
  expect(keysOf('send', { send: 'Mod+KeyO' })).toBe('CmdOrCtrl+O');
});

test('has preferences where each system expects them: in the program menu on macOS, else under File', () => {
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

test('has the same shortcuts on every system, with Command for Ctrl on macOS', () => {
  const keys = (platform: NodeJS.Platform) =>
    build(platform).items.flatMap(({ id, accelerator }) =>
      id && accelerator ? [`${id}: ${accelerator}`] : [],
    );
  expect(keys('darwin').toSorted()).toEqual(keys('linux').toSorted());
  expect(keys('linux').filter((key) => /\b(?:Ctrl|Control|Cmd|Command)\+/.test(key))).toEqual([]);
});

test('has a French label for each entry, equal only if the word is', async () => {
  const labels = () => build('darwin').items.flatMap(({ label }) => (label ? [label] : []));
  const english = labels();
  await speak('fr');
  const french = labels();
  await speak('en');
  expect(english.filter((label, at) => label === french[at])).toEqual(['Colophon', 'Articles']);
});

import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { menuTemplate } from '../../src/main/shell/menu.ts';
import { type MenuCommand, menuCommands } from '../../src/shared/commands.ts';
import type { ChosenKeys } from '../../src/shared/shortcuts.ts';

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

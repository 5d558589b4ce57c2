import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { type MenuCommand, menuTemplate } from '../../src/main/shell/menu.ts';
import { events } from '../../src/shared/contract.ts';

const commands = events['menu.command'].shape.command.options;

function flatten(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])]);
}

function build(platform: NodeJS.Platform) {
  const sent: MenuCommand[] = [];
  const items = flatten(
    menuTemplate({ platform, send: (command) => sent.push(command), openWindow: () => {} }),
  );
  return { sent, items };
}

test.each(['linux', 'win32', 'darwin'] as const)(
  'offers every command of the contract once on %s',
  (platform) => {
    const { sent, items } = build(platform);
    for (const item of items) if (item.id) (item.click as () => void)();
    expect(sent.toSorted()).toEqual([...commands].sort());
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

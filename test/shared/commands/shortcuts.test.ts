import { describe, expect, test } from 'vitest';
import { type Command, commandNames } from '../../../src/shared/commands/commands.ts';
import {
  chooseKeys,
  commandOf,
  defaultKeysOf,
  keysOf,
  type Pressed,
  pressedKeys,
  refusalOf,
  resetKeys,
  toAccelerator,
} from '../../../src/shared/commands/shortcuts.ts';

const press = (key: string, code: string, ...held: ('ctrl' | 'meta' | 'alt' | 'shift')[]): Pressed => ({
  key,
  code,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
});

describe('pressed keys', () => {
  test.each([
    ['Ctrl K', press('k', 'KeyK', 'ctrl'), 'Mod+KeyK'],
    ['Ctrl Z of a French keyboard, whose Z is elsewhere', press('z', 'KeyW', 'ctrl'), 'Mod+KeyZ'],
    ['Ctrl K of a Greek keyboard, by its place', press('κ', 'KeyK', 'ctrl'), 'Mod+KeyK'],
    ['Alt N by its place', press('~', 'KeyN', 'alt'), 'Alt+KeyN'],
    ['the slash of a German keyboard', press('/', 'Digit7', 'ctrl', 'shift'), 'Mod+Slash'],
    ['the Enter beside the numbers', press('Enter', 'NumpadEnter', 'alt'), 'Alt+Enter'],
    ['a key with no other', press('F6', 'F6', 'shift'), 'Shift+F6'],
    ['the Windows key', press('k', 'KeyK', 'meta'), 'Other+KeyK'],
    ['a modifier alone', press('Control', 'ControlLeft', 'ctrl'), null],
  ])('are distinguished: %s', (_name, pressed, keys) => {
    expect(pressedKeys(pressed, false)).toBe(keys);
  });

  test('have ⌘ for Ctrl on a Mac', () => {
    expect(pressedKeys(press('k', 'KeyK', 'meta'), true)).toBe('Mod+KeyK');
    expect(pressedKeys(press('k', 'KeyK', 'ctrl'), true)).toBe('Other+KeyK');
  });
});

describe('shortcuts', () => {
  test.each(['web', 'electron'] as const)('are distinct by default and all permitted in %s', (shell) => {
    const all = commandNames.flatMap((name) => defaultKeysOf(name, shell));
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(15);
    for (const name of commandNames) {
      for (const keys of defaultKeysOf(name, shell)) expect(commandOf(keys, {}, shell)).toBe(name);
    }
  });

  test('can be chosen, taken from another command, and restored', () => {
    const chosen = chooseKeys('make-backup', 'Alt+KeyN', {}, 'web');
    expect(commandOf('Alt+KeyN', chosen, 'web')).toBe('make-backup');
    expect(keysOf('new-article', chosen, 'web')).toEqual([]);
    const again = chooseKeys('list-trash', 'Alt+KeyN', chosen, 'web');
    expect(commandOf('Alt+KeyN', again, 'web')).toBe('list-trash');
    expect(keysOf('make-backup', again, 'web')).toEqual([]);
    const back = resetKeys('list-trash', again);
    expect(commandOf('Alt+KeyN', back, 'web')).toBe('new-article');
  });

  test('can be removed', () => {
    expect(keysOf('import', { import: '' }, 'web')).toEqual([]);
    expect(commandOf('Alt+KeyI', { import: '' }, 'web')).toBeNull();
  });

  test('of unknown commands change nothing', () => {
    expect(commandOf('Alt+KeyX', { toString: 'Alt+KeyX', gone: 'Alt+KeyY' }, 'web')).toBeNull();
  });
});

describe('reserved keys', () => {
  const refusal = (
    keys: string,
    shell: 'web' | 'electron' = 'web',
    isMac = false,
    command: Command = 'make-backup',
  ) => refusalOf(keys, command, { shell, isMac });
  test.each([
    ['KeyB', 'plain'],
    ['Shift+KeyB', 'plain'],
    ['Enter', 'plain'],
    ['Tab', 'system'],
    ['Escape', 'system'],
    ['Other+KeyK', 'system'],
    ['Alt+F4', 'system'],
    ['Mod+Alt+KeyQ', 'typing'],
    ['Mod+KeyC', 'editing'],
    ['Mod+KeyZ', 'editing'],
    ['Mod+Shift+ArrowLeft', 'editing'],
    ['Alt+ArrowUp', 'fields'],
    ['Mod+KeyT', 'browser'],
    ['Alt+KeyD', 'browser'],
    ['F5', 'browser'],
    ['Alt+KeyB', null],
    ['Mod+Shift+KeyK', null],
    ['F8', null],
  ])('in a browser %s: %s', (keys, expected) => {
    expect(refusal(keys)).toBe(expected);
  });

  test('are fewer in the installed application, except those of its menu', () => {
    expect(refusal('Mod+KeyT', 'electron')).toBeNull();
    expect(refusal('Mod+KeyR', 'electron')).toBe('system');
    expect(refusal('Mod+KeyH', 'electron', true)).toBe('system');
  });

  test('are never a command’s default keys', () => {
    expect(refusal('Mod+KeyZ', 'web', false, 'undo')).toBeNull();
    expect(refusal('Mod+KeyN', 'electron', false, 'new-article')).toBeNull();
  });
});

test('menu keys are written in Electron’s format', () => {
  expect(['Mod+Shift+Enter', 'Alt+Digit1', 'Mod+Comma', 'F1', 'Mod+KeyK'].map(toAccelerator)).toEqual([
    'CmdOrCtrl+Shift+Enter',
    'Alt+1',
    'CmdOrCtrl+,',
    'F1',
    'CmdOrCtrl+K',
  ]);
  expect(toAccelerator('Alt+IntlRo')).toBeNull();
});

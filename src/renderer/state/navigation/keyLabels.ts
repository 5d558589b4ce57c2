import { create } from 'zustand';
import type { Command } from '../../../shared/commands/commands.ts';
import { keysOf } from '../../../shared/commands/shortcuts.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useAppInfo, useSettings } from '../data/session.ts';

export const isMac = /mac/i.test(navigator.platform);

interface LayoutMap {
  get(code: string): string | undefined;
}

/** The character that each key of this keyboard types, by key code; null if the browser does not reveal it. */
const useLayout = create<{ layout: LayoutMap | null }>(() => ({ layout: null }));

/** Reads the keyboard layout from the browser, so that shortcuts are shown as they are printed on the keys. */
export async function readKeyboard(): Promise<void> {
  const { keyboard } = navigator as Navigator & { keyboard?: { getLayoutMap(): Promise<LayoutMap> } };
  if (!keyboard) return;
  try {
    useLayout.setState({ layout: await keyboard.getLayoutMap() });
  } catch {
    // Without a layout the letters of a US keyboard are shown.
  }
}

/** Returns the label of a command's first shortcut, or an empty string if it has none. */
export function useCommandKeys(): (command: Command) => string {
  const chosen = useSettings()?.shortcuts;
  const shell = useAppInfo()?.shell ?? 'web';
  const layout = useLayout((state) => state.layout);
  return (command) => {
    const [first] = keysOf(command, chosen ?? {}, shell);
    return first === undefined ? '' : labelOf(first, layout);
  };
}

/** Returns the label of a key combination, such as `Ctrl K`. */
export function useKeyLabels(): (keys: string) => string {
  const layout = useLayout((state) => state.layout);
  return (keys) => labelOf(keys, layout);
}

/** The first shortcut of a command in the syntax of `aria-keyshortcuts`. */
export function useAriaKeys(command: Command): string | undefined {
  const chosen = useSettings()?.shortcuts;
  const shell = useAppInfo()?.shell ?? 'web';
  const [first] = keysOf(command, chosen ?? {}, shell);
  return first?.replace('Mod', isMac ? 'Meta' : 'Control').replace(/Key(?=\w$)|Digit(?=\d$)/, '');
}

const signs: Readonly<Record<string, string>> = {
  Slash: '/',
  Comma: ',',
  Period: '.',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Minus: '-',
  Equal: '=',
  Backquote: '`',
};

const named = new Set([
  'Enter',
  'Space',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Insert',
  'Delete',
  'Backspace',
]);

function labelOf(keys: string, layout: LayoutMap | null): string {
  const parts = keys.split('+');
  const code = parts.pop() ?? '';
  return [...parts.map(modifierLabel), keyLabel(code, parts, layout)].join(' ');
}

function modifierLabel(part: string): string {
  if (part === 'Mod') return isMac ? '⌘' : t('commands.key.Control');
  if (part === 'Alt' && isMac) return '⌥';
  return t(`commands.key.${part}`);
}

function keyLabel(code: string, modifiers: readonly string[], layout: LayoutMap | null): string {
  if (named.has(code)) return t(`commands.key.${code}`);
  const letter = /^Key(\w)$/.exec(code)?.[1];
  // With Ctrl a shortcut means the letter, with Alt the position of the key.
  if (letter !== undefined && modifiers.includes('Mod') && !modifiers.includes('Alt')) return letter;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  const typed = layout?.get(code);
  if (typed !== undefined && typed.trim() !== '') return typed.toUpperCase();
  return letter ?? signs[code] ?? code;
}

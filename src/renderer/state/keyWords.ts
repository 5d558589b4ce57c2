import { create } from 'zustand';
import type { Command } from '../../shared/commands.ts';
import { keysOf } from '../../shared/shortcuts.ts';
import { t } from '../../shared/words.ts';
import { useSession } from './session.ts';

export const isMac = /mac/i.test(navigator.platform);

interface LayoutMap {
  get(code: string): string | undefined;
}

/** What the keys of this keyboard write, by their place; null where the browser does not tell. */
const useLayout = create<{ layout: LayoutMap | null }>(() => ({ layout: null }));

/** Asks the browser what the keys of this keyboard write, so that shortcuts are shown as they are printed on it. */
export async function readKeyboard(): Promise<void> {
  const { keyboard } = navigator as Navigator & { keyboard?: { getLayoutMap(): Promise<LayoutMap> } };
  if (!keyboard) return;
  try {
    useLayout.setState({ layout: await keyboard.getLayoutMap() });
  } catch {
    // Then the letters of the usual keyboard are shown.
  }
}

/** The keys of a command as they are read on this keyboard, the first of them; empty where it has none. */
export function useKeyWords(): (command: Command) => string {
  const chosen = useSession((session) => session.settings?.shortcuts);
  const shell = useSession((session) => session.info?.shell ?? 'web');
  const layout = useLayout((state) => state.layout);
  return (command) => {
    const [first] = keysOf(command, chosen ?? {}, shell);
    return first === undefined ? '' : wordsOf(first, layout);
  };
}

/** Turns keys into words, as `useKeyWords` does. */
export function useWordsOfKeys(): (keys: string) => string {
  const layout = useLayout((state) => state.layout);
  return (keys) => wordsOf(keys, layout);
}

/** As `aria-keyshortcuts` wants it, for the first keys of a command. */
export function useAriaKeys(command: Command): string | undefined {
  const chosen = useSession((session) => session.settings?.shortcuts);
  const shell = useSession((session) => session.info?.shell ?? 'web');
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

function wordsOf(keys: string, layout: LayoutMap | null): string {
  const parts = keys.split('+');
  const code = parts.pop() ?? '';
  return [...parts.map(modifierWords), keyWords(code, parts, layout)].join(' ');
}

function modifierWords(part: string): string {
  if (part === 'Mod') return isMac ? '⌘' : t('commands.key.Control');
  if (part === 'Alt' && isMac) return '⌥';
  return t(`commands.key.${part}`);
}

function keyWords(code: string, modifiers: readonly string[], layout: LayoutMap | null): string {
  if (named.has(code)) return t(`commands.key.${code}`);
  const letter = /^Key(\w)$/.exec(code)?.[1];
  // With Ctrl a letter is what is written, with Alt it is a place.
  if (letter !== undefined && modifiers.includes('Mod') && !modifiers.includes('Alt')) return letter;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  const written = layout?.get(code);
  if (written !== undefined && written.trim() !== '') return written.toUpperCase();
  return letter ?? signs[code] ?? code;
}

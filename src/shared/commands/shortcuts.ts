import { type Command, type CommandFacts, commandFacts, commandNames } from './commands.ts';

/** Custom keys by command name; an empty text: none. */
export type ChosenKeys = Readonly<Record<string, string>>;

/** The place where keys are pressed: keys that a browser reserves are available to a desktop application. */
export interface Keyboard {
  shell: 'electron' | 'web' | 'cli';
  isMac: boolean;
}

/** The members of a `KeyboardEvent` that identify the pressed keys. */
export interface Pressed {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** The reason why keys cannot be a shortcut, as in `settings.shortcuts.refused.<reason>`. */
export type KeyRefusal = 'plain' | 'system' | 'browser' | 'editing' | 'typing' | 'fields';

/**
 * Pressed keys as text, `Mod+Shift+KeyK`; null while only a modifier is down. With `Mod` a letter is that of the
 * layout; with Alt the key's position, since Alt types special characters on a Mac.
 */
export function pressedKeys(event: Pressed, isMac: boolean): string | null {
  const code = codeOf(event);
  if (code === '' || /^(Control|Shift|Alt|Meta|CapsLock|AltGraph|Fn|OS)/.test(code)) return null;
  const [mod, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  const needsShift = !/^(Slash|Comma)$/.test(code) || !mod;
  const parts = [
    mod && 'Mod',
    other && 'Other',
    event.altKey && 'Alt',
    event.shiftKey && needsShift && 'Shift',
    code,
  ];
  return parts.filter(Boolean).join('+');
}

/** The keys of a command: the custom ones, else the default ones, without those assigned to another command. */
export function keysOf(command: Command, chosen: ChosenKeys, shell: Keyboard['shell']): readonly string[] {
  const own = chosen[command];
  if (own !== undefined) return own === '' ? [] : [own];
  return defaultKeysOf(command, shell).filter((keys) => !isChosen(keys, chosen));
}

/** The default keys of a command; in the desktop application the menu's come first. */
export function defaultKeysOf(command: Command, shell: Keyboard['shell']): readonly string[] {
  const { keys = [], menuKeys }: CommandFacts = commandFacts[command];
  return menuKeys !== undefined && shell === 'electron' ? [menuKeys, ...keys] : keys;
}

export function commandOf(keys: string, chosen: ChosenKeys, shell: Keyboard['shell']): Command | null {
  return commandNames.find((command) => keysOf(command, chosen, shell).includes(keys)) ?? null;
}

/** The setting with `keys` assigned to a command, and removed from the command that had them. */
export function chooseKeys(
  command: Command,
  keys: string,
  chosen: ChosenKeys,
  shell: Keyboard['shell'],
): Record<string, string> {
  const next: Record<string, string> = { ...chosen };
  const other = commandOf(keys, chosen, shell);
  if (other !== null && other !== command && next[other] !== undefined) next[other] = '';
  next[command] = keys;
  return next;
}

/** The setting with a command's default keys; another command that uses them as custom keys keeps them. */
export function resetKeys(command: Command, chosen: ChosenKeys): Record<string, string> {
  const { [command]: _, ...next } = chosen;
  return next;
}

/** The reason why a command cannot have these keys; null if it can. */
export function refusalOf(keys: string, command: Command, keyboard: Keyboard): KeyRefusal | null {
  const parts = keys.split('+');
  const code = parts.at(-1) ?? '';
  const has = (part: string) => parts.includes(part);
  if (defaultKeysOf(command, keyboard.shell).includes(keys)) return null;
  if (
    has('Other') ||
    /^(Tab|Escape|PrintScreen|ContextMenu|Pause|ScrollLock|NumLock|Media|Audio|Launch|Browser)/.test(code)
  ) {
    return 'system';
  }
  // On many keyboards this is the same as AltGr, which types special characters.
  if (has('Mod') && has('Alt') && !keyboard.isMac) return 'typing';
  if (!has('Mod') && !has('Alt'))
    return /^F([1-9]|1\d|2[0-4])$/.test(code) ? heldOf(keys, keyboard) : 'plain';
  return heldOf(keys, keyboard);
}

/** Menu keys in Electron's notation; null if it has no name for them. */
export function toAccelerator(keys: string): string | null {
  const parts = keys.split('+');
  const code = parts.pop() ?? '';
  const key = acceleratorKeys[code] ?? /^(?:Key|Digit)(\w)$/.exec(code)?.[1] ?? /^F\d+$/.exec(code)?.[0];
  if (key === undefined) return null;
  return [...parts.map((part) => (part === 'Mod' ? 'CmdOrCtrl' : part)), key].join('+');
}

const acceleratorKeys: Readonly<Record<string, string>> = {
  Enter: 'Enter',
  Space: 'Space',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Minus: '-',
  Equal: '=',
  Backquote: '`',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  Insert: 'Insert',
  Delete: 'Delete',
  Backspace: 'Backspace',
};

/** Keys used by text fields and lists. */
const editing = /^Mod\+(Shift\+)?(Key[ACVXYZ]|Arrow\w+|Backspace|Delete|Home|End|Insert)$/;
/** Keys that forms use for rows, and lists for headings. */
const inFields = /^Alt\+(Shift\+)?Arrow(Up|Down)$/;
/** Keys of the operating systems: switching windows, quitting, the window menu. */
const ofSystem = /^(Alt\+(Shift\+)?(F\d+|Space)|Mod\+(Shift\+)?KeyQ|Mod\+Shift\+Escape)$/;
const ofMac = /^Mod\+(Alt\+)?(Shift\+)?(KeyH|KeyM|Space|Backquote|Digit[3-5])$/;
/** Keys that common browsers handle before a page, and that users expect of them. */
const ofBrowser =
  /^(Mod\+(Shift\+)?(Key[NTWRDPLJUOGHEBMI]|Tab|Page\w+|Digit\d|Minus|Equal|F\d+)|Alt\+(Arrow(Left|Right)|Home|Key[DEF])|(Shift\+)?F(3|5|7|10|11|12))$/;
/** Entries of the desktop's menu with fixed keys. */
const ofMenu =
  /^(Mod\+(Shift\+KeyN|KeyW|KeyR|Shift\+KeyI|Minus|Equal|Shift\+Equal|Digit0|KeyM)|(Shift\+)?F1[01])$/;

function heldOf(keys: string, { shell, isMac }: Keyboard): KeyRefusal | null {
  if (editing.test(keys)) return 'editing';
  if (inFields.test(keys)) return 'fields';
  if (ofSystem.test(keys) || (isMac && ofMac.test(keys))) return 'system';
  if (shell === 'electron') return ofMenu.test(keys) ? 'system' : null;
  return ofBrowser.test(keys) ? 'browser' : null;
}

function codeOf({ key, code, altKey, ctrlKey, metaKey }: Pressed): string {
  if (!altKey && (ctrlKey || metaKey)) {
    if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
    if (key === '/') return 'Slash';
    if (key === ',') return 'Comma';
  }
  // The Enter of a numeric keypad is an Enter.
  return code === 'NumpadEnter' ? 'Enter' : code;
}

function isChosen(keys: string, chosen: ChosenKeys): boolean {
  return Object.values(chosen).includes(keys);
}

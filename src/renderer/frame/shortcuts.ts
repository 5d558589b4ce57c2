import { onEvent } from '../client.ts';
import { type Command, isTextField, runCommand } from '../state/commands.ts';
import { openHelp } from '../state/help.ts';

const isMac = /mac/i.test(navigator.platform);

/** The key that goes with letters for commands on this computer. */
export const commandKey = isMac ? '⌘' : 'Ctrl';

/** What the help dialog lists; `frame.shortcut.<name>` says what it does, `frame.keys.<name>` which keys. */
export const shortcutNames = [
  'search',
  'newArticle',
  'import',
  'send',
  'save',
  'undo',
  'drafts',
  'uploads',
  'journals',
  'updateRequests',
  'directorySearch',
  'compliance',
  'settings',
  'region',
  'help',
  'move',
  'open',
  'pick',
  'pickRange',
  'pickAll',
  'trash',
  'sort',
] as const;

/** Follows the window's shortcuts and the native menu; returns a function that stops it. */
export function listenForShortcuts(): () => void {
  const stopMenu = onEvent('menu.command', ({ command }) => runCommand(command));
  window.addEventListener('keydown', onKey);
  return () => {
    stopMenu();
    window.removeEventListener('keydown', onKey);
  };
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || document.querySelector('[aria-modal="true"]')) return;
  const done = act(event);
  if (done) event.preventDefault();
}

const altCommands: Readonly<Record<string, Command>> = {
  KeyN: 'new-article',
  KeyI: 'import',
  Enter: 'send',
  Digit1: 'go-drafts',
  Digit2: 'go-uploads',
  Digit3: 'go-journals',
  Digit4: 'go-update-requests',
  Digit5: 'go-search',
  Digit6: 'go-compliance',
  Digit0: 'go-settings',
};

function act(event: KeyboardEvent): boolean {
  const hasCommandKey = isMac ? event.metaKey : event.ctrlKey;
  if (event.key === 'F1' || (hasCommandKey && event.key === '/')) {
    openHelp();
    return true;
  }
  if (event.key === 'F6') return moveToRegion(event.shiftKey ? -1 : 1);
  const isPlain = hasCommandKey && !event.altKey && !event.shiftKey;
  // A text field takes back what was typed in it.
  if (isPlain && event.key.toLowerCase() === 'z' && !isTextField(event.target)) {
    runCommand('undo');
    return true;
  }
  if (isPlain && event.key.toLowerCase() === 'k') {
    runCommand('search');
    return true;
  }
  const command = event.altKey && !event.ctrlKey && !event.metaKey && altCommands[event.code];
  // On a Mac the option key types letters.
  if (!command || (isMac && isTyping(event.target))) return false;
  runCommand(command);
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}

/** Goes round the parts of the window marked `data-region`; the first thing in a part that takes the focus gets it. */
function moveToRegion(step: 1 | -1): boolean {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const start = at < 0 && step < 0 ? 0 : at;
  for (let tried = 1; tried <= regions.length; tried++) {
    const region = regions[(start + step * tried + regions.length * 2) % regions.length]!;
    const target = region.querySelector<HTMLElement>('a[href], button:not(:disabled), input, [tabindex="0"]');
    target?.focus();
    if (region.contains(document.activeElement)) return true;
  }
  return false;
}

import type { Command } from '../../shared/commands/commands.ts';
import { commandOf, pressedKeys } from '../../shared/commands/shortcuts.ts';
import { onEvent } from '../state/data/client.ts';
import { getAppInfo, getSettings } from '../state/data/session.ts';
import { openModal } from '../state/dialogs/openModal.ts';
import { isTextField, runCommand, searchBoxId, whyNot } from '../state/navigation/commands.ts';
import { isMac } from '../state/navigation/keyLabels.ts';

/** Follows the window's shortcuts and the native menu; returns a function that stops it. */
export function listenForShortcuts(): () => void {
  const stopMenu = onEvent('app.command', ({ command }) => {
    // A text field has its own undo, in a dialog too.
    const isUndoOfText = command === 'undo' && isTextField(document.activeElement);
    if (isUndoOfText || !isBehindDialog(command)) runCommand(command);
  });
  window.addEventListener('keydown', onFixingKey, true);
  window.addEventListener('keydown', onKey);
  return () => {
    stopMenu();
    window.removeEventListener('keydown', onFixingKey, true);
    window.removeEventListener('keydown', onKey);
  };
}

function onKey(event: KeyboardEvent): void {
  const command = commandOfEvent(event);
  if (command === null) return;
  event.preventDefault();
  runCommand(command);
}

/** In fixing mode its keys reach it before the control that has the focus: a list or a box for tags takes Enter itself. */
function onFixingKey(event: KeyboardEvent): void {
  const command = commandOfEvent(event);
  if (command === null || !isFixingStep(command) || whyNot(command) !== null) return;
  event.preventDefault();
  event.stopPropagation();
  runCommand(command);
}

function isFixingStep(command: Command): boolean {
  return command === 'fix-next' || command === 'fix-skip' || command === 'fix-back';
}

function commandOfEvent(event: KeyboardEvent): Command | null {
  if (event.defaultPrevented || event.isComposing) return null;
  const keys = pressedKeys(event, isMac);
  if (keys === null) return null;
  const command = commandOf(keys, getSettings()?.shortcuts ?? {}, getAppInfo()?.shell ?? 'web');
  if (command === null || isBehindDialog(command)) return null;
  return isForField(command, keys, event.target) ? null : command;
}

/** Returns true if the command would change what is behind an open dialog. */
function isBehindDialog(command: Command): boolean {
  return openModal() !== null && command !== 'help';
}

/** Returns true if the keys have another meaning at the focused element. */
function isForField(command: Command, keys: string, target: EventTarget | null): boolean {
  // A text field has its own undo.
  if (command === 'undo' && keys.startsWith('Mod+')) return isTextField(target);
  // In the search box, these keys open the browser's own search.
  if (command === 'search' && target instanceof HTMLElement && target.id === searchBoxId) return true;
  // On a Mac, the option key types characters.
  return isMac && keys.startsWith('Alt+') && isTextField(target);
}

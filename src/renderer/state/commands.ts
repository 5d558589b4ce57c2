import type { EventData } from '../../shared/contract.ts';
import { asAppError, call } from '../client.ts';
import { useDraftRows } from './draftRows.ts';
import { clearFilters, useDraftsView } from './draftsView.ts';
import { chooseFiles } from './imports.ts';
import { showError } from './notices.ts';
import { countPicked, pickAll, toSelection } from './picked.ts';
import { go } from './route.ts';
import { openSendPlan } from './sendPlan.ts';
import { useSession, whenAccount } from './session.ts';
import { undoLast } from './undo.ts';

export type Command = EventData<'menu.command'>['command'];

/** Id of the search box in the top bar. */
export const searchBoxId = 'search';

const actions: Record<Command, () => void> = {
  'new-article': () => void createArticle(),
  import: chooseFiles,
  send: sendPicked,
  search: () => document.getElementById(searchBoxId)?.focus(),
  undo: undoAnything,
  'go-drafts': () => go('#/drafts'),
  'go-uploads': () => go('#/uploads'),
  'go-journals': () => go('#/journals'),
  'go-update-requests': () => go('#/update-requests'),
  'go-search': () => go('#/search'),
  'go-compliance': () => go('#/compliance'),
  'go-settings': () => go('#/settings'),
  // The open form listens for this one itself.
  save: () => {},
};

/** Does what a menu entry, a shortcut or a button asks for. */
export function runCommand(command: Command): void {
  actions[command]();
}

/** In a text field what was typed, elsewhere the last change of many records. */
function undoAnything(): void {
  // The only way in which a page can ask for a field's own undo.
  if (isTextField(document.activeElement)) document.execCommand('undo');
  else void undoLast();
}

/** Whether keys that are pressed there write text. */
export function isTextField(target: EventTarget | null): boolean {
  const selector =
    'textarea, [contenteditable]:not([contenteditable="false"]), input:not([type="checkbox"], [type="radio"], [type="button"], [type="file"])';
  return target instanceof HTMLElement && target.closest(selector) !== null;
}

/** Makes an empty draft and opens it. */
export async function createArticle(): Promise<void> {
  const account = await whenAccount();
  try {
    const draft = await call('drafts.create', { accountId: account.id });
    if (useDraftsView.getState().filter.trashed) clearFilters();
    go({ screen: 'drafts', draftId: draft.id, field: null });
  } catch (error) {
    showError(asAppError(error));
  }
}

/** Opens the plan of sending what is picked, or everything in the list where nothing is. */
export function sendPicked(): void {
  const { account } = useSession.getState();
  const { filter, picked } = useDraftsView.getState();
  const total = useDraftRows.getState().total ?? 0;
  if (!account || filter.trashed || total === 0) return;
  const isSome = countPicked(picked, total) > 0;
  openSendPlan(account.id, toSelection(isSome ? picked : pickAll, filter));
}

import { flushSync } from 'react-dom';
import type { Command } from '../../../shared/commands/commands.ts';
import type { DraftRecord, Selection } from '../../../shared/draft/draft.ts';
import type { AppError } from '../../../shared/errors.ts';
import { addTexts, t } from '../../../shared/i18n/i18n.ts';
import { type Language, languages } from '../../../shared/languages.ts';
import type { Settings } from '../../../shared/settings.ts';
import { attempt } from '../attempt.ts';
import { asAppError, call } from '../data/client.ts';
import { copyDiagnostics, openDiagnostics } from '../data/diagnostics.ts';
import { refreshJournals } from '../data/journals.ts';
import { queryClient } from '../data/queries.ts';
import { getAccount, getSettings, saveSettings, whenAccount } from '../data/session.ts';
import { openDialog } from '../dialogs/dialogs.ts';
import { openHistory } from '../dialogs/history.ts';
import { chooseFiles } from '../dialogs/imports.ts';
import { showDone, showError } from '../dialogs/notices.ts';
import { chosenDrafts } from '../records/chosenDrafts.ts';
import { currentFixing } from '../records/currentFixing.ts';
import { draftTotal } from '../records/draftRows.ts';
import {
  clearFilters,
  type DraftList,
  draftLists,
  replaceFilter,
  useDraftsView,
} from '../records/draftsView.ts';
import { rememberNewDraft } from '../records/newDrafts.ts';
import { flushRecords } from '../records/openRecords.ts';
import { pickAll, pickedOrAll, toSelection } from '../records/picked.ts';
import { useRequestsView } from '../records/requestsView.ts';
import { undoLast } from '../records/undo.ts';
import { openHelp } from './help.ts';
import { openPalette } from './palette.ts';
import { go, useRoute } from './route.ts';
import { showSettingsSection } from './showSettingsSection.ts';
import { startTour } from './tour.ts';

/** The one search box that the window shows: that of the frame, or the query of a search in the directory. */
export const searchBoxId = 'search';

interface Action {
  run: () => unknown;
  /** Why it is not available now, in words; null if it is. */
  whyNot?: () => string | null;
}

/** The action of each command; its name, group and keys are in `shared/commands/commands.ts`. */
const actions: Record<Command, Action> = {
  palette: { run: openPalette },
  search: { run: focusSearchBox },
  'new-article': { run: () => createArticle() },
  'new-application': { run: async () => (await requestActions()).createApplication() },
  import: { run: chooseFiles },
  harvest: { run: harvest },
  'edit-drafts': { run: editPicked, whyNot: whyNotPicked },
  'copy-drafts': { run: copyPicked, whyNot: whyNotPicked },
  'export-drafts': { run: exportShown, whyNot: whyNotExport },
  'check-links': { run: checkLinks, whyNot: whyNotPicked },
  'delete-there': { run: deletePicked, whyNot: whyNotPicked },
  send: { run: sendPicked, whyNot: whyNotPicked },
  'send-all': { run: sendAll, whyNot: whyNotPicked },
  fix: { run: () => startFixing(), whyNot: whyNotFix },
  'fix-next': { run: async () => (await fixingSteps()).fixAndNext(), whyNot: whyNotInFixing },
  'fix-skip': { run: stepFixing('skip'), whyNot: whyNotInFixing },
  'fix-back': { run: stepFixing('back'), whyNot: whyNotInFixing },
  'fix-end': { run: stepFixing('end'), whyNot: whyNotInFixing },
  review: { run: review, whyNot: whyNotReview },
  approve: {
    run: async () => (await reviewActions()).assignPicked({ review: 'approved' }),
    whyNot: whyNotReview,
  },
  'assign-me': { run: async () => (await reviewActions()).assignToMe(), whyNot: whyNotReview },
  save: { run: flushRecords, whyNot: () => (isRecordOpen() ? null : t('commands.not.noRecord')) },
  undo: { run: undoAnything },
  'ask-directory': { run: async () => (await requestActions()).askDirectory() },
  'refresh-journals': { run: askForJournals },
  'make-backup': { run: makeBackup },
  'add-account': { run: () => openDialog('account', { account: null }) },
  'go-drafts': { run: showAllDrafts },
  'go-uploads': goTo('#/uploads'),
  'go-journals': goTo('#/journals'),
  'go-update-requests': goTo('#/update-requests'),
  'go-search': goTo('#/search'),
  'go-overview': goTo('#/overview'),
  'go-watch': goTo('#/watch'),
  'go-compliance': goTo('#/compliance/check'),
  'go-matrices': goTo('#/compliance/matrix'),
  'go-look-ups': goTo('#/compliance/look-ups'),
  'go-comparisons': goTo('#/comparisons'),
  'go-deletions': { run: showDeletions },
  'go-settings': goTo('#/settings'),
  'go-backups': { run: () => showSettingsSection('backups') },
  'go-history': { run: openHistory },
  'go-shortcuts': { run: () => showSettingsSection('shortcuts') },
  'next-part': { run: () => moveToRegion(1) },
  'previous-part': { run: () => moveToRegion(-1) },
  'list-ready': showList('ready'),
  'list-changed': showList('changed'),
  'list-refused': showList('refused'),
  'list-failed': showList('failed'),
  'list-missing-orcid': showList('missing-orcid'),
  'list-trash': showList('trash'),
  'list-own': { run: async () => (await reviewActions()).showOwn() },
  'theme-system': set('theme', 'system'),
  'theme-light': set('theme', 'light'),
  'theme-dark': set('theme', 'dark'),
  'theme-high-contrast': set('theme', 'high-contrast'),
  'language-system': set('language', 'system'),
  ...languageActions(),
  'rows-compact': set('density', 'compact'),
  'rows-comfortable': set('density', 'comfortable'),
  help: { run: openHelp },
  'save-diagnostics': { run: openDiagnostics },
  tour: { run: startTour },
  'copy-diagnostics': { run: copyDiagnostics },
};

/** Runs a command from a menu entry, a shortcut, the palette or a button. */
export function runCommand(command: Command): void {
  void actions[command].run();
}

/** Why a command is not available now, in words; null if it is. */
export function whyNot(command: Command): string | null {
  return actions[command].whyNot?.() ?? null;
}

/** Closes the focused popup before a command runs, so that the command finds the window in its previous state. */
export function runAfter(close: () => void, run: () => void): void {
  flushSync(close);
  run();
}

/** Returns true if keys pressed in the element type text. */
export function isTextField(target: EventTarget | null): boolean {
  const selector =
    'textarea, [contenteditable]:not([contenteditable="false"]), input:not([type="checkbox"], [type="radio"], [type="button"], [type="file"])';
  return target instanceof HTMLElement && target.closest(selector) !== null;
}

async function focusSearchBox(): Promise<void> {
  // In a narrow window, a record that was found covers the query.
  if (!document.getElementById(searchBoxId)) {
    const { openHit } = await import('../data/searches.ts');
    flushSync(() => openHit(null));
  }
  document.getElementById(searchBoxId)?.focus();
}

let isCreating = false;

/** Creates a draft, empty but for its journal if the record has one, and opens it; it is removed if the user leaves it without an edit. */
export async function createArticle(record?: DraftRecord): Promise<void> {
  // A double click creates one article.
  if (isCreating) return;
  isCreating = true;
  await attempt(async () => {
    const account = await whenAccount();
    const draft = await call('drafts.create', { accountId: account.id, record });
    rememberNewDraft(draft.id);
    if (useDraftsView.getState().filter.trashed) clearFilters();
    // The list would keep the focus, as after a click on a row.
    (document.activeElement as HTMLElement | null)?.blur();
    go({ screen: 'drafts', draftId: draft.id, field: null });
  });
  isCreating = false;
}

/** Opens the send plan of the selection, or of the whole list if nothing is selected. */
export function sendPicked(): void {
  const picked = pickedDrafts();
  if (picked) openDialog('sendPlan', picked);
}

/** Opens the send plan of the whole list, whatever is selected. */
function sendAll(): void {
  const account = getAccount();
  if (!account || whyNotPicked() !== null) return;
  const { filter } = useDraftsView.getState();
  openDialog('sendPlan', { accountId: account.id, selection: toSelection(pickAll, filter) });
}

/** Opens the dialog that copies the same drafts to another account. */
export function copyPicked(): void {
  const picked = pickedDrafts();
  if (picked) openDialog('copyDrafts', picked);
}

/** Asks for a format, and exports the upload or import that is shown, otherwise the same drafts. */
export async function exportShown(): Promise<void> {
  if (whyNotExport() !== null) return;
  const drafts = pickedDrafts();
  await attempt(async () => (await import('./exportRoute.ts')).exportRoute(drafts));
}

function whyNotExport(): string | null {
  const { route } = useRoute.getState();
  if (route.screen === 'imports' || (route.screen === 'uploads' && route.uploadId !== null)) return null;
  if (useDraftsView.getState().filter.trashed) return t('commands.not.exportTrash');
  return draftTotal() === 0 ? t('commands.not.empty') : null;
}

/** Asks whether to delete the articles of the same drafts from the directory. */
export function deletePicked(): void {
  const picked = pickedDrafts();
  if (picked)
    openDialog('deletion', { accountId: picked.accountId, target: { selection: picked.selection } });
}

async function showDeletions(): Promise<void> {
  openDialog('deletion', { accountId: (await whenAccount()).id, target: null });
}

/** Asks for the review and the person of the selected drafts, else of the open one. */
export async function review(): Promise<void> {
  await (await reviewActions()).reviewPicked();
}

function whyNotReview(): string | null {
  return chosenDrafts() ? null : t('commands.not.noDraft');
}

/** Asks whether to check the links of the same drafts. */
export function checkLinks(): void {
  const picked = pickedDrafts();
  if (picked) openDialog('links', picked);
}

/** Asks which repository to harvest for the account. */
export async function harvest(): Promise<void> {
  openDialog('harvest', { accountId: (await whenAccount()).id });
}

/** Opens the bulk edit of the same drafts. */
export function editPicked(): void {
  const picked = pickedDrafts();
  if (picked) openDialog('bulkEdit', { ...picked, fix: null });
}

/** The selected drafts, or the whole list if none is selected; null if there is nothing to work on. */
function pickedDrafts(): { accountId: string; selection: Selection } | null {
  const account = getAccount();
  if (!account || whyNotPicked() !== null) return null;
  const { filter, picked } = useDraftsView.getState();
  return { accountId: account.id, selection: toSelection(pickedOrAll(picked, draftTotal()), filter) };
}

function whyNotPicked(): string | null {
  if (useDraftsView.getState().filter.trashed) return t('commands.not.trash');
  return draftTotal() === 0 ? t('commands.not.empty') : null;
}

/**
 * Starts fixing mode with the failed records of the upload that is shown, otherwise with the selection or the whole list
 * of Update Requests or drafts; `errorsOnly`: without drafts that have only warnings.
 */
export async function startFixing({ errorsOnly = false } = {}): Promise<void> {
  const { route } = useRoute.getState();
  if (whyNotFix() !== null) return;
  if (route.screen === 'uploads' && route.uploadId !== null)
    await (await fixingSteps()).fixUpload(route.uploadId);
  else if (route.screen === 'update-requests') await (await requestActions()).fixRequests();
  else await (await fixingSteps()).fixList(errorsOnly);
}

function whyNotFix(): string | null {
  const { route } = useRoute.getState();
  if (route.screen === 'fixing') return t('commands.not.fixing');
  if (route.screen === 'uploads' && route.uploadId !== null) return null;
  if (route.screen === 'update-requests')
    return useRequestsView.getState().list === 'trash' ? t('commands.not.fixTrash') : null;
  if (useDraftsView.getState().filter.trashed) return t('commands.not.fixTrash');
  return draftTotal() === 0 ? t('commands.not.empty') : null;
}

/** The code of fixing mode, which may not be loaded yet. */
async function fixingSteps() {
  const { fixAndNext, fixList, fixUpload, takeFixingStep } = await import('../records/fixing.ts');
  return { fixAndNext, fixList, fixUpload, takeFixingStep };
}

function stepFixing(what: 'skip' | 'back' | 'end') {
  return async () => (await fixingSteps()).takeFixingStep(what);
}

function whyNotInFixing(): string | null {
  return currentFixing()?.isOver === false ? null : t('commands.not.noFixing');
}

/** Undoes typing in a text field, elsewhere the last bulk change. */
function undoAnything(): void {
  // The only way for a page to trigger a field's own undo.
  if (isTextField(document.activeElement)) document.execCommand('undo');
  else void undoLast();
}

function showAllDrafts(): void {
  replaceFilter(draftLists.all);
  go('#/drafts');
}

function isRecordOpen(): boolean {
  const { route } = useRoute.getState();
  if (route.screen === 'drafts') return route.draftId !== null;
  if (route.screen === 'fixing') return currentFixing()?.isOver === false;
  return route.screen === 'update-requests' && route.applicationId !== null;
}

async function askForJournals(): Promise<void> {
  go('#/journals');
  const account = getAccount();
  if (!account) return;
  if (await refreshJournals(account.id)) return showDone(t('commands.journalsFetched'));
  const error = queryClient.getQueryState<unknown, AppError>([
    'journals.refresh',
    { accountId: account.id },
  ])?.error;
  if (error) showError(error);
}

async function makeBackup(): Promise<void> {
  await attempt(async () => {
    await call('backups.make', {});
    showDone(t('commands.backupMade'));
  });
}

async function reviewActions() {
  await addOfficeTexts();
  return import('../records/reviewActions.ts');
}

/** The code of that screen, which may not be loaded yet. */
async function requestActions() {
  const { askDirectory, createApplication, fixRequests } = await import('../records/requestActions.ts');
  return { askDirectory, createApplication, fixRequests };
}

function goTo(hash: string): Action {
  return { run: () => go(hash) };
}

function showList(list: DraftList): Action {
  return {
    run: () => {
      replaceFilter(draftLists[list]);
      go('#/drafts');
    },
  };
}

function languageActions() {
  const entries = languages.map((language) => [`language-${language}`, set('language', language)]);
  return Object.fromEntries(entries) as Record<`language-${Language}`, Action>;
}

/** Changes a setting; the current value is not available. */
function set<K extends 'theme' | 'language' | 'density'>(name: K, value: Settings[K]): Action {
  return {
    run: async () => {
      try {
        await saveSettings({ [name]: value });
      } catch (error) {
        showError(asAppError(error));
      }
    },
    whyNot: () => (getSettings()?.[name] === value ? t('commands.not.inUse') : null),
  };
}

/** Cycles through the parts of the window marked `data-region`; the first focusable element of the part gets the focus. */
function moveToRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const start = at < 0 && step < 0 ? 0 : at;
  for (let tried = 1; tried <= regions.length; tried++) {
    const region = regions[(start + step * tried + regions.length * 2) % regions.length]!;
    const target = region.querySelector<HTMLElement>('a[href], button:not(:disabled), input, [tabindex="0"]');
    target?.focus();
    if (region.contains(document.activeElement)) return;
  }
}

/** Loads the texts that only an office needs; resolves when they can be shown. */
async function addOfficeTexts(): Promise<void> {
  const { officeTexts } = await import('../data/officeTexts.ts');
  await addTexts(officeTexts);
}

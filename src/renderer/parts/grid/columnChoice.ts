import type { ColumnChoice, ListName, Settings } from '../../../shared/settings.ts';
import { asAppError } from '../../state/data/client.ts';
import { storeAnswer } from '../../state/data/invalidation.ts';
import { getSettings, saveSettings, useSettings } from '../../state/data/session.ts';
import { showError } from '../../state/dialogs/notices.ts';
import { clampWidth, noChoice } from './gridLayout.ts';

type Lists = Settings['lists'];

/** The choice that has yet to be saved. */
let wanted: Lists | null = null;
/** What is saved, until that choice is. */
let saved: Lists = {};
let isSaving = false;

/** The user's choice of columns for a list; a grid without a name has the default columns. */
export function useColumnChoice(name: ListName | undefined): ColumnChoice {
  const settings = useSettings();
  return (name && settings?.lists[name]) || noChoice;
}

/** Changes the columns of a list and saves the choice; errors are shown above the screen. */
export function chooseColumns(name: ListName, changes: Partial<ColumnChoice>): void {
  const lists = listsNow();
  show({ ...lists, [name]: { ...(lists[name] ?? noChoice), ...changes } });
}

/** Sets the width of one column in CSS pixels; null: the default. */
export function chooseWidth(name: ListName, key: string, width: number | null): void {
  const { [key]: _, ...others } = listsNow()[name]?.widths ?? {};
  chooseColumns(name, { widths: width === null ? others : { ...others, [key]: clampWidth(width) } });
}

/** Resets the columns of a list to the default. */
export function resetColumns(name: ListName): void {
  const { [name]: _, ...others } = listsNow();
  show(others);
}

function listsNow(): Lists {
  return wanted ?? getSettings()?.lists ?? {};
}

function show(lists: Lists): void {
  if (!wanted) saved = listsNow();
  wanted = lists;
  showHere(lists);
  if (!isSaving) void save();
}

/** Saves choices one after another, so that a key held down does not send more than can be answered. */
async function save(): Promise<void> {
  isSaving = true;
  try {
    while (wanted) {
      const lists = wanted;
      await saveSettings({ lists });
      saved = lists;
      if (wanted === lists) wanted = null;
      // The user has changed the choice meanwhile, so this answer is outdated.
      else if (wanted) showHere(wanted);
    }
  } catch (error) {
    wanted = null;
    showHere(saved);
    showError(asAppError(error));
  } finally {
    isSaving = false;
  }
}

function showHere(lists: Lists): void {
  storeAnswer('app.settings', {}, (settings) => settings && { ...settings, lists });
}

import type { ColumnChoice, ListName, Settings } from '../../../shared/settings.ts';
import { asAppError } from '../../state/client.ts';
import { showError } from '../../state/notices.ts';
import { storeAnswer } from '../../state/queries.ts';
import { getSettings, saveSettings, useSettings } from '../../state/session.ts';
import { clampWidth, noChoice } from './gridLayout.ts';

type Lists = Settings['lists'];

/** The choice that is still to be saved. */
let wanted: Lists | null = null;
let isSaving = false;

/** How somebody wants the columns of a list; a grid without a name has them as they come. */
export function useColumnChoice(name: ListName | undefined): ColumnChoice {
  const settings = useSettings();
  return (name && settings?.lists[name]) || noChoice;
}

/** Changes how the columns of a list are shown, and remembers it; what goes wrong is shown above the screen. */
export function chooseColumns(name: ListName, changes: Partial<ColumnChoice>): void {
  const lists = listsNow();
  show({ ...lists, [name]: { ...(lists[name] ?? noChoice), ...changes } });
}

/** Sets the width of one column in CSS pixels; null: as it comes. */
export function chooseWidth(name: ListName, key: string, width: number | null): void {
  const { [key]: _, ...others } = listsNow()[name]?.widths ?? {};
  chooseColumns(name, { widths: width === null ? others : { ...others, [key]: clampWidth(width) } });
}

/** Shows the columns of a list as they come. */
export function resetColumns(name: ListName): void {
  const { [name]: _, ...others } = listsNow();
  show(others);
}

function listsNow(): Lists {
  return wanted ?? getSettings()?.lists ?? {};
}

function show(lists: Lists): void {
  wanted = lists;
  showHere(lists);
  if (!isSaving) void save();
}

/** Saves one choice after the other, so that a key that is held down does not send more than can be answered. */
async function save(): Promise<void> {
  isSaving = true;
  try {
    while (wanted) {
      const lists = wanted;
      await saveSettings({ lists });
      if (wanted === lists) wanted = null;
      // Something else was chosen meanwhile: the answer is old.
      else if (wanted) showHere(wanted);
    }
  } catch (error) {
    wanted = null;
    showError(asAppError(error));
  } finally {
    isSaving = false;
  }
}

function showHere(lists: Lists): void {
  storeAnswer('settings.get', {}, (settings) => settings && { ...settings, lists });
}

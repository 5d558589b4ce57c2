import type { ColumnChoice, ListName, Settings } from '../../../shared/contract/contract.ts';
import { asAppError } from '../../state/client.ts';
import { showError } from '../../state/notices.ts';
import { createRefresher } from '../../state/refresher.ts';
import { saveSettings, useSession } from '../../state/session.ts';
import { clampWidth, noChoice } from './gridLayout.ts';

type Lists = Settings['lists'];

/** What is on its way to the settings; null: nothing. */
let wanted: Lists | null = null;

/** How somebody wants the columns of a list; a grid without a name has them as they come. */
export function useColumnChoice(name: ListName | undefined): ColumnChoice {
  return useSession((session) => (name && session.settings?.lists[name]) || noChoice);
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
  return wanted ?? useSession.getState().settings?.lists ?? {};
}

function show(lists: Lists): void {
  wanted = lists;
  showHere(lists);
  keep();
}

/** One after the other, so that a key that is held down does not ask for more than can be answered. */
const keep = createRefresher(async () => {
  const lists = wanted;
  if (lists === null) return;
  try {
    await saveSettings({ lists });
  } catch (error) {
    wanted = null;
    showError(asAppError(error));
  }
  // Something else was chosen meanwhile: the answer is old.
  if (wanted === lists) wanted = null;
  else if (wanted) showHere(wanted);
}, 200);

function showHere(lists: Lists): void {
  const { settings } = useSession.getState();
  if (settings) useSession.setState({ settings: { ...settings, lists } });
}

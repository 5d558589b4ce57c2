import { create } from 'zustand';
import type { ApplicationRow, ApplicationSort } from '../../../shared/application/applicationDraft.ts';
import { groupOf, type StandingGroup, standingGroups } from '../../../shared/application/standing.ts';
import { foldText } from '../../../shared/text/foldText.ts';
import { nextSort } from './nextSort.ts';

export type RequestList = StandingGroup | 'all' | 'trash';

interface RequestsView {
  list: RequestList;
  /** Words that all occur in title or ISSN. */
  text: string;
  sort: ApplicationSort;
  picked: ReadonlySet<number>;
  /** The 0-based row that has the focus when the list gets it. */
  active: number;
  /** The application whose timeline is shown beside the list. */
  openId: number | null;
  /** Those to be moved to the trash, while the user is asked because the directory still has one; null: none. */
  trashing: readonly ApplicationRow[] | null;
}

const start: RequestsView = {
  list: 'all',
  text: '',
  sort: { by: 'changed', direction: 'desc' },
  picked: new Set(),
  active: 0,
  openId: null,
  trashing: null,
};

/** The state of the screen that is remembered while another screen is open. */
export const useRequestsView = create<RequestsView>(() => start);

/** Resets the state, for example for another account; the order stays. */
export function resetRequestsView(): void {
  useRequestsView.setState(({ sort }) => ({ ...start, sort }));
}

/** Shows another list and clears the selection, so that nothing unseen stays selected. */
export function showRequestList(list: RequestList): void {
  useRequestsView.setState({ list, picked: new Set(), active: 0 });
}

/** Shows all requests of a list, whatever was searched for before. */
export function showAllRequests(list: RequestList): void {
  setRequestText('');
  showRequestList(list);
}

export function setRequestText(text: string): void {
  useRequestsView.setState({ text, picked: new Set(), active: 0 });
}

/** Ends the selection of applications that are not among these rows any more. */
export function keepPickedAmong(rows: readonly ApplicationRow[]): void {
  const { picked } = useRequestsView.getState();
  const kept = rows.filter(({ id }) => picked.has(id));
  if (kept.length < picked.size) useRequestsView.setState({ picked: new Set(kept.map(({ id }) => id)) });
}

/** Sorts by a column, times in descending order; the same column again reverses the order. */
export function sortRequestsBy(by: ApplicationSort['by']): void {
  useRequestsView.setState(({ sort }) => ({ sort: nextSort(sort, by, ['changed', 'asked']), active: 0 }));
}

/** Rows with every word of `text` in title or ISSN; case, accents and the hyphen of an ISSN do not matter. */
export function matchRequests(rows: readonly ApplicationRow[], text: string): readonly ApplicationRow[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ title, pissn, eissn }) => {
    const issns = [pissn, eissn];
    const all = foldText([title, ...issns, ...issns.map((issn) => issn.replace('-', ''))].join('\n'));
    return words.every((word) => all.includes(word));
  });
}

/** The number of rows in each list; those of the groups add up to `all`. */
export function countLists(
  rows: readonly ApplicationRow[],
  trashed: readonly ApplicationRow[],
): Record<RequestList, number> {
  const counts = Object.fromEntries(standingGroups.map((group) => [group, 0])) as Record<
    StandingGroup,
    number
  >;
  for (const row of rows) counts[groupOf(row)]++;
  return { ...counts, all: rows.length, trash: trashed.length };
}

/** The rows of one list, in their original order. */
export function rowsOf(
  list: RequestList,
  rows: readonly ApplicationRow[],
  trashed: readonly ApplicationRow[],
): readonly ApplicationRow[] {
  if (list === 'trash') return trashed;
  return list === 'all' ? rows : rows.filter((row) => groupOf(row) === list);
}

/** The time of the last event of an application, here or at the directory. */
export function changedAt({ updatedAt, statusAt, sentAt }: ApplicationRow): string {
  return [updatedAt, statusAt ?? '', sentAt ?? ''].reduce((latest, at) => (at > latest ? at : latest));
}

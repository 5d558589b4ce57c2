import { create } from 'zustand';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import type { FoundSort, JournalSort } from '../../../shared/contract/journals.ts';
import type { AppError } from '../../../shared/errors.ts';
import { callQuery, queryClient, useCall } from '../data/queries.ts';
import { getAccount, useAccount } from '../data/session.ts';
import { nextSort } from './nextSort.ts';

interface JournalsView {
  /** The account's own journals, or any of the directory. */
  scope: 'mine' | 'directory';
  /** The filter of the account's own journals. */
  text: string;
  sort: JournalSort;
  /** The search text sent to the directory. */
  asked: string;
  /** null: the best match comes first. */
  foundSort: FoundSort | null;
  picked: ReadonlySet<string>;
  /** The 0-based row that has the focus when the list gets it. */
  active: number;
}

const start: JournalsView = {
  scope: 'mine',
  text: '',
  sort: { by: 'title', direction: 'asc' },
  asked: '',
  foundSort: null,
  picked: new Set(),
  active: 0,
};

/** The state of the list of journals that is remembered while another screen is open. */
export const useJournalsView = create<JournalsView>(() => start);

/** Starts over, as for another account; the order of its own journals stays. */
export function resetJournalsView(): void {
  useJournalsView.setState(({ sort }) => ({ ...start, sort }));
}

/** Shows the account's own journals, or those found in the directory; clears the selection. */
export function setJournalScope(scope: JournalsView['scope']): void {
  useJournalsView.setState({ scope, picked: new Set(), active: 0 });
}

/** Filters the account's own journals; clears the selection, so that nothing unseen stays selected. */
export function setJournalText(text: string): void {
  useJournalsView.setState({ text, picked: new Set(), active: 0 });
}

/** Sorts the account's own journals by a column; the same column again reverses the order. */
export function sortJournalsBy(by: JournalSort['by']): void {
  useJournalsView.setState(({ sort }) => ({ sort: nextSort(sort, by, ['drafts']), active: 0 }));
}

/** Sorts the directory's results; the same column again reverses the order. */
export function sortFoundBy(by: FoundSort['by']): Promise<void> {
  const { foundSort, asked } = useJournalsView.getState();
  useJournalsView.setState({ foundSort: nextSort(foundSort, by, []) });
  return findJournals(asked);
}

export function setPickedJournals(picked: ReadonlySet<string>): void {
  useJournalsView.setState({ picked });
}

/** Searches the whole directory for journals, by ISSN or words of the title; `useFoundJournals` has the answer. */
export async function findJournals(text: string): Promise<void> {
  const asked = text.trim();
  const accountId = getAccount()?.id;
  if (accountId === undefined || asked === '') return;
  useJournalsView.setState({ asked, active: 0 });
  const { foundSort } = useJournalsView.getState();
  await queryClient.prefetchQuery({
    ...callQuery('journals.find', searchFor(accountId, asked, foundSort)),
    staleTime: 0,
  });
}

/** The journals that the directory found; `found` is null before the first answer, and after one that failed. */
export function useFoundJournals(): {
  found: CallOutput<'journals.find'> | null;
  isAsking: boolean;
  error: AppError | null;
} {
  const accountId = useAccount()?.id;
  const { asked, foundSort } = useJournalsView();
  const input = accountId === undefined || asked === '' ? null : searchFor(accountId, asked, foundSort);
  const { data, error, isFetching } = useCall('journals.find', input);
  return { found: (!error && data) || null, isAsking: isFetching, error: isFetching ? null : error };
}

function searchFor(accountId: string, text: string, sort: FoundSort | null) {
  return { accountId, text, ...(sort && { sort }) };
}

import { create } from 'zustand';
import type { FoundSort, Journal, JournalSort } from '../../shared/contract/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import { asAppError, call } from './client.ts';
import { nextSort } from './nextSort.ts';
import { useSession } from './session.ts';

interface JournalsView {
  /** The account's own journals, or any of the directory. */
  scope: 'mine' | 'directory';
  /** What narrows the own ones. */
  text: string;
  sort: JournalSort;
  /** What the directory was asked for, and what it found. */
  asked: string;
  found: { journals: readonly Journal[]; total: number } | null;
  /** null: the best match comes first. */
  foundSort: FoundSort | null;
  isAsking: boolean;
  error: AppError | null;
  /** Ids of journals that are picked. */
  picked: ReadonlySet<string>;
  /** The 0-based row that has the focus when the list gets it. */
  active: number;
}

const start: JournalsView = {
  scope: 'mine',
  text: '',
  sort: { by: 'title', direction: 'asc' },
  asked: '',
  found: null,
  foundSort: null,
  isAsking: false,
  error: null,
  picked: new Set(),
  active: 0,
};

/** What the window remembers of the list of journals while another screen is open. */
export const useJournalsView = create<JournalsView>(() => start);

/** Begins anew, as for another account; the order of its own journals stays. */
export function resetJournalsView(): void {
  useJournalsView.setState(({ sort }) => ({ ...start, sort }));
}

/** Shows the own journals, or those found in the directory; what was picked is let go. */
export function setJournalScope(scope: JournalsView['scope']): void {
  useJournalsView.setState({ scope, picked: new Set(), active: 0, error: null });
}

/** Narrows the own journals; what was picked is let go, so that nothing unseen stays picked. */
export function setJournalText(text: string): void {
  useJournalsView.setState({ text, picked: new Set(), active: 0 });
}

/** Sorts the own journals by a column; the same column again turns the order round. */
export function sortJournalsBy(by: JournalSort['by']): void {
  useJournalsView.setState(({ sort }) => ({ sort: nextSort(sort, by, ['drafts']), active: 0 }));
}

/** Has the directory sort what it finds; the same column again turns the order round. */
export function sortFoundBy(by: FoundSort['by']): Promise<void> {
  const { foundSort, asked } = useJournalsView.getState();
  useJournalsView.setState({ foundSort: nextSort(foundSort, by, []) });
  return findJournals(asked);
}

/** Sets which journals are picked. */
export function setPickedJournals(picked: ReadonlySet<string>): void {
  useJournalsView.setState({ picked });
}

/** Looks for journals in the whole directory, by ISSN or words of the title; answers to older questions are dropped. */
export async function findJournals(text: string): Promise<void> {
  const accountId = useSession.getState().account?.id;
  const asked = text.trim();
  if (accountId === undefined || asked === '') return;
  useJournalsView.setState({ asked, isAsking: true, error: null, active: 0 });
  const sort = useJournalsView.getState().foundSort;
  const isCurrent = () =>
    useJournalsView.getState().asked === asked &&
    useJournalsView.getState().foundSort === sort &&
    useSession.getState().account?.id === accountId;
  try {
    const found = await call('journals.find', { accountId, text: asked, ...(sort && { sort }) });
    if (isCurrent()) useJournalsView.setState({ found, isAsking: false });
  } catch (error) {
    if (isCurrent()) useJournalsView.setState({ error: asAppError(error), found: null, isAsking: false });
  }
}

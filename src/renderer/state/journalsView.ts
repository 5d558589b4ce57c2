import { create } from 'zustand';
import type { Journal } from '../../shared/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import { asAppError, call } from '../client.ts';
import { useSession } from './session.ts';

interface JournalsView {
  /** The account's own journals, or any of the directory. */
  scope: 'mine' | 'directory';
  /** What narrows the own ones. */
  text: string;
  /** What the directory was asked for, and what it found. */
  asked: string;
  found: { journals: readonly Journal[]; total: number } | null;
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
  asked: '',
  found: null,
  isAsking: false,
  error: null,
  picked: new Set(),
  active: 0,
};

/** What the window remembers of the list of journals while another screen is open. */
export const useJournalsView = create<JournalsView>(() => start);

/** Begins anew, as for another account. */
export function resetJournalsView(): void {
  useJournalsView.setState(start);
}

/** Shows the own journals, or those found in the directory; what was picked is let go. */
export function setJournalScope(scope: JournalsView['scope']): void {
  useJournalsView.setState({ scope, picked: new Set(), active: 0, error: null });
}

/** Narrows the own journals; what was picked is let go, so that nothing unseen stays picked. */
export function setJournalText(text: string): void {
  useJournalsView.setState({ text, picked: new Set(), active: 0 });
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
  const isCurrent = () =>
    useJournalsView.getState().asked === asked && useSession.getState().account?.id === accountId;
  try {
    const found = await call('journals.find', { accountId, text: asked });
    if (isCurrent()) useJournalsView.setState({ found, isAsking: false });
  } catch (error) {
    if (isCurrent()) useJournalsView.setState({ error: asAppError(error), found: null, isAsking: false });
  }
}

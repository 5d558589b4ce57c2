import { create } from 'zustand';
import type { Journal } from '../../shared/contract/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import { asAppError, call } from './client.ts';
import { useJournalsView } from './journalsView.ts';
import { createRefresher } from './refresher.ts';
import { useSession } from './session.ts';

interface JournalsState {
  /** The account that these are of; null before the first answer. */
  accountId: string | null;
  /** By title. */
  journals: readonly Journal[];
  /** The same in the order of their list. */
  sorted: readonly Journal[];
  /** ISO time of the last fetch from the directory; null while there was none. */
  fetchedAt: string | null;
  /** There may be more: they were found without the account's name. */
  isPartial: boolean;
  isRefreshing: boolean;
  error: AppError | null;
}

const nothing: JournalsState = {
  accountId: null,
  journals: [],
  sorted: [],
  fetchedAt: null,
  isPartial: false,
  isRefreshing: false,
  error: null,
};

/** The journals of the account in use, as they are kept for working offline. */
export const useMyJournals = create<JournalsState>(() => nothing);

/** Shows the journals of another account, or of none. */
export function showJournalsOf(accountId: string | undefined): void {
  useMyJournals.setState(nothing);
  if (accountId !== undefined) reloadJournals();
}

/** Reads what is kept anew, quietly. */
export const reloadJournals = createRefresher(loadJournals, 250);

/** Asks the directory for the journals of the account; what goes wrong is in `error`, and what is kept stays. Answers whether it went well. */
export async function refreshJournals(): Promise<boolean> {
  const accountId = useSession.getState().account?.id;
  if (accountId === undefined || useMyJournals.getState().isRefreshing) return false;
  useMyJournals.setState({ isRefreshing: true, error: null });
  try {
    const answer = await call('journals.refresh', { accountId });
    const sorted = await sortedOf(accountId, answer.journals);
    take(accountId, { ...answer, sorted, isPartial: answer.isPartial ?? false, error: null });
    return true;
  } catch (error) {
    take(accountId, { error: asAppError(error) });
    return false;
  } finally {
    take(accountId, { isRefreshing: false });
  }
}

async function loadJournals(): Promise<void> {
  const accountId = useSession.getState().account?.id;
  if (accountId === undefined) return;
  try {
    const answer = await call('journals.list', { accountId });
    const sorted = await sortedOf(accountId, answer.journals);
    take(accountId, { ...answer, sorted, isPartial: answer.isPartial ?? false });
  } catch (error) {
    take(accountId, { error: asAppError(error) });
  }
}

/** The journals in the order of their list; `byTitle` are the same by title. */
async function sortedOf(accountId: string, byTitle: readonly Journal[]): Promise<readonly Journal[]> {
  const { sort } = useJournalsView.getState();
  if (sort.by === 'title' && sort.direction === 'asc') return byTitle;
  return (await call('journals.list', { accountId, sort })).journals;
}

/** Answers for an account that is not in use any more are dropped. */
function take(accountId: string, changes: Partial<JournalsState>): void {
  if (useSession.getState().account?.id === accountId) useMyJournals.setState({ accountId, ...changes });
}

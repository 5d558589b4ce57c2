import { create } from 'zustand';
import type {
  ApplicationCounts,
  ApplicationRow,
  ApplicationSort,
} from '../../shared/application/applicationDraft.ts';
import type { AppError } from '../../shared/errors.ts';
import { asAppError, call } from './client.ts';
import { createRefresher } from './refresher.ts';
import { useRequestsView } from './requestsView.ts';
import { useSession } from './session.ts';

/** What one call may ask for. */
const mostRows = 500;

interface ApplicationsState {
  /** Counts for the rail; null before the first answer. */
  counts: ApplicationCounts | null;
  /** Every application and Update Request of the account that is not in the trash, in the order of their list; null before the first answer. */
  rows: readonly ApplicationRow[] | null;
  /** Those in the trash. */
  trashed: readonly ApplicationRow[];
  error: AppError | null;
}

const nothing: ApplicationsState = { counts: null, rows: null, trashed: [], error: null };

/** Applications and Update Requests of the account in use. There are some hundreds at most, so that all are kept here. */
export const useApplications = create<ApplicationsState>(() => nothing);

/** Shows those of another account, or of none. */
export function showApplicationsOf(accountId: string | undefined): void {
  useApplications.setState(nothing);
  if (accountId !== undefined) refreshApplications();
}

/** Fetches counts and rows anew, quietly. */
export const refreshApplications = createRefresher(loadApplications, 300);

async function loadApplications(): Promise<void> {
  const accountId = useSession.getState().account?.id;
  if (accountId === undefined) return;
  try {
    const { sort } = useRequestsView.getState();
    const [counts, rows, trashed] = await Promise.all([
      call('applications.counts', { accountId }),
      fetchRows(accountId, false, sort),
      fetchRows(accountId, true, sort),
    ]);
    if (accountId !== useSession.getState().account?.id) return;
    useApplications.setState({ counts, rows, trashed, error: null });
  } catch (error) {
    if (accountId === useSession.getState().account?.id) {
      useApplications.setState({ error: asAppError(error) });
    }
  }
}

async function fetchRows(
  accountId: string,
  trashed: boolean,
  sort: ApplicationSort,
): Promise<ApplicationRow[]> {
  const all: ApplicationRow[] = [];
  for (;;) {
    const { total, rows } = await call('applications.list', {
      accountId,
      filter: { trashed },
      sort,
      offset: all.length,
      limit: mostRows,
    });
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}

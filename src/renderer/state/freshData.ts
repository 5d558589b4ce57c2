import { refreshApplications, showApplicationsOf } from './applications.ts';
import { startBackups } from './backups.ts';
import { onEvent } from './client.ts';
import { startDecisions } from './decisions.ts';
import { refreshRows, showQuery } from './draftRows.ts';
import { replaceFilter, useDraftsView } from './draftsView.ts';
import { refreshFacets, useFacets } from './facets.ts';
import { loadImports, startImports } from './imports.ts';
import { reloadJournals, showJournalsOf } from './journals.ts';
import { resetJournalsView, useJournalsView } from './journalsView.ts';
import { clearNotice } from './notices.ts';
import { loadQueue, startQueue } from './queue.ts';
import { resetRequestsView, useRequestsView } from './requestsView.ts';
import { useRoute } from './route.ts';
import { startSession, useSession } from './session.ts';
import { startUpdates } from './updates.ts';

/** Keeps rows, counts, journals, applications, imports and the queue as main has them, for the account and filter in use; returns a function that stops it. */
export function startFreshData(): () => void {
  const stops = [
    useSession.subscribe((now, before) => {
      if (now.account?.id !== before.account?.id) showAccount(now.account?.id, before.account?.id);
      // Colophon was away: anything may have changed.
      if (now.generation !== before.generation) refreshAll();
    }),
    useDraftsView.subscribe((now, before) => {
      showDrafts();
      if (now.filter !== before.filter) refreshFacets();
    }),
    useJournalsView.subscribe((now, before) => {
      if (now.sort !== before.sort) reloadJournals();
    }),
    useRequestsView.subscribe((now, before) => {
      if (now.sort !== before.sort) refreshApplications();
    }),
    // A message about what was done belongs to where it was done.
    useRoute.subscribe((now, before) => {
      if (now.route.screen !== before.route.screen) clearNotice();
    }),
    onEvent('drafts.changed', ({ accountId }) => {
      if (accountId !== useSession.getState().account?.id) return;
      refreshRows();
      refreshFacets();
      if (useJournalsView.getState().sort.by === 'drafts') reloadJournals();
    }),
    onEvent('journals.changed', ({ accountId }) => {
      if (accountId === useSession.getState().account?.id) reloadJournals();
    }),
    onEvent('applications.changed', ({ accountId }) => {
      if (accountId !== useSession.getState().account?.id) return;
      refreshApplications();
      if (useJournalsView.getState().sort.by === 'request') reloadJournals();
    }),
    startBackups(),
    startDecisions(),
    startImports(),
    startQueue(),
    startSession(),
    startUpdates(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function showAccount(id: string | undefined, before: string | undefined): void {
  useFacets.setState({ whole: null, ready: null, here: null });
  // A filter by journal or import means nothing in another account.
  if (before !== undefined) replaceFilter({});
  resetJournalsView();
  resetRequestsView();
  showDrafts();
  refreshFacets();
  showJournalsOf(id);
  showApplicationsOf(id);
  if (id !== undefined) void loadImports(id).catch(() => {});
}

function showDrafts(): void {
  const accountId = useSession.getState().account?.id;
  const { filter, sort } = useDraftsView.getState();
  if (accountId !== undefined) showQuery({ accountId, filter, sort });
}

function refreshAll(): void {
  const accountId = useSession.getState().account?.id;
  refreshRows();
  refreshFacets();
  reloadJournals();
  refreshApplications();
  void loadQueue();
  if (accountId !== undefined) void loadImports(accountId).catch(() => {});
}

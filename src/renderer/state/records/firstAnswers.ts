import type { CallInput } from '../../../shared/contract/contract.ts';
import { pageQuery } from '../data/pages.ts';
import { callQuery, queryClient } from '../data/queries.ts';
import type { ShownCall } from '../data/staleCalls.ts';
import type { Route } from '../navigation/route.ts';
import { draftQuery } from './draftRows.ts';
import { draftLists } from './draftsView.ts';

/** Milliseconds that a window waits for its first answers before it is drawn without them. */
const patience = 400;

/**
 * Asks for what the first screen shows, so that a window is drawn once with all of it, rather than again for each answer.
 * Never rejects.
 */
export async function fetchFirstAnswers({ screen }: Route): Promise<void> {
  await Promise.race([fetchAll(screen), new Promise((resolve) => setTimeout(resolve, patience))]);
}

async function fetchAll(screen: Route['screen']): Promise<void> {
  await Promise.all([fetch('app.settings', {}), fetch('app.info', {}), fetch('accounts.list', {})]);
  const query = draftQuery();
  if (query === null) return;
  const { accountId, filter } = query;
  await Promise.all([
    fetch('drafts.facets', { accountId, filter }),
    fetch('drafts.facets', { accountId, filter: draftLists.ready }),
    fetch('drafts.lists', { accountId }),
    fetch('accounts.connection', { id: accountId }),
    ...(screen === 'drafts' ? [queryClient.prefetchQuery(pageQuery('drafts.list', query, 0))] : []),
  ]);
}

function fetch<N extends ShownCall>(name: N, input: CallInput<N>): Promise<void> {
  return queryClient.prefetchQuery(callQuery(name, input));
}

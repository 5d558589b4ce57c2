import type { HandlersOf } from '../../shared/contract/contract.ts';
import type { App } from '../services/createApp.ts';

/** Checks the full-text links of drafts in the background. */
export function linkHandlers(app: App): HandlersOf<'links'> {
  const { links: runs, refuseIfOff } = app.sources;
  const { linkChecks: store, reading } = app.stores;
  return {
    'links.start': async ({ accountId, selection }) => {
      refuseIfOff();
      return runs.startDrafts(accountId, await reading.select(accountId, selection, false));
    },
    'links.startAddresses': ({ addresses }) => {
      refuseIfOff();
      return runs.start(null, { addresses, withoutLinks: 0, unopened: 0 });
    },
    'links.cancel': ({ accountId }) => runs.cancel(accountId),
    'links.get': ({ accountId }) => runs.get(accountId),
    'links.results': ({ accountId, offset }) => runs.results(accountId, offset),
    'links.checks': ({ addresses }) =>
      [...new Set(addresses)].flatMap((address) => store.get(address.trim()) ?? []),
  };
}

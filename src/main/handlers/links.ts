import type { HandlersOf } from '../../shared/contract/contract.ts';
import type { LinkRuns } from '../sources/links/linkRuns.ts';
import type { DraftReading } from '../store/drafts/draftReading.ts';
import type { LinkCheckStore } from '../store/links/linkCheckStore.ts';

/** Checks the full-text links of drafts in the background. */
export function linkHandlers(parts: {
  runs: LinkRuns;
  store: Pick<LinkCheckStore, 'get'>;
  reading: Pick<DraftReading, 'select'>;
  /** Throws AppError `state` while external sources are switched off. */
  refuseIfOff: () => void;
}): HandlersOf<'links'> {
  const { runs, store, reading, refuseIfOff } = parts;
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

import type { HandlersOf } from '../../shared/contract/contract.ts';
import type { App } from '../services/createApp.ts';

/** The calls `overview.*`: figures about an account's journals and records, and the counts at the directory. */
export function overviewHandlers(app: App): HandlersOf<'overview'> {
  const { access, directoryCounts: counts, clock } = app;
  const { reading } = app.stores;
  return {
    'overview.get': ({ accountId }) => {
      access.get(accountId);
      return reading.overview(accountId, clock.now());
    },
    'overview.count': ({ accountId, journalIds }) => counts.start(accountId, journalIds),
    'overview.stop': ({ accountId }) => counts.stop(accountId),
    'overview.counting': ({ accountId }) => counts.get(accountId),
  };
}

import type { HandlersOf } from '../../shared/contract/contract.ts';
import type { DirectoryCounts } from '../comparisons/directoryCounts.ts';
import type { DraftReading } from '../store/drafts/draftReading.ts';

/** The calls `overview.*`: figures about an account's journals and records, and the counts at the directory. */
export function overviewHandlers(parts: {
  reading: Pick<DraftReading, 'overview'>;
  counts: DirectoryCounts;
  account: (id: string) => unknown;
  clock: { now(): number };
}): HandlersOf<'overview'> {
  const { reading, counts, account, clock } = parts;
  return {
    'overview.get': ({ accountId }) => {
      account(accountId);
      return reading.overview(accountId, clock.now());
    },
    'overview.count': ({ accountId, journalIds }) => counts.start(accountId, journalIds),
    'overview.stop': ({ accountId }) => counts.stop(accountId),
    'overview.counting': ({ accountId }) => counts.get(accountId),
  };
}

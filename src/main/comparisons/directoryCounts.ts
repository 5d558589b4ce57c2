import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { countedYears } from '../../shared/overview/countedYears.ts';
import type { Counting } from '../../shared/overview/overview.ts';
import { isoNow } from '../platform/clock.ts';
import { createRuns } from '../platform/runs.ts';
import type { DirectoryRequest } from '../remote/directoryClient.ts';
import { quoted } from '../remote/lookupQuery.ts';
import { requestWithRetry } from '../remote/requestWithRetry.ts';
import type { DirectoryCount, DirectoryCountStore } from '../store/overview/directoryCountStore.ts';
import { countArticles, journalQuery, type YearReadingParts } from './readYear.ts';

export interface DirectoryCountsParts extends YearReadingParts {
  store: DirectoryCountStore;
}

interface CountedJournal {
  id: string;
  issns: string[];
}

/** Counts of journals' articles at the directory, which run in the background, one for each account. */
export function createDirectoryCounts(parts: DirectoryCountsParts) {
  const { journals, publish, scope } = parts;
  const last = new Map<string, Counting>();
  const runs = createRuns<string>(scope, 'counts');

  function set(counting: Counting): Counting {
    last.set(counting.accountId, counting);
    publish('overview.counting', counting);
    return counting;
  }

  async function work(accountId: string, chosen: CountedJournal[], signal: AbortSignal): Promise<void> {
    const total = chosen.length;
    let done = 0;
    try {
      for (const journal of chosen) {
        await countJournal(parts, accountId, journal, signal);
        done++;
        if (done < total) set({ accountId, state: 'running', done, total, message: null });
      }
      set({ accountId, state: 'done', done, total, message: null });
    } catch (error) {
      const isExpected = error instanceof AppError;
      if (!signal.aborted && !isExpected) parts.log.error('overview.count', { error });
      const message = signal.aborted ? null : isExpected ? error.full : msg('shell.bug.message');
      set({ accountId, state: signal.aborted ? 'stopped' : 'failed', done, total, message });
    }
  }

  return {
    /** Starts with the account's journals, or with those of `ids`; returns the state of the count that is running. */
    start(accountId: string, ids?: readonly string[]): Counting {
      parts.account(accountId);
      const running = last.get(accountId);
      if (running?.state === 'running') return running;
      const chosen = journals
        .list(accountId)
        .journals.filter((journal) => ids?.includes(journal.id) ?? journal.mine)
        .map(({ id, pissn, eissn }) => ({ id, issns: [pissn, eissn].filter((issn) => issn !== null) }))
        .filter(({ issns }) => issns.length > 0);
      const total = chosen.length;
      const started = set({
        accountId,
        state: total === 0 ? 'done' : 'running',
        done: 0,
        total,
        message: null,
      });
      if (total > 0) runs.start(accountId, (signal) => work(accountId, chosen, signal));
      return started;
    },
    async stop(accountId: string): Promise<Counting | null> {
      await runs.stop(accountId);
      return last.get(accountId) ?? null;
    },
    /** The account's last count since the program started; null: none. */
    get: (accountId: string): Counting | null => last.get(accountId) ?? null,
  };
}

/** Counts year by year, back from next year, until all articles are found; the rest is counted together. */
async function countJournal(
  { store, directory, clock, retryLimits }: DirectoryCountsParts,
  accountId: string,
  { id, issns }: CountedJournal,
  signal: AbortSignal,
): Promise<void> {
  const client = directory.client(accountId);
  const ask = (request: DirectoryRequest) =>
    requestWithRetry(client, request, { priority: 'bulk', signal, clock, retryLimits });
  const total = await countArticles(journalQuery(issns), ask);
  const counts: DirectoryCount[] = [];
  let left = total;
  const { first, last } = countedYears(clock.now());
  for (let year = last; left > 0 && year >= first; year--) {
    // Only the exact year: one like `2023-2024` would count for both.
    const query = `${journalQuery(issns)} AND bibjson.year.exact:${quoted(String(year))}`;
    const found = await countArticles(query, ask);
    if (found > 0) counts.push({ year: String(year), total: found });
    left -= found;
  }
  if (left > 0 || total === 0) counts.push({ year: '', total: Math.max(0, left) });
  store.replace(accountId, id, counts, isoNow({ clock }));
}

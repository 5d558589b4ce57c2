import type { Publish } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import { linkAddresses } from '../../../shared/links/linkAddresses.ts';
import type { LinkCheck, LinkRun } from '../../../shared/links/linkCheck.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import { fail } from '../../platform/failures.ts';
import type { Log } from '../../platform/log.ts';
import { createReportTimer, createRuns } from '../../platform/runs.ts';
import type { Scope } from '../../platform/scope.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { LinkCheckStore } from '../../store/links/linkCheckStore.ts';
import type { PoliteClient } from '../politeClient.ts';
import { createLinkChecker } from './checkLink.ts';
import { hostOf, isRefusal, type LinkResult, maxRefusals } from './classifyLink.ts';
import { isOnline } from './isOnline.ts';
import { isSilent, withHistory } from './linkHistory.ts';

export interface LinkRunsParts {
  client: PoliteClient;
  store: Pick<LinkCheckStore, 'get' | 'put' | 'markDrafts'>;
  /** The record of a draft; null if it is gone, too large or unreadable. */
  record: (id: number) => unknown;
  /** Address of the handle system, ending in a slash. */
  handles: () => string;
  /** The sandbox, which simulates every host for its own account; null for other accounts. */
  sandboxAddress: (accountId: string | null) => string | null;
  /** Rechecks all drafts, because the rules take results into account. */
  recheckDrafts: () => void;
  /** Addresses were checked: what was noted of them may be over. */
  checked: () => void;
  clock: Clock;
  publish: Publish;
  log: Pick<Log, 'error'>;
  scope: Scope;
}

/** The maximum number of problems listed in a window; the facet finds the others. */
const maxProblems = 200;
/** Results that one call returns. */
const resultsAtOnce = 1_000;

/** Checks of links, which run in the background, one for each account. */
export function createLinkRuns(parts: LinkRunsParts) {
  const { store, clock, publish, scope } = parts;
  const last = new Map<string | null, LinkRun>();
  const runs = createRuns<string | null>(scope, 'links');
  const lastAddresses = new Map<string | null, readonly string[]>();

  function keep(address: string, result: LinkResult): LinkCheck {
    const check = withHistory(address, result, {
      before: store.get(address),
      at: isoNow({ clock }),
      isUnattended: false,
    });
    store.put(check);
    return check;
  }

  async function work(run: LinkRun, addresses: readonly string[], signal: AbortSignal): Promise<void> {
    const { accountId } = run;
    const asking = {
      client: parts.client,
      handles: parts.handles(),
      sandboxAddress: parts.sandboxAddress(accountId),
      signal,
    };
    const checker = createLinkChecker(asking);
    let current = run;
    const isDue = createReportTimer(clock);
    const report = (change: Partial<LinkRun>, isAlways = true) => {
      current = { ...current, ...change };
      last.set(accountId, current);
      if (isAlways || isDue()) publish('links.changed', current);
    };
    const refusals = new Map<string, number>();
    let answered: string | null = null;
    try {
      for (const address of byTurns(addresses)) {
        signal.throwIfAborted();
        const host = hostOf(address);
        const isAsked = (refusals.get(host) ?? 0) < maxRefusals;
        const result = isAsked ? await checker.check(address) : null;
        if (result) {
          // Stored, it would count as a first failure of the link, which the next one confirms.
          if (!isSilent(result)) answered = address;
          else if (!(await isOnline(asking, answered))) throw fail('links.offline');
          const check = keep(address, result);
          refusals.set(host, isRefusal(check) ? (refusals.get(host) ?? 0) + 1 : 0);
          current = withCheck(current, check);
        } else current = { ...current, leftOut: current.leftOut + 1 };
        report({ done: current.done + 1 }, false);
      }
      report({ state: 'done' });
    } catch (error) {
      const problem = error instanceof AppError ? error.full : null;
      if (!signal.aborted && problem === null) parts.log.error('links.check', { error });
      if (signal.aborted) report({ state: 'cancelled' });
      else report({ state: 'failed', problem });
    } finally {
      if (!scope.signal.aborted) {
        store.markDrafts();
        parts.recheckDrafts();
        parts.checked();
      }
    }
  }

  function start(
    accountId: string | null,
    given: Pick<LinkRun, 'withoutLinks' | 'unopened'> & { addresses: readonly string[] },
  ) {
    const running = last.get(accountId);
    if (running?.state === 'running') return running;
    const addresses = [...new Set(given.addresses)];
    const run: LinkRun = {
      accountId,
      state: addresses.length === 0 ? 'done' : 'running',
      done: 0,
      total: addresses.length,
      withoutLinks: given.withoutLinks,
      unopened: given.unopened,
      leftOut: 0,
      outcomes: {},
      problems: [],
      problem: null,
    };
    last.set(accountId, run);
    lastAddresses.set(accountId, addresses);
    publish('links.changed', run);
    if (addresses.length > 0) runs.start(accountId, (signal) => work(run, addresses, signal));
    return run;
  }

  return {
    /** Checks each address once; returns the account's check that is running if there is one. */
    start,
    /** Checks the full-text addresses of drafts. */
    async startDrafts(accountId: string, ids: readonly number[]): Promise<LinkRun> {
      const links: string[][] = [];
      await inBatches(ids, (some) => {
        const records = some.map((id) => parts.record(id)).filter((record) => record !== null);
        links.push(...records.map(linkAddresses));
      });
      const withoutLinks = links.filter((list) => list.length === 0).length;
      const unopened = ids.length - links.length;
      return start(accountId, { addresses: links.flat(), withoutLinks, unopened });
    },
    /** Ends a check; its results stay. */
    async cancel(accountId: string | null): Promise<LinkRun | null> {
      await runs.stop(accountId);
      return last.get(accountId) ?? null;
    },
    /** The stored results of a part of the last check's addresses; `next`: where the next part begins. */
    results(accountId: string | null, offset: number): { checks: LinkCheck[]; next: number | null } {
      const addresses = lastAddresses.get(accountId) ?? [];
      const end = offset + resultsAtOnce;
      const checks = addresses.slice(offset, end).flatMap((address) => store.get(address) ?? []);
      return { checks, next: end < addresses.length ? end : null };
    },
    /** The last check since the start; null: none. */
    get: (accountId: string | null): LinkRun | null => last.get(accountId) ?? null,
  };
}

/** The addresses interleaved by host, so that the hosts' pauses overlap. */
function byTurns(addresses: readonly string[]): string[] {
  const byHost = Map.groupBy(addresses, hostOf);
  const queues = [...byHost.values()];
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue[turn] ?? [])).flat();
}

function withCheck(run: LinkRun, check: LinkCheck): LinkRun {
  const { outcome } = check;
  const isProblem = outcome !== 'ok' && run.problems.length < maxProblems;
  return {
    ...run,
    outcomes: { ...run.outcomes, [outcome]: (run.outcomes[outcome] ?? 0) + 1 },
    problems: isProblem ? [...run.problems, check] : run.problems,
  };
}

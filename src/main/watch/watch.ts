import type { Publish } from '../../shared/contract/contract.ts';
import type { Account } from '../../shared/directory/account.ts';
import { AppError } from '../../shared/errors.ts';
import { instantAt } from '../../shared/instant.ts';
import { type Message, msg, sentences } from '../../shared/message.ts';
import type { Settings } from '../../shared/settings.ts';
import type { WatchState } from '../../shared/watch/watch.ts';
import type { BulkSending } from '../outbox/bulkSending.ts';
import { type Clock, dueAgain, isoNow, waitUntil } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createReportTimer, createRuns } from '../platform/runs.ts';
import type { Scope } from '../platform/scope.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import type { Priority } from '../remote/rateLimiter.ts';
import type { RetryLimits } from '../remote/requestWithRetry.ts';
import type { FindingStore } from '../store/watch/findingStore.ts';
import type { LedgerStore } from '../store/watch/ledgerStore.ts';
import { firstSizes, type WatchStore } from '../store/watch/watchStore.ts';
import { createArticleNotes } from './articles.ts';
import { createAskDirectory } from './askDirectory.ts';
import { countedJournals, type OwnJournals } from './journals.ts';
import { look } from './look.ts';
import type { LookParts, Notice, Noticed } from './lookParts.ts';
import { matchMail } from './mail.ts';

export interface WatchPace {
  /** Milliseconds from the start of the program to the first look, and between two checks whether one is due. */
  first: number;
  tick: number;
  /** Milliseconds after which a difference must be seen again. */
  confirmAfter: number;
  /** Milliseconds for getting the right to look, between two checks of it, and for sharing what is known in the office. */
  office: { patience: number; check: number; share: number };
}

const defaultWatchPace: WatchPace = {
  first: 60_000,
  tick: 10 * 60_000,
  confirmAfter: 5_000,
  office: { patience: 5_000, check: 1_000, share: 10 * 60_000 },
};

export interface WatchParts {
  ledger: LedgerStore;
  findings: FindingStore;
  store: WatchStore;
  directory: Pick<DirectoryAccess, 'client' | 'closure'>;
  sending: Pick<BulkSending, 'delegates' | 'obstacle' | 'shareWatch'>;
  account: (id: string) => Account;
  accounts: () => Account[];
  key: (accountId: string) => Promise<unknown>;
  ownJournals: (accountId: string) => OwnJournals;
  followApplications: (accountId: string) => Promise<unknown>;
  settings: () => Pick<Settings, 'watches'>;
  transaction: <T>(work: () => T) => T;
  clock: Clock;
  log: Pick<Log, 'info' | 'error'>;
  publish: Publish;
  scope: Scope;
  retryLimits?: RetryLimits | undefined;
  /** Overrides for tests. */
  pace?: Partial<WatchPace> | undefined;
}

const day = 24 * 3_600_000;
/** The day of the month for an inventory: the directory's clean-up is the day before (reference/directory-changes.md 1.5). */
const inventoryDay = 3;
/** Says how to look when everything that others know is here; null: not at all. */
type Want = () => { isInventory: boolean } | null;

/** Watches what the directory does on its own: looks once a day, and reads everything once a month, for each account. */
export function createWatch(parts: WatchParts) {
  const { ledger, findings, store, clock, log, publish, scope, transaction } = parts;
  const pace = { ...defaultWatchPace, ...parts.pace };
  const now = () => isoNow({ clock });
  const changed = (accountId: string) => publish('watch.changed', { accountId });
  const running = new Map<string, { isInventory: boolean; done: number; total: number; present: number }>();
  const runs = createRuns<string>(scope, 'watch', (accountId) => {
    running.delete(accountId);
    changed(accountId);
  });
  const withoutKey = new Set<string>();
  /** Accounts at which another computer of the office looked when this one wanted to. */
  const elsewhere = new Set<string>();

  function dueAt(accountId: string): number {
    const { lookedAt, unfinished } = store.progress(accountId);
    return dueAgain(unfinished === null ? lookedAt : null, day, clock.now());
  }

  /** After the third of each month, and at first, everything is read. */
  function wantsInventory(accountId: string): boolean {
    const { inventoryAt, unfinished, knownUntil } = store.progress(accountId);
    if (inventoryAt === null || unfinished !== null || knownUntil === null) return true;
    const here = new Date(clock.now());
    const third = Date.UTC(here.getUTCFullYear(), here.getUTCMonth(), inventoryDay);
    const at = Date.parse(inventoryAt);
    // The clock was ahead.
    if (at > here.getTime()) return true;
    return here.getTime() >= third && at < third;
  }

  function state(accountId: string): WatchState {
    const progress = store.progress(accountId);
    const run = running.get(accountId);
    return {
      accountId,
      state: run ? (run.isInventory ? 'inventory' : 'looking') : restingState(accountId),
      progress: run ? { done: run.done, total: run.total } : null,
      lookedAt: progress.lookedAt ?? '',
      inventoryAt: progress.inventoryAt ?? '',
      nextAt: instantAt(Math.max(dueAt(accountId), clock.now())) ?? '',
      requests: progress.requests,
      problem: progress.problem,
      // Windows ask four times a second while a look runs, and a large ledger takes long to count.
      present: run ? run.present : ledger.present(accountId),
      open: findings.open(accountId),
    };
  }

  function restingState(accountId: string): WatchState['state'] {
    if (withoutKey.has(accountId)) return 'noKey';
    if (elsewhere.has(accountId) && parts.sending.delegates(accountId)) return 'elsewhere';
    return parts.settings().watches ? 'idle' : 'off';
  }

  /** What a look, or a question of a person, works with; `noticed` counts what nobody knew of. */
  function lookParts(
    accountId: string,
    {
      signal,
      priority,
      noticed,
      sent = () => {},
    }: { signal: AbortSignal; priority: Priority; noticed: Noticed; sent?: () => void },
  ): LookParts {
    const isDue = createReportTimer(clock);
    const run = running.get(accountId);
    const sizeOf = (name: keyof typeof firstSizes) => store.progress(accountId)[name];
    const ask = createAskDirectory({
      client: parts.directory.client(accountId),
      priority,
      clock,
      signal,
      retryLimits: parts.retryLimits,
      sizes: {
        issns: () => sizeOf('issnsAtOnce'),
        ids: () => sizeOf('idsAtOnce'),
        tooMany: (what, size) =>
          store.setProgress(accountId, what === 'ids' ? { idsAtOnce: size } : { issnsAtOnce: size }),
      },
      sent,
    });
    return {
      accountId,
      ask,
      ledger,
      findings,
      store,
      progress: store.progress(accountId),
      transaction,
      clock,
      signal,
      now,
      confirmAfter: pace.confirmAfter,
      note: (finding, notice = finding.kind) => {
        if (findings.note(accountId, { ...finding, noticedAt: now() }))
          noticed.set(notice, (noticed.get(notice) ?? 0) + 1);
      },
      report: (done, total) => {
        if (run) Object.assign(run, { done, total });
        if (isDue()) changed(accountId);
      },
    };
  }

  async function lookOnce(
    accountId: string,
    { isInventory, unsettled }: { isInventory: boolean; unsettled: readonly number[] },
    signal: AbortSignal,
  ): Promise<void> {
    const noticed: Noticed = new Map();
    let requests = 0;
    if (isInventory) store.setProgress(accountId, firstSizes);
    const sent = () => void requests++;
    try {
      await look(lookParts(accountId, { signal, priority: 'background', noticed, sent }), {
        unsettled: ledger.articlesOf(unsettled),
        own: parts.ownJournals(accountId),
        isInventory,
        followApplications: () => parts.followApplications(accountId),
      });
      store.setProgress(accountId, { lookedAt: now(), requests, problem: null });
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof AppError) log.info('watch', { account: accountId, error });
      else log.error('watch', { account: accountId, error });
      store.setProgress(accountId, { requests, problem: problemText(error) });
    } finally {
      if (noticed.size > 0) publish('watch.noticed', { accountId, message: noticedText(noticed) });
    }
  }

  /** Waits for the right to look; returns false if another computer of the office has it. */
  function mayLook(accountId: string, signal: AbortSignal): Promise<boolean> {
    const { check: every, patience } = pace.office;
    return waitUntil(() => parts.sending.obstacle(accountId) === null, clock, { every, patience, signal });
  }

  /** Calls `work`, and keeps the right to look meanwhile; returns false, after an abort, if that is lost. */
  async function withRight(
    accountId: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    const lost = new AbortController();
    const over = new AbortController();
    const keeping = (async () => {
      const keeps = AbortSignal.any([signal, over.signal]);
      while (!keeps.aborted) {
        await clock.sleep(pace.office.check, keeps);
        if (!(await mayLook(accountId, keeps))) return lost.abort();
      }
    })().catch((error: unknown) => {
      if (!over.signal.aborted && !signal.aborted) throw error;
    });
    try {
      await work(AbortSignal.any([signal, lost.signal]));
      return true;
    } catch (error) {
      if (lost.signal.aborted && !signal.aborted) return false;
      throw error;
    } finally {
      over.abort();
      await keeping;
    }
  }

  /** Everybody in the office knows the same then, and the drafts are those that others may have sent; not for ever, since the office may not take what is sent. */
  async function share(accountId: string, signal: AbortSignal): Promise<readonly number[]> {
    const given = new AbortController();
    const late = clock.sleep(pace.office.share, AbortSignal.any([signal, given.signal]));
    try {
      const unsettled = await Promise.race([parts.sending.shareWatch(accountId), late]);
      signal.throwIfAborted();
      return unsettled ?? [];
    } finally {
      given.abort();
      await late.catch(() => undefined);
    }
  }

  /** Looks with what others of the office found before, and leaves the right to do so when they have what was found. */
  async function lookInTurn(accountId: string, want: Want, signal: AbortSignal): Promise<void> {
    const lookAt = async (isInventory: boolean, either: AbortSignal, unsettled: readonly number[] = []) => {
      const run = running.get(accountId);
      if (run) run.isInventory = isInventory;
      await lookOnce(accountId, { isInventory, unsettled }, either);
    };
    if (!parts.sending.delegates(accountId)) {
      elsewhere.delete(accountId);
      const wanted = want();
      return wanted === null ? undefined : lookAt(wanted.isInventory, signal);
    }
    const isOurs =
      (await mayLook(accountId, signal)) &&
      (await withRight(accountId, signal, async (either) => {
        const unsettled = await share(accountId, either);
        const wanted = want();
        if (wanted === null) return;
        await lookAt(wanted.isInventory, either, unsettled);
        await share(accountId, either);
      }));
    if (isOurs) elsewhere.delete(accountId);
    else elsewhere.add(accountId);
  }

  /** Starts a look unless one is running. */
  async function begin(accountId: string, want: Want): Promise<void> {
    if (runs.has(accountId) || want() === null) return;
    if ((await parts.key(accountId)) === null) {
      if (!withoutKey.has(accountId)) {
        withoutKey.add(accountId);
        changed(accountId);
      }
      return;
    }
    withoutKey.delete(accountId);
    const wanted = want();
    if (runs.has(accountId) || wanted === null) return;
    const present = ledger.present(accountId);
    running.set(accountId, { ...wanted, done: 0, total: present, present });
    changed(accountId);
    runs.start(accountId, (signal) => lookInTurn(accountId, want, signal));
  }

  /** What is due; somebody else in the office may have looked. */
  function due(accountId: string): ReturnType<Want> {
    return dueAt(accountId) <= clock.now() ? { isInventory: wantsInventory(accountId) } : null;
  }

  async function follow(signal: AbortSignal): Promise<void> {
    await clock.sleep(pace.first, signal);
    for (;;) {
      for (const { id } of parts.accounts())
        if (parts.settings().watches && !isHeldBack(id))
          try {
            await begin(id, () => due(id));
          } catch (error) {
            // It may be removed while its key is asked for.
            if (!(error instanceof AppError)) throw error;
            log.info('watch', { account: id, error });
          }
      await clock.sleep(pace.tick, signal);
    }
  }

  /** The directory is closed: the look is made when it is open again. */
  const isHeldBack = (accountId: string) => parts.directory.closure(accountId) !== null;

  return {
    /** Looks at each account once a day from now on. */
    start: () => void scope.run('watch', follow),
    state,
    /** Looks now, although it may not be due. */
    async now(accountId: string, { isInventory }: { isInventory: boolean }): Promise<WatchState> {
      parts.account(accountId);
      await begin(accountId, () => ({
        isInventory: isInventory || store.progress(accountId).knownUntil === null,
      }));
      return state(accountId);
    },
    /** The articles of these that search shows now, for a person who waits. */
    readThere(accountId: string, remoteIds: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
      return scope.call((signal) =>
        lookParts(accountId, { signal, priority: 'interactive', noticed: new Map() }).ask.byIds(remoteIds),
      );
    },
    /** Looks for the lines of the directory's weekly mail; notes what is gone. */
    matchMail(accountId: string, mail: string) {
      return scope.call(async (signal) => {
        const looking = lookParts(accountId, { signal, priority: 'interactive', noticed: new Map() });
        const notes = createArticleNotes(looking, countedJournals(store.journals(accountId)));
        try {
          return await matchMail(mail, { accountId, ledger, ask: looking.ask, noteMissing: notes.missing });
        } finally {
          changed(accountId);
        }
      });
    },
    /** The account may have its key now. */
    accountReady(accountId: string): void {
      if (withoutKey.delete(accountId)) changed(accountId);
    },
    async stop(accountId: string): Promise<WatchState> {
      await runs.stop(accountId);
      return state(accountId);
    },
  };
}

function problemText(error: unknown): Message {
  if (error instanceof AppError) return error.full;
  return sentences([msg('shell.bug.message'), msg('shell.bug.fix')]);
}

/** What was noticed, the most important first. */
function noticedText(noticed: Noticed): Message {
  const texts: Record<Notice, (count: number) => Message> = {
    former: (count) => msg('watch.noticed.former', { count }),
    withdrawn: (count) => msg('watch.noticed.withdrawn', { count }),
    transferred: (count) => msg('watch.noticed.transferred', { count }),
    deleted: (count) => msg('watch.noticed.deleted', { count }),
    changed: (count) => msg('watch.noticed.changed', { count }),
    journal: (count) => msg('watch.noticed.journal', { count }),
    link: (count) => msg('watch.noticed.link', { count }),
  };
  const kinds = Object.keys(texts) as Notice[];
  return sentences(kinds.flatMap((kind) => (noticed.has(kind) ? [texts[kind](noticed.get(kind)!)] : [])));
}

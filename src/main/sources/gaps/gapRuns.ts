import type { Publish } from '../../../shared/contract/contract.ts';
import type { GapResult, GapRun, GapSending, GapSource } from '../../../shared/gaps/gaps.ts';
import type { JournalCard } from '../../../shared/journal/journal.ts';
import type { Settings } from '../../../shared/settings.ts';
import { parseIssn } from '../../../shared/text/identifiers.ts';
import { type Clock, isDueAgain, isoNow } from '../../platform/clock.ts';
import { fail } from '../../platform/failures.ts';
import type { Log } from '../../platform/log.ts';
import { createReportTimer, createRuns } from '../../platform/runs.ts';
import type { Scope } from '../../platform/scope.ts';
import type { GapStore, GapTimes } from '../../store/watch/gapStore.ts';
import { type FindGapsParts, findGaps, problemOf } from './findGaps.ts';

export interface GapRunsParts extends Omit<FindGapsParts, 'accountId' | 'signal'> {
  store: GapStore;
  accounts: () => readonly { id: string }[];
  /** The account's own journals that the directory has. */
  journals: (accountId: string) => readonly JournalCard[];
  /** Learns what the directory has, on which everything depends. Throws AppError. */
  refresh: (accountId: string, signal: AbortSignal) => Promise<void>;
  /** Somebody still has to review this import. */
  isOpenImport: (id: number) => boolean;
  settings: () => Pick<Settings, 'sources' | 'looksForMissing'>;
  publish: Publish;
  log: Pick<Log, 'error'>;
  scope: Scope;
  clock: Clock;
  /** Overrides for tests. */
  pace?: Partial<typeof defaultPace> | undefined;
}

/** Sends what a scheduled search found. */
export interface GapSender {
  /** How it would be sent; null: what is found is only offered. */
  begin(accountId: string, at: string): GapSending | null;
  /** Imports and sends what the run found; `keep` stores how far that is. Rejects with the signal's reason. */
  send(
    run: GapRun,
    options: { signal: AbortSignal; keep: (sending: GapSending) => void },
  ): Promise<GapSending>;
  /**
   * Follows to its end what a run was sending when the program ended; `stopped`: it had queued nothing. Rejects with the
   * signal's reason.
   */
  recover(run: InterruptedRun, options: { signal: AbortSignal }): Promise<GapSending>;
  /** A run has ended, which the user has to learn. */
  ended(run: GapRun): void;
}

type InterruptedRun = GapRun & { sending: GapSending };

/** Why a run stops that a person stops. */
export const stoppedByPerson = new Error('A person stopped the search.');

export interface GapOrder {
  /** null: all journals. */
  issn: string | null;
  /** null: Crossref for the journals that no repository has. */
  source: GapSource | null;
}

const everything: GapOrder = { issn: null, source: null };

const day = 24 * 3_600_000;
/** Days between two searches. */
export const everyDays = { never: Number.POSITIVE_INFINITY, weekly: 7, monthly: 30 };
/** Days until a search that failed or was interrupted is made again. */
const daysToTryAgain = 1;
/** Milliseconds from the start to the first check whether a search is due, and between two. */
const defaultPace = { first: 5 * 60_000, tick: 3_600_000 };

/** Searches for articles that are published and missing at the directory, in the background, one for each account. */
export function createGapRuns(parts: GapRunsParts) {
  const { store, clock, publish, scope } = parts;
  const pace = { ...defaultPace, ...parts.pace };
  const runs = createRuns<string>(scope, 'gaps');
  const running = new Map<string, GapRun>();

  /** A run that was going on when the program ended is a stopped one. */
  function get(accountId: string): GapRun | null {
    const now = running.get(accountId);
    if (now) return now;
    const last = store.get(accountId);
    return last?.state === 'running' ? { ...last, state: 'stopped', reading: '' } : last;
  }

  function wanted(accountId: string, issn: string | null): readonly JournalCard[] {
    const own = parts.journals(accountId);
    const known = issn === null ? null : (parseIssn(issn) ?? issn);
    const found = known === null ? own : own.filter(({ pissn, eissn }) => [pissn, eissn].includes(known));
    if (found.length === 0) throw fail(issn === null ? 'gaps.noJournals' : 'gaps.noJournal', { issn });
    return found;
  }

  async function work(
    accountId: string,
    { order, sender }: { order: GapOrder; sender: GapSender | null },
    signal: AbortSignal,
  ): Promise<void> {
    const isDue = createReportTimer(clock);
    const report = (change: Partial<GapRun>, isAlways = true) => {
      running.set(accountId, { ...running.get(accountId)!, ...change });
      if (isAlways || isDue()) publish('harvest.gapsChanged', running.get(accountId)!);
    };
    const results: GapResult[] = [];
    const importIds: number[] = [];
    let end: Partial<GapRun> = { state: 'done' };
    try {
      await parts.refresh(accountId, signal);
      await findGaps(
        { ...parts, accountId, signal },
        {
          journals: wanted(accountId, order.issn),
          isAll: order.issn === null,
          source: order.source,
          reading: (reading, done, total) => report({ reading, done, total }, false),
          result: (result) => {
            results.push(result);
            report({ results: [...results] }, false);
          },
          imported: (id) => importIds.push(id),
          repeated: (repeated) => report({ repeated }, false),
        },
      );
      if (!signal.aborted && sender && running.get(accountId)!.sending) {
        const keep = (sending: GapSending) => {
          report({ sending, results, importIds, reading: '' });
          store.put(running.get(accountId)!);
        };
        keep(running.get(accountId)!.sending!);
        end.sending = await sender.send(running.get(accountId)!, { signal, keep });
      }
      if (signal.aborted) end.state = 'stopped';
    } catch (error) {
      end = endOf(error, signal);
    }
    const run = finish(accountId, { ...end, results, importIds }, isEverything(order) ? signal : null);
    if (!scope.signal.aborted) sender?.ended(run);
  }

  function endOf(error: unknown, signal: AbortSignal): Partial<GapRun> {
    if (signal.aborted) return { state: 'stopped' };
    return { state: 'failed', problem: problemOf(error, (bug) => parts.log.error('gaps', { error: bug })) };
  }

  /**
   * What the program's end interrupts is resumed at the next start; what a person stops, and what failed, stays as it is.
   * `whole`: the signal of a search of everything; null: it was of less, so that the schedule stays as it is.
   */
  function finish(accountId: string, end: Partial<GapRun>, whole: AbortSignal | null): GapRun {
    const run: GapRun = { ...running.get(accountId)!, ...end, reading: '' };
    if (run.sending && !end.sending && !scope.signal.aborted)
      run.sending = { ...run.sending, step: 'stopped' };
    running.delete(accountId);
    store.put(run, whole === null ? undefined : timesOf(run, whole));
    publish('harvest.gapsChanged', run);
    return run;
  }

  /** Returns true if the run, which the program's end interrupted, sent nothing and has to be made again. */
  async function resume(run: InterruptedRun, sender: GapSender, signal: AbortSignal): Promise<boolean> {
    let end: Partial<GapRun>;
    try {
      const sending = await sender.recover(run, { signal });
      end = { sending, state: sending.step === 'done' ? 'done' : 'stopped' };
    } catch (error) {
      end = endOf(error, signal);
    }
    const { sending } = finish(run.accountId, end, signal);
    if (signal.aborted || !sending) return false;
    if (sending.step === 'done') sender.ended({ ...run, ...end });
    return end.sending?.step === 'stopped';
  }

  function start(accountId: string, order: GapOrder, sender: GapSender | null = null): GapRun {
    const before = running.get(accountId);
    if (before) return before;
    wanted(accountId, order.issn);
    const run = begin(accountId, sender);
    runs.start(accountId, (signal) => work(accountId, { order, sender }, signal));
    return run;
  }

  function begin(accountId: string, sender: GapSender | null): GapRun {
    const at = isoNow({ clock });
    const run: GapRun = {
      ...{ accountId, state: 'running', at, reading: '', done: 0, total: null },
      ...{ results: [], importIds: [], repeated: [], problem: null },
      sending: sender?.begin(accountId, at) ?? null,
    };
    running.set(accountId, run);
    publish('harvest.gapsChanged', run);
    return run;
  }

  function isDue(accountId: string): boolean {
    const last = get(accountId);
    if (last?.importIds.some(parts.isOpenImport)) return false;
    const days = everyDays[parts.settings().looksForMissing];
    const { triedAt, madeAt } = store.times(accountId);
    const haveDaysPassed = (at: string | null, count: number) => isDueAgain(at, count * day, clock.now());
    return haveDaysPassed(madeAt, days) && haveDaysPassed(triedAt, Math.min(days, daysToTryAgain));
  }

  /** The account's last run, if the program's end interrupted it while it sent. */
  function interrupted(accountId: string): InterruptedRun | null {
    const last = running.has(accountId) ? null : store.get(accountId);
    if (!last?.sending || last.sending.step === 'done' || last.sending.step === 'stopped') return null;
    return { ...last, sending: last.sending };
  }

  function goOn(run: InterruptedRun, sender: GapSender): void {
    const { accountId } = run;
    running.set(accountId, { ...run, state: 'running', reading: '' });
    publish('harvest.gapsChanged', running.get(accountId)!);
    runs.start(accountId, async (signal) => {
      if (!(await resume(run, sender, signal)) || !mayLook(accountId)) return;
      begin(accountId, sender);
      await work(accountId, { order: everything, sender }, signal);
    });
  }

  function mayLook(accountId: string): boolean {
    const { sources, looksForMissing } = parts.settings();
    return sources.isOn && looksForMissing !== 'never' && parts.journals(accountId).length > 0;
  }

  async function follow(sender: GapSender, signal: AbortSignal): Promise<void> {
    await clock.sleep(pace.first, signal);
    for (;;) {
      for (const { id } of parts.accounts()) {
        const run = interrupted(id);
        if (run) goOn(run, sender);
        else if (mayLook(id) && isDue(id)) start(id, everything, sender);
      }
      await clock.sleep(pace.tick, signal);
    }
  }

  return {
    /** Searches from now on as often as the settings say, unless what was found still has to be reviewed. */
    follow: (sender: GapSender) => void scope.run('gaps', (signal) => follow(sender, signal)),
    /** Throws AppError if the account has no such journal. */
    start: (accountId: string, order: GapOrder) => start(accountId, order),
    get,
    async stop(accountId: string): Promise<GapRun | null> {
      await runs.stop(accountId, stoppedByPerson);
      return get(accountId);
    },
  };
}

function isEverything({ issn, source }: GapOrder): boolean {
  return issn === null && source === null;
}

/**
 * A search that failed, or that the program's end interrupted, has to be made again; one that a person stopped has not, before
 * the next one is due.
 */
function timesOf({ at, state, results }: GapRun, signal: AbortSignal): GapTimes {
  // No server answered: that nothing was found says nothing.
  const isVain = results.length > 0 && results.every(({ problem, found }) => problem !== null && found === 0);
  const isMade = state === 'done' ? !isVain : state === 'stopped' && signal.reason === stoppedByPerson;
  return { triedAt: at, madeAt: isMade ? at : null };
}

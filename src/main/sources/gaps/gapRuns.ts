import type { Publish } from '../../../shared/contract/contract.ts';
import type { GapResult, GapRun, GapSending, GapSource } from '../../../shared/gaps/gaps.ts';
import type { JournalCard } from '../../../shared/journal/journal.ts';
import type { Settings } from '../../../shared/settings.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import { fail } from '../../platform/failures.ts';
import type { Log } from '../../platform/log.ts';
import { createReportTimer, createRuns } from '../../platform/runs.ts';
import type { Scope } from '../../platform/scope.ts';
import type { GapStore } from '../../store/watch/gapStore.ts';
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
  /** How a run ended that was interrupted when the program ended. */
  recover(run: GapRun): Promise<GapSending | null>;
  /** A run has ended, which the user has to learn. */
  ended(run: GapRun): void;
}

/** Why a run stops that a person stops. */
export const stoppedByPerson = new Error('A person stopped the search.');

export interface GapOrder {
  /** null: all journals. */
  issn: string | null;
  /** null: Crossref for the journals that no repository has. */
  source: GapSource | null;
}

const day = 24 * 3_600_000;
const everyDays = { never: Number.POSITIVE_INFINITY, weekly: 7, monthly: 30 };
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
    const found =
      issn === null ? own : own.filter(({ pissn, eissn }) => [pissn, eissn].includes(issn.toUpperCase()));
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
      if (signal.aborted) end = { state: 'stopped' };
      else if (sender && running.get(accountId)!.sending) {
        const keep = (sending: GapSending) => {
          report({ sending, results, importIds, reading: '' });
          store.put(running.get(accountId)!);
        };
        keep(running.get(accountId)!.sending!);
        end.sending = await sender.send(running.get(accountId)!, { signal, keep });
      }
    } catch (error) {
      end = signal.aborted
        ? { state: 'stopped' }
        : { state: 'failed', problem: problemOf(error, (bug) => parts.log.error('gaps', { error: bug })) };
    }
    // What the program's end interrupts is recovered at the next start; what a person stops, and what failed, stays as it is.
    const { sending } = running.get(accountId)!;
    if (sending && !end.sending && !scope.signal.aborted) end.sending = { ...sending, step: 'stopped' };
    report({ ...end, reading: '', results, importIds });
    const run = running.get(accountId)!;
    running.delete(accountId);
    store.put(run);
    publish('harvest.gapsChanged', run);
    if (!scope.signal.aborted) sender?.ended(run);
  }

  function start(accountId: string, order: GapOrder, sender: GapSender | null = null): GapRun {
    const before = running.get(accountId);
    if (before) return before;
    wanted(accountId, order.issn);
    const at = isoNow({ clock });
    const run: GapRun = {
      ...{ accountId, state: 'running', at, reading: '', done: 0, total: null },
      ...{ results: [], importIds: [], repeated: [], problem: null },
      sending: sender?.begin(accountId, at) ?? null,
    };
    running.set(accountId, run);
    publish('harvest.gapsChanged', run);
    runs.start(accountId, (signal) => work(accountId, { order, sender }, signal));
    return run;
  }

  function isDue(accountId: string): boolean {
    const last = get(accountId);
    if (last?.importIds.some(parts.isOpenImport)) return false;
    const at = last ? Date.parse(last.at) : 0;
    const here = clock.now();
    // A clock that was set back must not put the search off for ever.
    return at > here || at + everyDays[parts.settings().looksForMissing] * day <= here;
  }

  /** Says of a run that was interrupted while it sent what became of that; returns true if it has to be made again. */
  async function recovered(accountId: string, sender: GapSender): Promise<boolean> {
    const last = running.has(accountId) ? null : store.get(accountId);
    if (!last?.sending || last.sending.step === 'done' || last.sending.step === 'stopped') return false;
    const sending = await sender.recover(last);
    const run: GapRun = {
      ...last,
      state: sending?.step === 'done' ? 'done' : 'stopped',
      reading: '',
      sending,
    };
    store.put(run);
    publish('harvest.gapsChanged', run);
    if (sending?.step === 'done') sender.ended(run);
    return sending?.step === 'stopped';
  }

  async function follow(sender: GapSender, signal: AbortSignal): Promise<void> {
    await clock.sleep(pace.first, signal);
    for (;;) {
      for (const { id } of parts.accounts()) {
        const isAgain = await recovered(id, sender);
        const { sources, looksForMissing } = parts.settings();
        if (!sources.isOn || looksForMissing === 'never' || parts.journals(id).length === 0) continue;
        if (isAgain || isDue(id)) start(id, { issn: null, source: null }, sender);
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

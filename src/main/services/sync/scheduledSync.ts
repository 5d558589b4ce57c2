import type { Handlers, Publish } from '../../../shared/contract/contract.ts';
import type { Draft } from '../../../shared/draft/draft.ts';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import type { GapRun, GapSending } from '../../../shared/gaps/gaps.ts';
import type { JournalCard } from '../../../shared/journal/journal.ts';
import { asList, asObject } from '../../../shared/json.ts';
import { type Message, msg } from '../../../shared/message.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { type Clock, isDueAgain, waitUntil } from '../../platform/clock.ts';
import { everyDays, type GapSender, stoppedByPerson } from '../../sources/gaps/gapRuns.ts';
import { isOver } from '../../store/imports/importStore.ts';
import { planFound, type SyncCalls, type SyncParts, type SyncReport, takeFound } from './syncFound.ts';

export interface ScheduledSyncParts {
  calls: SyncCalls &
    Pick<Handlers, 'imports.cancel' | 'uploads.get' | 'uploads.list' | 'uploads.pause' | 'uploads.start'>;
  settings: () => Pick<Settings, 'sources' | 'looksForMissing' | 'sendsFound'>;
  account: (accountId: string) => { name: string };
  journals: (accountId: string) => readonly JournalCard[];
  /** Why this computer may not send for the account now; null: it may. Also asks for the right. */
  obstacle: (accountId: string) => unknown;
  /** When a schedule last sent something for the account, on any computer of its office; null: never, or it has none. */
  sentAt: (accountId: string) => Promise<string | null>;
  /** Tells the others of the office that a schedule sends now. */
  noteSending: (accountId: string) => Promise<void>;
  clock: Clock;
  publish: Publish;
  /** Milliseconds to wait for the right to send; by default a minute, since the next search is days away. */
  patience?: number | undefined;
}

/** Doubtful articles, and problems, that a report names. */
const maxNamed = { doubtful: 200, problems: 50 };
const day = 24 * 3_600_000;
/** Milliseconds between two looks how far an import or an upload is. */
const lookEvery = 500;

/** Takes in what a scheduled search found, and sends what is ready: as `colophon sync --send` does, without a person. */
export function createScheduledSync(parts: ScheduledSyncParts): GapSender {
  const { calls, clock } = parts;

  /** The journals of the account that the user confirmed; none if nothing may be sent unattended. */
  function confirmed(accountId: string): readonly JournalCard[] {
    const { sources, looksForMissing, sendsFound } = parts.settings();
    if (sendsFound === null || looksForMissing === 'never' || !sources.isOn) return [];
    const ids = sendsFound.journals.flatMap((one) => (one.accountId === accountId ? one.journalId : []));
    return parts.journals(accountId).filter(({ id }) => ids.includes(id));
  }

  /** Searches begin earlier than they send, so that a day less must have passed. */
  function isDueToSend(sentAt: string | null): boolean {
    const days = everyDays[parts.settings().looksForMissing] - 1;
    return isDueAgain(sentAt, days * day, clock.now());
  }

  function hasRight(accountId: string, signal: AbortSignal): Promise<boolean> {
    const patience = parts.patience ?? 60_000;
    const isFree = () => parts.obstacle(accountId) === null;
    return waitUntil(isFree, clock, { every: lookEvery, patience, signal });
  }

  function partsFor(signal: AbortSignal): SyncParts {
    return {
      calls,
      async settled(id, states) {
        for (;;) {
          const status: ImportStatus = await calls['imports.get']({ id });
          if (states.includes(status.state)) return status;
          await clock.sleep(lookEvery, signal);
        }
      },
      async within(work) {
        const result = await work;
        signal.throwIfAborted();
        return result;
      },
    };
  }

  /**
   * What became of an upload that has ended, or needs a person. Pauses it if sending is switched off or stopped by a person
   * meanwhile.
   */
  async function outcomeOf(
    accountId: string,
    id: number,
    signal: AbortSignal,
  ): Promise<Pick<GapSending, 'step' | 'uploadId' | 'sent' | 'refused'>> {
    const { counts } = await followUpload(accountId, id, signal);
    return {
      ...{ step: signal.aborted ? 'stopped' : 'done', uploadId: id },
      sent: counts.created + counts.overwrote + counts.stored,
      refused: counts.refused + counts.failed,
    };
  }

  async function followUpload(accountId: string, id: number, signal: AbortSignal): Promise<Upload> {
    const pause = () => calls['uploads.pause']({ id });
    try {
      for (;;) {
        const upload = await calls['uploads.get']({ id });
        const waits = upload.state === 'paused' && upload.pausedBy === 'offline';
        if (upload.state !== 'running' && !waits) return upload;
        if (confirmed(accountId).length === 0) return await pause();
        await clock.sleep(lookEvery, signal);
      }
    } catch (error) {
      if (signal.aborted && signal.reason === stoppedByPerson) return await pause();
      throw error;
    }
  }

  async function send(
    run: GapRun,
    begun: GapSending,
    { signal, keep }: Parameters<GapSender['send']>[1],
  ): Promise<GapSending> {
    const { accountId } = run;
    const report: SyncReport = { imported: 0, ready: 0, doubtful: [], problems: [] };
    let sending = begun;
    const told = (change: Partial<GapSending>): GapSending => {
      const { doubtful, problems, imported, ready } = report;
      sending = {
        ...sending,
        ...{ imported, ready, doubtfulCount: doubtful.length },
        doubtful: doubtful.slice(0, maxNamed.doubtful),
        problems: problems.slice(0, maxNamed.problems),
        ...change,
      };
      return sending;
    };
    const stopped = () => told({ step: 'stopped' });
    const mayGoOn = async (): Promise<boolean> => {
      if (!(await hasRight(accountId, signal))) return false;
      // The limit is for the whole office, and somebody else may have had the right meanwhile.
      const sentAt = await orAborted(parts.sentAt(accountId), signal);
      const isDue = isDueToSend(sentAt);
      if (!isDue) report.problems.push(msg('sync.elsewhere', { at: sentAt }));
      return isDue && confirmed(accountId).length > 0;
    };
    if (!(await mayGoOn())) return stopped();
    const found = partsFor(signal);
    const ready = await takeFound(run, report, found, (draft) => doubtAboutJournal(draft, accountId));
    keep(told({}));
    if (!(await mayGoOn())) return stopped();
    const limit = Math.min(begun.limit, parts.settings().sendsFound?.limit ?? 0);
    const plan = await planFound(accountId, ready.slice(0, limit), report, found);
    if (plan === null) return told({ step: 'done' });
    if (!(await mayGoOn())) return stopped();
    // Stored before anything is queued: after a crash the upload is found by this name, and nothing is queued twice.
    keep(told({ step: 'sending' }));
    signal.throwIfAborted();
    const { id } = await calls['uploads.start']({ plan, name: sending.name });
    keep(told({ uploadId: id }));
    await orAborted(parts.noteSending(accountId), signal);
    return told(await outcomeOf(accountId, id, signal));
  }

  function doubtAboutJournal({ record }: Draft, accountId: string): Message | null {
    const ids = asList(asObject(record.bibjson).identifier).map((entry) => asObject(entry).id);
    const isOf = ({ pissn, eissn }: JournalCard) =>
      [pissn, eissn].some((issn) => issn !== null && ids.includes(issn));
    return confirmed(accountId).some(isOf) ? null : msg('sync.notConfirmed');
  }

  return {
    begin(accountId, at) {
      const { sendsFound } = parts.settings();
      if (sendsFound === null || confirmed(accountId).length === 0) return null;
      return {
        ...{ step: 'importing', limit: sendsFound.limit, uploadId: null },
        name: `${parts.account(accountId).name} · ${at.slice(0, 19).replace('T', ' ')}`,
        ...{ imported: 0, ready: 0, sent: 0, refused: 0, doubtfulCount: 0, doubtful: [], problems: [] },
      };
    },
    send: (run, options) => send(run, run.sending!, options),
    async recover({ accountId, importIds, sending }, { signal }) {
      if (sending.step === 'sending') {
        const uploads = await calls['uploads.list']({ accountId });
        const upload = uploads.find(({ name }) => name === sending.name);
        if (upload) await orAborted(parts.noteSending(accountId), signal);
        if (upload) return { ...sending, ...(await outcomeOf(accountId, upload.id, signal)) };
      }
      // Nothing was queued, and what was found is looked for again.
      for (const id of importIds)
        if (!isOver((await calls['imports.get']({ id })).state)) await calls['imports.cancel']({ id });
      return { ...sending, step: 'stopped' };
    },
    ended({ accountId, sending }) {
      if (sending === null || sending.step === 'importing') return;
      const { sent, doubtfulCount, refused } = sending;
      const message = msg('sync.ended', { count: sent, doubtful: doubtfulCount, refused });
      parts.publish('watch.noticed', { accountId, message });
    },
  };
}

/** The office may not answer for long. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  promise.catch(() => undefined);
  return Promise.race([work, promise]);
}

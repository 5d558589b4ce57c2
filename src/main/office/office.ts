import { randomUUID } from 'node:crypto';
import type { Publish } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import type {
  AccountPreview,
  ConflictSide,
  OfficeConflict,
  OfficeStatus,
  RecordRef,
} from '../../shared/office/office.ts';
import { parseOfficeAddress } from '../../shared/office/officeAddress.ts';
import { type Clock, isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import type { Confirmed } from '../platform/plans.ts';
import type { Scope } from '../platform/scope.ts';
import type { ConfirmedOrigins } from '../platform/secrets/confirmedOrigins.ts';
import type { KeptSecrets } from '../platform/secrets/keptSecrets.ts';
import type { Db } from '../store/database.ts';
import { createOfficeStore } from '../store/office/officeStore.ts';
import { createSharedWatchStore } from '../store/watch/sharedWatchStore.ts';
import { writeSignalOf } from '../store/write.ts';
import { createOfficeLogin, type OfficeLogin } from './officeLogin.ts';
import type { LoopReport } from './officeLoop.ts';
import type { OfficeAnswers, OfficeOrder } from './officeOrders.ts';
import { createOfficeThread, type OfficeThread } from './officeThread.ts';
import { nobody } from './presence.ts';
import type { ReceivedRow } from './rows/receive.ts';
import { settleConflict } from './rows/settleConflict.ts';
import { createOfficeQueue, type QueueSender } from './sending/officeQueue.ts';
import { createOfficeSending } from './sending/officeSending.ts';

/** Drafts named in one event; of more, the window reads everything again. */
const maxIds = 500;
const maxConflicts = 200;
/** Milliseconds after which a silent window counts as closed. */
const shownFor = 150_000;
/** Milliseconds until the thread is restarted after one of our own errors ended it. */
const restartAfter = 10_000;

/** What a person is asked to confirm. */
export interface JoinPlan {
  login: OfficeLogin;
  accounts: AccountPreview[];
}

/** The same for leaving. */
export interface LeavePlan {
  address: string;
  /** Changes that the office does not have, and the number of the latest of them. */
  waiting: number;
  lastWaiting: number;
  /** What is queued to be sent or deleted. */
  queued: ReadonlySet<string>;
}

const unconnected: LoopReport = { state: 'connecting', problem: null, ...nobody };

export type Office = ReturnType<typeof createOffice>;

/** The office of a data folder: nothing runs, and its thread is not loaded, until the folder belongs to one. */
export function createOffice(parts: {
  /** The thread's file. */
  worker: URL;
  db: Db;
  secrets: KeptSecrets;
  confirmed: ConfirmedOrigins;
  version: string;
  clock: Clock;
  log: Log;
  publish: Publish;
  /** Owns the restart of the thread. */
  scope: Scope;
  /** The key of an account, to tell whether this computer has it. */
  key: (accountId: string) => Promise<unknown>;
  /** The password for unattended runs (`COLOPHON_OFFICE_PASSWORD`). */
  environmentPassword: string | undefined;
}) {
  const { db, clock, log, publish } = parts;
  const store = createOfficeStore(db);
  const watched = createSharedWatchStore(db);
  const thread = createOfficeThread(
    parts.worker,
    { file: db.name, signal: writeSignalOf(db), session: randomUUID(), version: parts.version },
    (news) => {
      switch (news.type) {
        case 'leases':
          return sending.setLeases(news.leases);
        case 'offered':
          if (mayAdopt) sending.offer(news.accountId);
          return;
        case 'deletions': {
          const { accountId } = news;
          publish('deletions.changed', { accountId });
          publish('drafts.changed', { accountId, ids: null });
          if (mayAdopt) sender?.deletions.wake(accountId);
          return;
        }
        case 'watch':
          publish('watch.changed', { accountId: news.accountId });
          return;
        case 'queued':
          parts.scope.run('office.queue', async () => {
            if (sender)
              await queue.take(sender, news.queued, { mayAdopt: () => mayAdopt && joined() !== null });
          });
          return;
        case 'report':
          setReport(news.report);
          // Not after every round: a window that shows a record would ask about its fields again, and the answer takes
          // another round.
          if (JSON.stringify(status()) !== published) publishStatus();
          return;
        case 'received':
          tellReceived(news.received);
          return publishStatus();
        case 'sent':
          return publishStatus();
      }
    },
    (details) => {
      if (following !== 'yes') return;
      following = 'no';
      const message = msg('office.error.broke');
      setReport({ state: 'failed', ...nobody, problem: { state: 'failed', message, details } });
      publishStatus();
      parts.scope.run('office', async (signal) => {
        await clock.sleep(restartAfter, signal);
        await follow();
      });
    },
  );
  const login = createOfficeLogin(parts);
  let report = unconnected;
  let since = isoNow({ clock });
  /** The status that was published last, as JSON. */
  let published = '';
  /** The office that this data folder belongs to. */
  const joined = () => {
    const office = store.office();
    return office?.joined === 1 ? office : null;
  };
  /** The record that each window shows, and when it reported that. */
  const windows = new Map<string, { record: RecordRef; at: number }>();
  const shown = () => [...windows.values()].map(({ record }) => record);
  let following: 'starting' | 'yes' | 'no' = 'starting';
  let starting: Promise<void> = Promise.resolve();
  const rounds = new Set<() => void>();
  const queue = createOfficeQueue(db, store);
  let sender: QueueSender | null = null;
  /** This computer sends what colleagues queued. */
  let mayAdopt = false;
  const sending = createOfficeSending({
    store,
    thread,
    isJoined: () => joined() !== null,
    following: () => following,
    key: parts.key,
    clock,
  });

  function setReport(next: LoopReport): void {
    if (next.state !== report.state) {
      since = isoNow({ clock });
      log.info('office.state', { state: next.state, details: next.problem?.details ?? '' });
    }
    report = next;
    for (const resolve of rounds) resolve();
    rounds.clear();
  }

  function publishStatus(): void {
    published = JSON.stringify(status());
    publish('office.changed', {});
  }

  function tellReceived(received: readonly ReceivedRow[]): void {
    // Sent before a window asks for the record.
    for (const { merged } of received) if (merged) publish('office.merged', merged);
    if (received.some(({ kind }) => kind === 'account')) publish('accounts.changed', {});
    for (const kind of ['article', 'application'] as const) {
      const rows = received.filter((row) => row.kind === kind);
      for (const accountId of new Set(rows.map((row) => row.accountId))) {
        const ids = rows.filter((row) => row.accountId === accountId).map(({ localId }) => Number(localId));
        const name = kind === 'article' ? 'drafts.changed' : 'applications.changed';
        publish(name, { accountId, ids: ids.length > maxIds ? null : ids });
        sending.received(accountId);
      }
    }
  }

  function status(): OfficeStatus {
    const office = joined();
    if (office === null) {
      const nothing = { address: null, waiting: 0, conflicts: 0, unreadable: 0, me: '', approvedOnly: [] };
      return { ...nothing, ...nobody, since, state: 'off', message: msg('office.state.off') };
    }
    const waiting = store.countWaiting();
    const { address } = office;
    const { people, senders, members, open, storing, mayManage } = report;
    const common = {
      ...{ since, address, waiting, people, senders, members, open, conflicts: store.countConflicts() },
      ...{ storing, mayManage, me: parseOfficeAddress(address).user },
      approvedOnly: store.approvedOnly(),
      unreadable: store.countUnreadable(),
    };
    if (report.state === 'current' && waiting > 0)
      return { ...common, state: 'sending', message: msg('office.state.sending', { count: waiting }) };
    const message = report.problem?.message ?? msg(`office.state.${report.state}`);
    return { ...common, state: report.state, message };
  }

  /** Keeps the data folder in sync with its office, if it belongs to one. */
  async function follow(): Promise<void> {
    const office = joined();
    if (office === null) return;
    try {
      const found = await login.find({ address: office.address, password: null }, false);
      following = 'yes';
      await thread.ask({ do: 'follow', ...found });
      thread.tell({ type: 'show', open: shown() });
    } catch (error) {
      following = 'no';
      if (!(error instanceof AppError)) throw error;
      setReport({
        state: 'password',
        ...nobody,
        problem: { state: 'password', message: error.full, details: '' },
      });
      publishStatus();
    }
  }

  /** For orders that make the thread stop following the office, if this data folder has one. */
  async function askThenFollow<O extends OfficeOrder>(order: O): Promise<OfficeAnswers[O['do']]> {
    try {
      return await thread.ask(order);
    } finally {
      await follow();
    }
  }

  /** The state after the next contact with the office, or after an attempt. */
  async function statusNow(): Promise<OfficeStatus> {
    await starting;
    if (following !== 'yes') return status();
    const round = Promise.withResolvers<void>();
    rounds.add(round.resolve);
    thread.tell({ type: 'wake' });
    await round.promise;
    return status();
  }

  return {
    sending,
    /** The queues of this data folder; `sends` false: what colleagues queue is left to others. */
    setSender(given: QueueSender, { sends }: { sends: boolean }): void {
      sender = given;
      mayAdopt = sends;
    },
    /** The limit of a directory for all computers of the office; null if the office has none of its accounts. */
    sharedLimit(accountIds: readonly string[]) {
      const shared = following === 'yes' ? accountIds.filter(store.sharesAccount) : [];
      return shared.length === 0 ? null : createOfficeLimit(thread, shared, log);
    },
    start(): Promise<void> {
      starting = follow();
      return starting;
    },
    /** Something was changed in this data folder, as an event with this name tells. */
    changed(name: string): void {
      if (following !== 'yes') return;
      if (store.hasWaiting() || (name === 'watch.changed' && watched.hasFindings()))
        thread.tell({ type: 'wake' });
    },
    status,
    statusNow,
    conflicts: (): OfficeConflict[] =>
      store.conflicts(maxConflicts).map(({ id, officeId, changedBy, changedAt, fields }) => {
        const base = store.base(officeId);
        const title = base && store.titleOf(base);
        return {
          ...{ id, changedBy, changedAt, fields, title: title ?? '' },
          row: base && title !== null ? { kind: base.kind, localId: base.localId } : null,
        };
      }),
    settle(id: string, keep: ConflictSide): void {
      try {
        const changed = settleConflict({ db, store, clock }, id, keep);
        if (changed) tellReceived([changed]);
      } finally {
        // A conflict that is not settled may have other values now.
        publishStatus();
      }
      if (following === 'yes') thread.tell({ type: 'wake' });
    },
    fieldChanges: async (record: RecordRef) =>
      following === 'yes' ? thread.ask({ do: 'fieldChanges', ...record }).catch(() => []) : [],
    /** The record that a window shows; null: none. */
    setOpen(window: string, record: RecordRef | null): void {
      windows.delete(window);
      if (record) windows.set(window, { record, at: clock.monotonic() });
      for (const [name, { at }] of windows) if (clock.monotonic() - at > shownFor) windows.delete(name);
      if (following === 'yes') thread.tell({ type: 'show', open: shown() });
    },
    /** Whether only approved articles of the account are sent from now on, for everyone in the office. */
    setApprovedOnly(accountId: string, isOn: boolean): void {
      store.setNeedsApproval(accountId, isOn);
      publishStatus();
      if (following === 'yes') thread.tell({ type: 'wake' });
    },
    /**
     * Cancels what is queued here for an account that is about to be removed, so that no colleague sends or deletes it; the
     * office is told if it can be reached.
     */
    async withdraw(accountId: string): Promise<void> {
      if (!sender || !sending.delegates(accountId)) return;
      await queue.cancelOf(sender, accountId);
      if (following === 'yes') await thread.ask({ do: 'withdraw' }).catch(() => undefined);
    },
    async create(given: OfficeLogin): Promise<void> {
      await askThenFollow({ do: 'create', ...(await login.find(given)) });
    },
    preview: async (given: OfficeLogin): Promise<AccountPreview[]> =>
      askThenFollow({ do: 'preview', ...(await login.find(given)) }),
    async join({ listed: { login: given, accounts } }: Confirmed<JoinPlan>): Promise<OfficeStatus> {
      const found = await login.find(given);
      const before = joined();
      try {
        await thread.ask({ do: 'join', listed: accounts, ...found });
      } catch (error) {
        // On a full disk, an attempt that failed cannot be undone: it is continued.
        if (before === null && joined() !== null) await login.keep(found);
        await follow();
        throw error;
      }
      await login.keep(found);
      await follow();
      return statusNow();
    },
    /** AppError `state` without an office. */
    leavePreview(): LeavePlan {
      const office = joined();
      if (office === null) throw new AppError('state', msg('office.state.off'));
      const { address } = office;
      const [waiting, lastWaiting, queued] = [store.countWaiting(), store.lastWaiting(), store.queued()];
      return { address, waiting, lastWaiting, queued: new Set(queued) };
    },
    /**
     * Keeps a copy of everything; nothing is sent or fetched from now on. What is queued is cancelled: without the lease,
     * it would be sent beside what the colleagues send. AppError `state` if something was changed or queued since the
     * preview, or it is another office.
     */
    async leave({ listed }: Confirmed<LeavePlan>): Promise<OfficeStatus> {
      const isNews =
        joined()?.address !== listed.address ||
        store.lastWaiting() > listed.lastWaiting ||
        store.queued().some((name) => !listed.queued.has(name));
      if (isNews) throw fail('office.error.leaveChanged');
      const mayAdoptAgain = mayAdopt;
      const wasFollowing = following === 'yes';
      mayAdopt = false;
      following = 'no';
      try {
        await queue.cancelAll(sender);
        // What was queued here leaves the office's queue, if that can be reached.
        if (wasFollowing) await thread.ask({ do: 'withdraw' }).catch(() => undefined);
        await thread.end();
        store.leave();
      } catch (error) {
        // Still in the office, because the disk is full, for example.
        await follow();
        throw error;
      } finally {
        mayAdopt = mayAdoptAgain;
      }
      report = unconnected;
      await login.forget();
      publishStatus();
      return status();
    },
    async stop(): Promise<void> {
      following = 'no';
      await thread.end();
    },
  };
}

/** The limit of the directory of these accounts, which the office knows and counts for all its computers. */
function createOfficeLimit(
  thread: Pick<OfficeThread, 'ask'>,
  accountIds: readonly string[],
  log: Pick<Log, 'warn'>,
) {
  return {
    take: (): Promise<number | null> => thread.ask({ do: 'take', accountIds }).catch(() => null),
    hold(ms: number): void {
      thread
        .ask({ do: 'hold', accountIds, ms })
        .catch((error: unknown) => log.warn('office.limit', { error }));
    },
  };
}

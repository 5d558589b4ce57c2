import { setTimeout as sleep } from 'node:timers/promises';
import { member } from '../../../shared/json.ts';
import { type Message, msg } from '../../../shared/message.ts';
import type { OfficeAddress } from '../../../shared/office/officeAddress.ts';
import { backoff } from '../../outbox/backoff.ts';
import type { AnnouncedRecords, Permission } from '../../outbox/bulkSending.ts';
import { systemClock } from '../../platform/clock.ts';
import { createTurns } from '../../platform/turns.ts';
import type { InFlightStore } from '../../store/office/inFlightStore.ts';
import type { OfficeStore } from '../../store/office/officeStore.ts';
import type { QueueStore } from '../../store/office/queueStore.ts';
import type { SharedDeletionStore } from '../../store/office/sharedDeletionStore.ts';
import { connect, type OfficeClient } from '../connect.ts';
import { officeProblem } from '../officeProblem.ts';
import { createPace } from '../pace.ts';
import { checkSchema, readSchema } from '../schema.ts';
import { waitFor } from '../waitFor.ts';
import { shareDeletions } from './shareDeletions.ts';
import {
  dequeueOwn,
  hasForeign,
  isStillQueued,
  type QueueNews,
  readQueue,
  updateQueue,
} from './shareQueue.ts';

/** Milliseconds between two renewals. The database lets a lease expire after 20 s; it is trusted for less. */
const renewEvery = 5_000;
const trustedFor = 14_000;
/** Milliseconds after which a lease that nobody wants is released. */
const wantedFor = 3_000;
/** Milliseconds in which the holder of a lease has to get what is in the office, before somebody else may take it. */
const catchUpWithin = 10_000;
/** Milliseconds between two checks while an account wants to send, and otherwise. */
const checkEvery = { wanted: 1_000, idle: 10_000 };
/** Milliseconds between two rounds that others called for: more while nothing comes of it. */
const restBetween = { shortest: 20, longest: 2_000 };
/** Milliseconds between two rounds of the office's queue: items queued here, and items queued elsewhere. */
const updateQueueEvery = 2_000;
const readQueueEvery = 3_000;
/** Time-out of a statement in milliseconds: a lost connection must be noticed before a lease expires. */
const statementPatience = 3_000;
/** Milliseconds that withdrawing waits for a round: a person waits for this once, and no request does. */
const withdrawPatience = 15_000;
const retry = { first: 500, longest: 15_000 };
const maxSettled = 500;
/** The error code of the office's database for an article without the approval that its account needs. */
const notApproved = 'CPH02';
/** The one for an article that is not to be deleted any more. */
const isOver = 'CPH03';

/** The lease of an account as the office's thread knows it. */
export interface Lease {
  accountId: string;
  /** This computer may send until then (monotonic milliseconds); 0: it may not send. */
  until: number;
  /** Why it may not. */
  obstacle: Message | null;
}

/** Records that a request is about to send. */
export interface Announcement extends AnnouncedRecords {
  /** Their versions in the office that this computer knew when it claimed them; of deletions, none. */
  known: readonly number[];
}

export interface SenderLoop {
  /** The account has something to send; `hasKey`: its key is on this computer. */
  want(accountId: string, hasKey: boolean): void;
  announce(records: Announcement): Promise<Permission>;
  /**
   * Takes one request of the limit of these accounts' directory; returns the milliseconds to wait, null if the office cannot
   * be asked, or this person may not send.
   */
  take(limit: { accountIds: readonly string[] }): Promise<number | null>;
  hold(pause: { accountIds: readonly string[]; ms: number }): Promise<void>;
  /** Tells the office what is no longer queued here, if it can be reached. */
  withdraw(): Promise<void>;
  /** Releases the leases. */
  stop(): Promise<void>;
}

interface Held {
  officeId: string;
  /** When the office's queue was read (monotonic milliseconds). */
  readAt: number;
  token: number;
  until: number;
  /** When it was taken (monotonic milliseconds). */
  since: number;
  /** False until everything that the previous holder sent is fetched. */
  isCurrent: boolean;
}

interface TakenLease {
  /** null: somebody else holds the lease. */
  token: number | null;
  is_own: boolean;
  person: string;
  records_left: number;
}

interface SenderParts {
  store: Pick<OfficeStore, 'accounts'>;
  inFlight: InFlightStore;
  queue: QueueStore;
  deletions: SharedDeletionStore;
  address: OfficeAddress;
  password: string;
  officeId: string;
  /** Identifies this run of Colophon. */
  session: string;
  /** Resolves when everything is sent and fetched; rejects when the loop is stopped. */
  synchronised: () => Promise<void>;
  report: (leases: readonly Lease[]) => void;
  /** Called with what colleagues queued, or took out of the queue, while this computer sends. */
  queued: (news: QueueNews) => void;
  /** Called if somebody queued something for the account and nobody sends. */
  offered: (accountId: string) => void;
  /** Called when the office changed deletions of the account. */
  deletionsChanged: (accountId: string) => void;
}

/**
 * Holds the leases of the accounts that want to send, on a separate connection, which transfers of records do not
 * delay.
 */
export function startSenderLoop(parts: SenderParts): SenderLoop {
  const { store, inFlight, queue, deletions, address, password, session, report } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const wanted = new Map<string, number>();
  const held = new Map<string, Held>();
  const obstacles = new Map<string, Message>();
  /** Accounts whose lease was given up, until what is in the office is here. */
  const behind = new Set<string>();
  let client: OfficeClient | null = null;
  let queueAt = Number.NEGATIVE_INFINITY;
  /** Resolved when the first connection was made, or could not be. */
  const firstAttempt = Promise.withResolvers<void>();
  let lose: (error: Error) => void = () => undefined;
  let waking = Promise.withResolvers<void>();
  /** Something here changed: the next round need not wait for the end of a rest. */
  let hurrying = Promise.withResolvers<void>();
  const wake = () => {
    hurrying.resolve();
    waking.resolve();
  };
  /** A round brought something that others did. */
  let isNews = false;
  /** Leases are changed one at a time. */
  const inTurn = createTurns();

  function reportAll(): void {
    report(
      [...wanted.keys()].map((accountId) => {
        const lease = held.get(accountId);
        const isOwn = lease?.isCurrent ?? false;
        const obstacle = isOwn ? null : (obstacles.get(accountId) ?? null);
        return { accountId, until: isOwn ? lease!.until : 0, obstacle };
      }),
    );
  }

  async function take(connection: OfficeClient, accountId: string, officeId: string): Promise<void> {
    const askedAt = systemClock.monotonic();
    const { rows } = await connection.query<TakenLease>(
      'SELECT token, is_own, person, records_left FROM colophon.take_sender($1, $2, $3)',
      [officeId, session, inFlight.countQueued(accountId)],
    );
    const { token, is_own, person, records_left: count } = rows[0]!;
    const before = held.get(accountId);
    obstacles.delete(accountId);
    if (!is_own || token === null) {
      held.delete(accountId);
      obstacles.set(accountId, msg('office.sending.other', { person, count }));
    } else if (before?.token === token) before.until = askedAt + trustedFor;
    else {
      const times = { since: askedAt, until: askedAt + trustedFor, readAt: 0 };
      const lease = { officeId, token, isCurrent: false, ...times };
      held.set(accountId, lease);
      begin(connection, accountId, lease).catch(() => held.delete(accountId));
    }
  }

  /** Permits sending once we have everything that the previous holder did and that colleagues queued. */
  async function begin(connection: OfficeClient, accountId: string, lease: Held): Promise<void> {
    try {
      await parts.synchronised();
      await inTurn(async () => {
        if (held.get(accountId) === lease) await readAll(connection, accountId, lease);
      });
    } finally {
      behind.delete(accountId);
    }
    lease.isCurrent = true;
    reportAll();
  }

  async function readAll(connection: OfficeClient, accountId: string, lease: Held): Promise<void> {
    const news = await readQueue(connection, queue, { accountId, officeId: lease.officeId, session });
    lease.readAt = systemClock.monotonic();
    isNews ||= news !== null;
    if (news) parts.queued(news);
  }

  /** Tells the office what was queued here, or is over, and learns of the deletions of others. */
  async function update(connection: OfficeClient, account: { accountId: string; officeId: string }) {
    await updateQueue(connection, queue, { ...account, session });
    await updateDeletions(connection, account);
  }

  async function updateAll(): Promise<void> {
    for (const { officeId, accountId } of client ? store.accounts() : [])
      if (client && accountId !== null) await update(client, { accountId, officeId });
  }

  async function updateDeletions(
    connection: OfficeClient,
    { accountId, officeId }: { accountId: string; officeId: string },
  ): Promise<void> {
    const token = held.get(accountId)?.token ?? null;
    const isChanged = await shareDeletions(connection, deletions, { accountId, officeId, session, token });
    isNews ||= isChanged;
    if (isChanged) parts.deletionsChanged(accountId);
  }

  async function release(connection: OfficeClient, accountId: string, officeId: string): Promise<void> {
    held.delete(accountId);
    report([{ accountId, until: 0, obstacle: null }]);
    await connection.query('SELECT colophon.release_sender($1, $2)', [officeId, session]);
  }

  /** What is over leaves the office's queue while this computer may still remove it. */
  async function endLease(connection: OfficeClient, accountId: string, officeId: string): Promise<void> {
    await update(connection, { accountId, officeId });
    await release(connection, accountId, officeId);
  }

  async function renew(connection: OfficeClient): Promise<void> {
    await forgetSettled(connection);
    const now = systemClock.monotonic();
    // The last account may have been removed here.
    if (now - queueAt > updateQueueEvery) await dequeueOwn(connection, queue, session);
    for (const { officeId, accountId } of store.accounts()) {
      if (accountId === null) continue;
      const since = wanted.get(accountId);
      const lease = held.get(accountId);
      if (now - queueAt > updateQueueEvery)
        await update(connection, { accountId, officeId }).catch((error: unknown) => refuse(accountId, error));
      if (lease?.isCurrent && now - lease.readAt > readQueueEvery)
        await readAll(connection, accountId, lease);
      if (since === undefined) {
        if (await hasForeign(connection, queue, officeId)) parts.offered(accountId);
        continue;
      }
      if (now - since > wantedFor && !inFlight.isSending(accountId)) {
        wanted.delete(accountId);
        if (lease) await endLease(connection, accountId, officeId);
      } else if (isBehind(lease, now) && !inFlight.isSending(accountId)) {
        behind.add(accountId);
        await release(connection, accountId, officeId);
      } else if (!behind.has(accountId) && (!lease || lease.until < now + trustedFor - renewEvery))
        await take(connection, accountId, officeId).catch((error: unknown) => refuse(accountId, error));
    }
    if (now - queueAt > updateQueueEvery) queueAt = now;
  }

  function isBehind(lease: Held | undefined, now: number): boolean {
    return lease !== undefined && !lease.isCurrent && now - lease.since > catchUpWithin;
  }

  /** A permission may be missing for one account only. */
  function refuse(accountId: string, error: unknown): void {
    const problem = officeProblem(error);
    if (problem.state !== 'notPermitted') throw error;
    held.delete(accountId);
    obstacles.set(accountId, msg('office.sending.notPermitted'));
  }

  async function forgetSettled(connection: OfficeClient): Promise<void> {
    const settled = inFlight.settled(maxSettled);
    if (settled.length === 0) return;
    await connection.query('SELECT colophon.end_requests($1, $2)', [
      settled.map(({ officeId }) => officeId),
      settled.map(({ token }) => token),
    ]);
    inFlight.remove(settled);
  }

  async function officeIdsOf({ accountId, kind, ids }: AnnouncedRecords): Promise<string[] | null> {
    if (kind === 'deletions') {
      const find = () => ids.flatMap((id) => deletions.officeIdOf(id) ?? []);
      if (find().length < ids.length) await inTurn(() => shareNow(accountId)).catch(() => undefined);
      const found = find();
      return found.length === ids.length ? found : null;
    }
    const found = inFlight.officeIdsOf(kind, ids);
    if (found) return found;
    await soonSynchronised();
    return inFlight.officeIdsOf(kind, ids);
  }

  /** Waits for the other connection, but not for long: a request waits for this, and the end of Colophon for the request. */
  async function soonSynchronised(patience = statementPatience): Promise<void> {
    await waitFor(
      parts.synchronised().catch(() => undefined),
      patience,
    );
  }

  async function shareNow(accountId: string): Promise<void> {
    const lease = held.get(accountId);
    if (client && lease) await updateDeletions(client, { accountId, officeId: lease.officeId });
  }

  async function record(
    accountId: string,
    officeIds: readonly string[],
    known: readonly number[],
  ): Promise<Permission> {
    const lease = held.get(accountId);
    if (!client || !lease?.isCurrent) return 'withheld';
    if (!(await isStillQueued(client, queue.adoptedOf(officeIds)))) {
      await readAll(client, accountId, lease);
      return 'withheld';
    }
    inFlight.add(officeIds, lease.token);
    const { rows } = await client.query<{ unclear: string[] }>(
      'SELECT colophon.begin_request($1, $2, $3, $4, $5) AS unclear',
      [lease.officeId, session, lease.token, officeIds, officeIds.map((_, at) => known[at] ?? 0)],
    );
    return rows[0]!.unclear.length > 0 ? 'unclear' : 'send';
  }

  async function announce(records: Announcement): Promise<Permission> {
    const { accountId } = records;
    wanted.set(accountId, systemClock.monotonic());
    const officeIds = await officeIdsOf(records);
    if (officeIds === null) return 'withheld';
    try {
      return await inTurn(() => record(accountId, officeIds, records.known));
    } catch (error) {
      const code = member(error, 'code');
      if (code === isOver) {
        await inTurn(() => shareNow(accountId)).catch(() => undefined);
        return 'withheld';
      }
      if (code === notApproved) {
        // An approval was given here or taken back by a colleague, which the next request knows after this.
        await soonSynchronised();
        return 'withheld';
      }
      // The token was stale, or the answer is unknown: the lease is asked for again.
      held.delete(accountId);
      obstacles.delete(accountId);
      reportAll();
      wake();
      return 'withheld';
    }
  }

  /**
   * Asks about a limit; a connection that does not answer is dropped at once, since every request would wait for it.
   */
  async function askLimit(text: string, values: unknown[]): Promise<number | null> {
    if (!client) await waitFor(firstAttempt.promise, statementPatience);
    if (!client) return null;
    try {
      const { rows } = await client.query<{ ms: number | null }>(text, values);
      return rows[0]?.ms ?? null;
    } catch (error) {
      lose(error as Error);
      return null;
    }
  }

  const officeAccounts = (accountIds: readonly string[]) =>
    store
      .accounts()
      .flatMap(({ officeId, accountId }) =>
        accountId !== null && accountIds.includes(accountId) ? [officeId] : [],
      );

  async function stayConnected(connection: OfficeClient, isLost: () => Error | null, connected: () => void) {
    checkSchema(await readSchema(connection), parts.officeId);
    const pace = createPace(restBetween);
    let isCalled = false;
    connection.on('notification', () => {
      // Somebody took the lease, or queued or ended a deletion: nobody waits for the next round to see it.
      isCalled = true;
      queueAt = Number.NEGATIVE_INFINITY;
      waking.resolve();
    });
    await connection.query('LISTEN colophon_sender');
    client = connection;
    firstAttempt.resolve();
    queue.forgetOffers();
    while (!signal.aborted) {
      waking = Promise.withResolvers();
      hurrying = Promise.withResolvers();
      const wasCalled = isCalled;
      isCalled = false;
      isNews = false;
      await inTurn(() => renew(connection));
      connected();
      reportAll();
      pace.next({ isCalled: wasCalled, isNews });
      await waitFor(hurrying.promise, pace.rest(), signal);
      await waitFor(waking.promise, wanted.size > 0 ? checkEvery.wanted : checkEvery.idle, signal);
      const lost = isLost();
      if (lost) throw lost;
    }
    for (const [accountId, { officeId }] of [...held]) await release(connection, accountId, officeId);
  }

  function loseLeases(): void {
    client = null;
    held.clear();
    for (const accountId of wanted.keys()) obstacles.set(accountId, msg('office.sending.offline'));
    reportAll();
  }

  async function run(): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      let lost: Error | null = null;
      let connection: OfficeClient | null = null;
      try {
        lose = (error) => {
          lost ??= error;
          // The previous connection may end late.
          if (client === connection) client = null;
          wake();
        };
        connection = await connect(address, password, lose, statementPatience);
        await stayConnected(
          connection,
          () => lost,
          () => {
            failures = 0;
          },
        );
      } catch {
        // The other connection reports the problem.
        failures++;
        firstAttempt.resolve();
        loseLeases();
        await sleep(backoff(retry, failures, Math.random), undefined, { signal }).catch(() => undefined);
      } finally {
        await connection?.end().catch(() => undefined);
      }
    }
  }

  const ended = run();
  return {
    want(accountId, hasKey) {
      const isNew = !wanted.has(accountId);
      if (hasKey) wanted.set(accountId, systemClock.monotonic());
      if (isNew) wake();
    },
    announce,
    take: ({ accountIds }) =>
      askLimit('SELECT colophon.take_request($1) AS ms', [officeAccounts(accountIds)]),
    async hold({ accountIds, ms }) {
      await askLimit('SELECT colophon.hold_requests($1, $2)', [officeAccounts(accountIds), ms]);
    },
    async withdraw() {
      // A record stays queued in the office until its changes are there. Without a connection, there is nobody to tell.
      await soonSynchronised(client ? withdrawPatience : statementPatience);
      await inTurn(updateAll).catch(() => undefined);
    },
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

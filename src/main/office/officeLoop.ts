import { setTimeout as sleep } from 'node:timers/promises';
import { readInstant } from '../../shared/instant.ts';
import { type FieldChange, fieldChanges } from '../../shared/office/fieldChanges.ts';
import type { OfficeStatus, RecordRef, SharedKind } from '../../shared/office/office.ts';
import type { OfficeAddress } from '../../shared/office/officeAddress.ts';
import { backoff } from '../outbox/backoff.ts';
import type { OfficeStore } from '../store/office/officeStore.ts';
import { connect, type OfficeClient } from './connect.ts';
import { type OfficeInstance, synchronise } from './instance.ts';
import { namingBlockers, notAccepted, type OfficeProblem, officeProblem } from './officeProblem.ts';
import { createPace } from './pace.ts';
import { attend, type Colleagues, leavePresence, nobody, readColleagues } from './presence.ts';
import { purgeTrash } from './purgeTrash.ts';
import { readContent } from './rows/readRow.ts';
import { checkSchema, readSchema } from './schema.ts';
import { shareWatch } from './sending/shareWatch.ts';
import { waitFor } from './waitFor.ts';

/** Maximum milliseconds between two rounds without reported changes. */
const pollEvery = 30_000;
/** Milliseconds between two rounds with changes reported by others: more while nothing comes of what is reported. */
const restBetween = { shortest: 100, longest: 5_000 };
/** Milliseconds between two queries about colleagues while only records change. */
const othersEvery = 1_000;
/** Milliseconds between two looks for what has been in the trash long enough. */
const purgeEvery = 24 * 3600 * 1000;
/** Milliseconds until the next attempt after a failure. */
const retry = { first: 1_000, longest: 60_000 };

export interface LoopReport extends Colleagues, Pick<OfficeStatus, 'state'> {
  problem: OfficeProblem | null;
}

export interface OfficeLoop {
  /** Something was changed here. */
  wake(): void;
  /** Who last changed each field of a record; nothing without a connection. */
  fieldChanges(record: RecordRef): Promise<FieldChange[]>;
  /** Resolves when everything is sent and fetched as of now; rejects when the loop is stopped. */
  synchronised(): Promise<void>;
  /**
   * Resolves when the office and this computer know the same of an account's directory, as of now, as far as this person may
   * send it; rejects when the loop is stopped. The drafts are those that others may have sent, without anybody knowing.
   */
  watchShared(accountId: string): Promise<readonly number[]>;
  /** Ends after the current statement. */
  stop(): Promise<void>;
}

/** Keeps a data folder in sync with its office until stopped; problems are reported and never end it. */
export function startOfficeLoop(
  instance: OfficeInstance,
  options: {
    address: OfficeAddress;
    password: string;
    officeId: string;
    /** Identifies this run of Colophon, with its version, in the list of who is connected. */
    session: string;
    version: string;
    report: (report: LoopReport) => void;
    /** Something about the directory was fetched. */
    watchChanged: (accountId: string) => void;
  },
): OfficeLoop {
  const { address, password, officeId, session, version, report } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let waking = Promise.withResolvers<void>();
  /** Callers that wait for a whole round. */
  let rounds: PromiseWithResolvers<void>[] = [];
  /** Callers that wait until everything about an account's directory is shared. */
  let watchers: { accountId: string; done: PromiseWithResolvers<readonly number[]> }[] = [];
  let isConnected = false;
  let purgedAt = Number.NEGATIVE_INFINITY;
  /** Records whose changes somebody asked for, answered one after another with the next round. */
  const questions: { record: RecordRef; answer: (changes: FieldChange[]) => void }[] = [];
  /** Something to send, or a caller who waits. */
  let hurrying = Promise.withResolvers<void>();
  const wake = () => {
    hurrying.resolve();
    waking.resolve();
  };

  async function answerQuestions(client: OfficeClient): Promise<void> {
    for (let asked = questions[0]; asked; asked = questions[0]) {
      const { kind, id } = asked.record;
      const officeId = instance.store.baseOf(kind, id)?.officeId;
      const changes = officeId === undefined ? [] : await readFieldChanges(client, { officeId, kind });
      questions.shift();
      asked.answer(changes);
    }
  }

  /** Shares a part of what is known of the directory; returns false if there is more. `waiting` keeps who waits for it. */
  async function shareWatched(
    client: OfficeClient,
    watched: ReadonlyMap<string, number>,
    waiting: typeof watchers,
  ): Promise<boolean> {
    const behind = new Set<string>();
    let sendable: Promise<Set<string>> | null = null;
    const maySend = () => (sendable ??= sendableAccounts(client));
    for (const account of instance.store.accounts()) {
      const { officeId, accountId } = account;
      if (accountId === null) continue;
      const { isChanged, isBehind } = await shareWatch(client, instance, {
        account: { ...account, accountId },
        newest: watched.get(officeId) ?? 0,
        maySend: async () => (await maySend()).has(officeId),
      });
      if (isChanged) options.watchChanged(accountId);
      if (isBehind) behind.add(accountId);
    }
    for (const one of waiting.splice(0)) {
      if (behind.has(one.accountId)) waiting.push(one);
      else one.done.resolve(await unsettledDrafts(client, instance.store, one.accountId));
    }
    return behind.size === 0;
  }

  /** Works on one connection until it is lost. */
  async function stayConnected(client: OfficeClient, isLost: () => Error | null, connected: () => void) {
    checkSchema(await readSchema(client), officeId);
    isConnected = true;
    let othersReadAt = Number.NEGATIVE_INFINITY;
    let colleagues = nobody;
    const pace = createPace(restBetween);
    let isCalled = false;
    /** What others have done, as far as it is known here. */
    const known = () => JSON.stringify([instance.store.accounts(), colleagues]);
    client.on('notification', ({ channel }) => {
      isCalled = true;
      if (channel !== 'colophon') othersReadAt = Number.NEGATIVE_INFINITY;
      waking.resolve();
    });
    await client.query('LISTEN colophon');
    await client.query('LISTEN colophon_sender');
    await client.query('LISTEN colophon_presence');
    let announced = '';
    let attendedAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      let problem: OfficeProblem | null = null;
      // A change that is reported from now on may come too late for this round.
      waking = Promise.withResolvers();
      hurrying = Promise.withResolvers();
      const wasCalled = isCalled;
      isCalled = false;
      const before = known();
      const waiting = rounds;
      rounds = [];
      const watching = watchers;
      watchers = [];
      let isBehind = false;
      try {
        if (performance.now() - purgedAt > purgeEvery) {
          purgedAt = performance.now();
          await purgeTrash(client, instance);
        }
        const { isRefused, strange, watched } = await synchronise(client, instance);
        for (const { resolve } of waiting.splice(0)) resolve();
        if (isRefused) problem = officeProblem({ code: '42501' });
        else if (strange > 0) problem = notAccepted(strange);
        const readsOthers = performance.now() - othersReadAt >= othersEvery;
        // A new record has an id in the office once it is sent.
        const own = instance.open.flatMap(({ kind, id }) => instance.store.baseOf(kind, id)?.officeId ?? []);
        if (own.join() !== announced || performance.now() - attendedAt > pollEvery * 0.9) {
          await attend(client, { session, version, open: own });
          announced = own.join();
          attendedAt = performance.now();
        }
        if (readsOthers) {
          // A change that is reported from now on is read in the next round.
          othersReadAt = performance.now();
          colleagues = await readColleagues(client, instance.store, session);
        }
        await answerQuestions(client);
        isBehind = !(await shareWatched(client, watched, watching));
      } catch (error) {
        rounds.unshift(...waiting);
        problem = officeProblem(error);
        if (problem.state === 'blocked') problem = await namingBlockers(client, problem);
        // Reading continues where only writing fails.
        if (!['readOnly', 'notPermitted', 'full', 'quota', 'blocked'].includes(problem.state)) throw error;
      } finally {
        watchers.unshift(...watching);
      }
      if (isBehind) waking.resolve();
      connected();
      report({ state: problem?.state ?? 'current', problem, ...colleagues });
      pace.next({ isCalled: wasCalled, isNews: isBehind || known() !== before });
      await waitFor(hurrying.promise, pace.rest());
      await waitFor(waking.promise, pollEvery, signal);
      const lost = isLost();
      if (lost) throw lost;
    }
    await leavePresence(client, session);
  }

  async function run(): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      let lost: Error | null = null;
      let client: OfficeClient | null = null;
      try {
        const onLost = (error: Error) => {
          lost ??= error;
          wake();
        };
        client = await connect(address, password, onLost);
        await stayConnected(
          client,
          () => lost,
          () => {
            failures = 0;
          },
        );
      } catch (error) {
        const problem = officeProblem(error);
        report({ state: problem.state, problem, ...nobody });
        failures++;
        await sleep(backoff(retry, failures, Math.random), undefined, { signal }).catch(() => undefined);
      } finally {
        isConnected = false;
        for (const { answer } of questions.splice(0)) answer([]);
        await client?.end().catch(() => undefined);
      }
    }
  }

  const ended = run();
  return {
    wake,
    fieldChanges(record) {
      if (!isConnected) return Promise.resolve([]);
      const asked = Promise.withResolvers<FieldChange[]>();
      questions.push({ record, answer: asked.resolve });
      wake();
      return asked.promise;
    },
    synchronised() {
      // No round follows that would answer.
      if (signal.aborted) return Promise.reject(signal.reason);
      const round = Promise.withResolvers<void>();
      rounds.push(round);
      wake();
      return round.promise;
    },
    watchShared(accountId) {
      if (signal.aborted) return Promise.reject(signal.reason);
      const done = Promise.withResolvers<readonly number[]>();
      watchers.push({ accountId, done });
      wake();
      return done.promise;
    },
    async stop() {
      stopping.abort();
      await ended;
      for (const { done } of watchers) done.reject(signal.reason);
      for (const { reject } of rounds) reject(signal.reason);
    },
  };
}

/** The office's accounts for which this person may send. */
async function sendableAccounts(client: OfficeClient): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT account_id AS id FROM colophon.permissions WHERE may_send',
  );
  return new Set(rows.map(({ id }) => id));
}

/** Drafts that others may have sent, by their ids here. */
async function unsettledDrafts(
  client: OfficeClient,
  store: Pick<OfficeStore, 'accounts' | 'base' | 'isAnnouncedHere'>,
  accountId: string,
): Promise<number[]> {
  const account = store.accounts().find((one) => one.accountId === accountId);
  if (!account) return [];
  const { rows } = await client.query<{ id: string }>('SELECT colophon.unsettled($1) AS id', [
    account.officeId,
  ]);
  return rows.flatMap(({ id }) => {
    const base = store.isAnnouncedHere(id) ? null : store.base(id);
    return base?.kind === 'article' ? Number(base.localId) : [];
  });
}

/** The number of versions compared, and the bytes of one. */
const maxVersions = 50;
const maxBytes = 1_000_000;

/** Who last changed each field of an office record, as far as its latest versions show. */
async function readFieldChanges(
  client: OfficeClient,
  { officeId, kind }: { officeId: string; kind: SharedKind },
): Promise<FieldChange[]> {
  const columns = 'version, record, changed_by, changed_at';
  const { rows } = await client.query<{ record: string; changed_by: string; changed_at: unknown }>(
    `SELECT * FROM (SELECT ${columns} FROM colophon.records WHERE id = $1
       UNION ALL SELECT ${columns} FROM colophon.history WHERE id = $1 AND chosen) v
     WHERE octet_length(record::text) <= ${maxBytes} ORDER BY version DESC LIMIT ${maxVersions}`,
    [officeId],
  );
  return fieldChanges(
    rows.flatMap((row) => {
      const [at, content] = [readInstant(row.changed_at), readContent(kind, row.record)];
      return at === null || content === null ? [] : [{ person: row.changed_by, at, record: content.record }];
    }),
  );
}

import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Publish } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import type { GoneRecord, HarvestOffer, HarvestRun } from '../../../shared/harvest/harvest.ts';
import { type Message, msg } from '../../../shared/message.ts';
import type { ImportJobs } from '../../import/importJobs.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import { fail } from '../../platform/failures.ts';
import { harvestFile } from '../../platform/files/importSpool.ts';
import type { Log } from '../../platform/log.ts';
import { createReportTimer, createRuns } from '../../platform/runs.ts';
import type { Scope } from '../../platform/scope.ts';
import { storageError } from '../../store/database.ts';
import type { HarvestStore, StoredSource } from '../../store/harvest/harvestStore.ts';
import type { ImportStore } from '../../store/imports/importStore.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { PoliteClient } from '../politeClient.ts';
import type { HarvestState } from './harvestRecords.ts';
import { candidateAddresses, inGranularity, nextFrom } from './harvestSteps.ts';
import type { OaiRecord } from './oaiPage.ts';

export interface HarvestRunsParts {
  client: PoliteClient;
  store: HarvestStore;
  imports: Pick<ImportStore, 'create' | 'setReceived' | 'move' | 'get'>;
  importJobs: Pick<ImportJobs, 'fileOf' | 'read'>;
  dataFolder: string;
  sandboxAddress: (accountId: string | null) => string | null;
  clock: Clock;
  publish: Publish;
  log: Pick<Log, 'error'>;
  scope: Scope;
}

/** The records to harvest. */
export interface HarvestOrder {
  address: string;
  prefix: string;
  /** Empty: all. */
  set: string;
  /** A date (ISO); `last`: the last complete run; null: everything. */
  since: string | null;
  /** Continues where the last run was stopped, if the repository still accepts the token. */
  resumes: boolean;
  /** Imports the records; otherwise they can be read. */
  imports: boolean;
}

const pieceBytes = 1_500_000;
/** The maximum number of records named by a run; the import has all of them. */
const maxGone = 200;

interface Running {
  run: HarvestRun;
  file: string;
  /** The size of each response in the file. */
  sizes: number[];
  /** Stores that a complete run without an import was so, once its records are kept; null: nothing is left to store. */
  settle: (() => void) | null;
}

/** Imported when it is needed: few people harvest. */
const harvesting = () => import('./harvestRecords.ts');

/** Harvests of repositories, which run in the background, one for each account. */
export function createHarvestRuns(parts: HarvestRunsParts) {
  const { store, clock, publish, scope } = parts;
  const runs = createRuns<string | null>(scope, 'harvest');
  const last = new Map<string | null, Running>();
  const granularities = new Map<string, HarvestOffer & { granularity: string }>();
  let count = 0;

  /** Asks the first of the possible addresses that turns out to be a repository. */
  async function offer(accountId: string | null, address: string, signal: AbortSignal) {
    const candidates = candidateAddresses(address);
    if (candidates.length === 0) throw fail('harvest.problem.address');
    const { readOffer } = await harvesting();
    let problem: unknown = null;
    for (const candidate of candidates) {
      try {
        const found = await readOffer({
          client: parts.client,
          address: candidate,
          sandboxAddress: parts.sandboxAddress(accountId),
          signal,
        });
        granularities.set(candidate, found);
        return found;
      } catch (error) {
        problem ??= error;
        if (!(error instanceof AppError) || error.code !== 'remote') break;
      }
    }
    throw problem;
  }

  /** Why a harvest ended, in words for the user. */
  function problemOf(error: unknown, signal: AbortSignal): Message {
    const known = storageError(error);
    if (known instanceof AppError) return known.full;
    if (!signal.aborted) parts.log.error('harvest', { error });
    return msg('shell.bug.message');
  }

  async function work(running: Running, accountId: string | null, order: HarvestOrder, signal: AbortSignal) {
    const isDue = createReportTimer(clock);
    const report = (change: Partial<HarvestRun>, isAlways = true) => {
      running.run = { ...running.run, ...change };
      if (isAlways || isDue()) publish('harvest.changed', running.run);
    };
    const offered = granularities.get(order.address) ?? (await offer(accountId, order.address, signal));
    const { address, name, granularity } = offered;
    const { prefix, set } = order;
    const source =
      accountId === null ? null : store.ensure({ accountId, address, name, prefix, set, granularity });
    const collected = new Collected(parts, running, source);
    const beganAt = isoNow({ clock });
    const from = fromOf(order, source, granularity, offered.knowsChanges);
    const stopped = order.resumes ? (source?.stopped ?? null) : null;
    let covers = stopped?.covers ?? coversLast(from, source, granularity);
    let state: HarvestState = stopped ?? { token: '', responseDate: null };
    const isFull = from === '' && stopped === null;
    const end = async (change: Partial<HarvestRun>) => {
      const importId = scope.signal.aborted ? null : await collected.toImport(accountId, order, offered);
      report({ ...change, ...collected.counts(), importId });
    };
    try {
      const { harvestRecords } = await harvesting();
      const isComplete = await harvestRecords({
        client: parts.client,
        address,
        sandboxAddress: parts.sandboxAddress(accountId),
        signal,
        query: { prefix, set, from },
        state,
        offered: (records) => collected.offered(records),
        keep: (page) => collected.keep(page),
        restart: () => {
          // What a stopped run began is asked for anew, by this order.
          covers = coversLast(from, source, granularity);
          return collected.restart();
        },
        progress: (now, total) => {
          state = now;
          report({ ...collected.counts(), total }, false);
        },
        note: (message: Message) => report({ notes: [...running.run.notes, message] }),
      });
      signal.throwIfAborted();
      if (isComplete && isFull) collected.findVanished();
      const importId = await collected.toImport(accountId, order, offered);
      // Stored only now: the next run asks for changes since this one.
      const settle = () => {
        if (!source) return;
        collected.forgetGone();
        // A repository that does not say its time is asked by ours: a day earlier, like every other.
        if (covers) store.setHarvested(source.id, state.responseDate ?? beganAt);
        else store.setStopped(source.id, null);
      };
      if (isComplete && order.imports) settle();
      // Records without an import are lost if whoever reads them cannot keep them.
      else if (isComplete) running.settle = settle;
      report({ state: 'done', canResume: false, ...collected.counts(), importId });
    } catch (error) {
      const problem = problemOf(error, signal);
      const canResume = source !== null && state.token !== '' && !scope.signal.aborted;
      if (source && !scope.signal.aborted)
        store.setStopped(source.id, canResume ? { ...state, covers } : null);
      if (signal.aborted) await end({ state: 'cancelled', canResume });
      else await end({ state: 'failed', canResume, problem });
    }
  }

  return {
    /** Returns what the repository at an address offers; the address of a journal is enough. Throws AppError. */
    offer: async (accountId: string | null, address: string): Promise<HarvestOffer> => {
      const { granularity: _, ...found } = await offer(accountId, address, scope.signal);
      return found;
    },
    sources: (accountId: string) =>
      store.list(accountId).map(({ accountId: _, granularity: __, stopped: ___, ...source }) => source),
    forget: (id: number) => store.remove(id),
    /** Starts a harvest; returns the account's harvest that is running if there is one. */
    start(accountId: string | null, order: HarvestOrder): HarvestRun {
      const before = last.get(accountId);
      if (before?.run.state === 'running') return before.run;
      const file = harvestFile(parts.dataFolder, ++count);
      const running: Running = { run: begun(accountId), file, sizes: [], settle: null };
      last.set(accountId, running);
      publish('harvest.changed', running.run);
      runs.start(accountId, async (signal) => {
        try {
          if (before) await rm(before.file, { force: true });
          await mkdir(dirname(file), { recursive: true, mode: 0o700 });
          await rm(file, { force: true });
          await work(running, accountId, order, signal);
        } catch (error) {
          // The repository's offer could not be read, or a file could not be written.
          const problem = problemOf(error, signal);
          const state = signal.aborted ? 'cancelled' : 'failed';
          running.run = { ...running.run, state, problem: signal.aborted ? null : problem };
          publish('harvest.changed', running.run);
        }
      });
      return running.run;
    },
    /** Ends a harvest; the records that it has received are kept. */
    async cancel(accountId: string | null): Promise<HarvestRun | null> {
      await runs.stop(accountId);
      return last.get(accountId)?.run ?? null;
    },
    /** The last harvest since the start; null: none. */
    get: (accountId: string | null): HarvestRun | null => last.get(accountId)?.run ?? null,
    /** The next piece of the responses of a harvest that made no import, and the size of each response. */
    async read(accountId: string | null, at: number): Promise<{ piece: Buffer; sizes: number[] }> {
      const running = last.get(accountId);
      if (!running || running.sizes.length === 0) return { piece: Buffer.alloc(0), sizes: [] };
      const file = await open(running.file, 'r');
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, at);
        return { piece: buffer.subarray(0, bytesRead), sizes: running.sizes };
      } finally {
        await file.close();
      }
    },
    /** The records of the last harvest, which made no import, are kept: the next one asks for changes since. */
    settle(accountId: string | null): void {
      const running = last.get(accountId);
      running?.settle?.();
      if (running) running.settle = null;
    },
    /** The records that the repository of an import no longer has. */
    gone: (importId: number): GoneRecord[] => store.gone(importId),
  };
}

/** The responses and records of one harvest. */
class Collected {
  readonly #parts: HarvestRunsParts;
  readonly #running: Running;
  readonly #source: StoredSource | null;
  readonly #known: ReadonlyMap<string, string>;
  readonly #offered = new Set<string>();
  readonly #datestamps = new Map<string, string>();
  #received = 0;
  #gone = new Map<string, GoneRecord>();

  constructor(parts: HarvestRunsParts, running: Running, source: StoredSource | null) {
    this.#parts = parts;
    this.#running = running;
    this.#source = source;
    this.#known = source ? parts.store.known(source.id) : new Map();
  }

  counts(): Pick<HarvestRun, 'received' | 'gone' | 'goneRecords'> {
    const goneRecords = [...this.#gone.values()].slice(0, maxGone);
    return { received: this.#received, gone: this.#gone.size, goneRecords };
  }

  offered(records: readonly OaiRecord[]): void {
    for (const { identifier } of records) this.#offered.add(identifier);
  }

  /** The records count only once they are in the file, which may not fit on the disk. */
  async keep({ bytes, records }: { bytes: Buffer; records: readonly OaiRecord[] }): Promise<void> {
    const deleted = records.filter(({ isDeleted }) => isDeleted);
    if (deleted.length < records.length) await this.#append(bytes);
    this.#received += records.length - deleted.length;
    const newest = records.filter((record) => this.#isNewest(record));
    for (const { identifier, isDeleted } of newest) {
      const title = this.#known.get(identifier) ?? '';
      if (isDeleted) this.#gone.set(identifier, { identifier, title, how: 'deleted' });
      else this.#gone.delete(identifier);
    }
    const { store } = this.#parts;
    const source = this.#source;
    if (source) await inBatches(newest, (some) => store.remember(source.id, some));
  }

  /** A list that changes while it is read may have a record twice, in whatever order. */
  #isNewest({ identifier, datestamp }: OaiRecord): boolean {
    const before = this.#datestamps.get(identifier) ?? '';
    if (datestamp !== '' && datestamp < before) return false;
    this.#datestamps.set(identifier, datestamp);
    return true;
  }

  async #append(bytes: Buffer): Promise<void> {
    const file = await open(this.#running.file, 'a', 0o600);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    this.#running.sizes.push(bytes.length);
  }

  async restart(): Promise<void> {
    await rm(this.#running.file, { force: true });
    this.#running.sizes = [];
    this.#received = 0;
    this.#gone = new Map();
    this.#offered.clear();
    this.#datestamps.clear();
  }

  /** Records of earlier runs that are missing in a complete list; an empty list says nothing. */
  findVanished(): void {
    if (this.#received === 0) return;
    for (const [identifier, title] of this.#known) {
      if (!this.#offered.has(identifier)) this.#gone.set(identifier, { identifier, title, how: 'vanished' });
    }
  }

  /** Removes the records that the next run need not report again. */
  forgetGone(): void {
    if (this.#source) this.#parts.store.forget(this.#source.id, [...this.#gone.keys()]);
  }

  /** Imports the records; null if there are none, or no import is wanted. */
  async toImport(
    accountId: string | null,
    order: HarvestOrder,
    { name }: HarvestOffer,
  ): Promise<number | null> {
    const { imports, importJobs, clock, store, publish } = this.#parts;
    const { sizes, file } = this.#running;
    if (accountId === null || !order.imports || sizes.length === 0) return null;
    const files = sizes.map((size, at) => ({ name: `${order.prefix}-${at + 1}.xml`, size }));
    const size = sizes.reduce((sum, one) => sum + one, 0);
    const at = isoNow({ clock });
    const { id } = imports.create({ accountId, name: name.slice(0, 300), size, files, format: 'oai', at });
    store.setGone(id, [...this.#gone.values()]);
    await rename(file, importJobs.fileOf(id));
    imports.setReceived(id, size);
    if (imports.move(id, ['receiving'], 'reading')) importJobs.read(id);
    publish('imports.changed', imports.get(id));
    return id;
  }
}

/** The date from which the repository is asked; empty: everything. */
function fromOf(
  { since }: HarvestOrder,
  source: StoredSource | null,
  granularity: string,
  knowsChanges: boolean,
): string {
  if (since === null || !knowsChanges) return '';
  if (since !== 'last') return inGranularity(since, granularity);
  return source?.harvestedAt ? nextFrom(source.harvestedAt, granularity) : '';
}

/** Returns true if a run from this date receives all that is not yet known, so that the next one may ask for changes since. */
function coversLast(from: string, source: StoredSource | null, granularity: string): boolean {
  if (from === '') return true;
  const last = source?.harvestedAt ? nextFrom(source.harvestedAt, granularity) : '';
  return last !== '' && from <= last;
}

function begun(accountId: string | null): HarvestRun {
  return {
    accountId,
    state: 'running',
    received: 0,
    gone: 0,
    goneRecords: [],
    total: null,
    notes: [],
    problem: null,
    importId: null,
    canResume: false,
  };
}

import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setEnvironmentData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { defaultApplicationPace, defaultArticlePace } from '../../src/main/outbox/outboxPace.ts';
import { lockFolder } from '../../src/main/platform/files/lockFolder.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { createFetch, type Fetch } from '../../src/main/platform/network/fetch.ts';
import type { Keychain } from '../../src/main/platform/secrets/keychain.ts';
import { openServices } from '../../src/main/restorableServices.ts';
import { createDispatch } from '../../src/main/shell/dispatch.ts';
import { AppError } from '../../src/shared/errors.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { textOf } from '../helpers/textOf.ts';
import type { PublishedEvent } from './application.ts';
import { type ChaosTime, chaosClock, leftHeader, steadyMs } from './chaosTime.ts';
import { permitWatching } from './invariants/checkSteps.ts';
import {
  countStatements,
  createKillSwitch,
  createSharedPoint,
  type KillPoint,
  sharedName,
} from './killPoint.ts';
import { seedSchedule } from './seededDelays.ts';

/** The start options of the application's process, as JSON. */
export interface ChildOptions {
  folder: string;
  /** A folder outside the application: keys, and a line for each sent request. */
  scratch: string;
  time: ChaosTime;
  /** The error of the computer's clock in milliseconds. */
  offset: number;
  isOffline: boolean;
  /** Pages by which the database may still grow; null for no limit. */
  pagesLeft: number | null;
  /** A planted fault that the checks must find. */
  plant: Plant | null;
  /** Draws the schedule of this start. */
  seed: number;
  killAt: KillPoint | null;
  /** For an office, whose database has no other time than the real one: pauses are divided by `haste`. */
  office?: { haste: number; limits: { perSecond: number; burst: number } };
}

/**
 * `limiter`: forgets the spent requests at every start. `save`: reports drafts as saved without saving them. `consent`:
 * sends what the filter of a plan finds when it is confirmed. `lock`: only the data folder has a lock. `lease`, `shared limit`: the office gives them to everybody
 * (`office/officeWorld.ts`); `permission`: it lets everybody edit and send.
 */
export type Plant =
  | 'limiter'
  | 'save'
  | 'consent'
  | 'lock'
  | 'watch'
  | 'lease'
  | 'shared limit'
  | 'permission';

export type ToChild =
  | { kind: 'call'; id: number; name: string; input: unknown }
  | {
      kind: 'set';
      offset?: number;
      isOffline?: boolean;
      pagesLeft?: number | null;
      killAt?: KillPoint | null;
    }
  | { kind: 'memory'; id: number }
  | { kind: 'stop' };

export type FromChild =
  | { kind: 'started' }
  | { kind: 'refused'; code: string; words: string }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'event'; event: PublishedEvent };

// The application in its own process, controlled by messages, so that it can be killed for real.
const given = JSON.parse(process.argv[2]!) as ChildOptions;
const connections = new Set<Database.Database>();
const state = { offset: given.offset, isOffline: given.isOffline, pagesLeft: given.pagesLeft };
const sharedPoint = createSharedPoint();
setEnvironmentData(sharedName, sharedPoint);
permitWatching();
const killSwitch = createKillSwitch(sharedPoint);
killSwitch.set(given.killAt);
const clock = seedSchedule(
  given.seed,
  chaosClock(given.time, () => state.offset),
);
const tell = (message: FromChild) => void process.send?.(message, () => undefined);
limitPages();
countStatements(killSwitch);
let isStopping = false;
// The parent process has ended.
process.on('disconnect', () => {
  if (!isStopping) process.exit();
});

try {
  const lock = lockFolder(given.folder, given.plant === 'lock' ? undefined : given.scratch);
  if (given.plant === 'limiter') clearLimits();
  const log = createLog({ file: join(given.folder, 'colophon.log') });
  const services = await openServices({
    dataFolder: given.folder,
    sharedFolder: given.scratch,
    ...(given.plant === 'lock' ? {} : { assertHeld: lock.assertHeld }),
    shell: 'web',
    version: '0.0.0',
    keychain: keysInFile(join(given.scratch, 'keys.json')),
    fetch: fetchWithLog(),
    clock,
    log,
    publish: (name, data) => tell({ kind: 'event', event: { name, data } as PublishedEvent }),
    ...workerFiles,
    ...(given.office ? inHaste(given.office) : {}),
    risk: null,
  });
  const dispatch = withPlant(createDispatch(services.handlers, log));
  await services.start();
  process.on('message', async (message: ToChild) => {
    if (message.kind === 'set') {
      const { kind: _, killAt, ...changes } = message;
      if (killAt !== undefined) killSwitch.set(killAt);
      Object.assign(state, changes);
      if ('pagesLeft' in message) applyPages();
    } else if (message.kind === 'call') {
      tell({ kind: 'answer', id: message.id, answer: await dispatch(message.name, message.input) });
    } else if (message.kind === 'memory') {
      tell({ kind: 'answer', id: message.id, answer: process.memoryUsage() });
    } else {
      await services.stop();
      lock.release();
      isStopping = true;
      process.disconnect();
    }
  });
  tell({ kind: 'started' });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.send?.(
    { kind: 'refused', code: error.code, words: `${textOf(error.problem)} ${error.details}` },
    () => process.exit(3),
  );
}

/** A keychain that outlives the process, like the system's. */
function keysInFile(file: string): Keychain {
  const keys = (): Record<string, string> => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  const keep = (all: Record<string, string>) => writeFileSync(file, JSON.stringify(all));
  return {
    state: 'system',
    reason: null,
    get: async (accountId) => keys()[accountId] ?? null,
    set: async (accountId, key) => keep({ ...keys(), [accountId]: key }),
    remove: async (accountId) => {
      const { [accountId]: _, ...rest } = keys();
      keep(rest);
    },
  };
}

/**
 * The network, which can be switched off. Each sent request is logged as `{from, to, port, path, method}`, where `from`
 * is the earliest time at which the limiter may have granted it.
 */
function fetchWithLog(): Fetch {
  const proxied = createFetch(process.env);
  let turnedAt = steadyMs();
  setInterval(() => {
    turnedAt = steadyMs();
  }, 5).unref();
  return async (address, init) => {
    killSwitch.count('before request');
    const { port, pathname } = new URL(address);
    const { method } = init;
    const line = { from: turnedAt, to: steadyMs(), port: Number(port), path: pathname, method };
    appendFileSync(join(given.scratch, 'left.jsonl'), `${JSON.stringify(line)}\n`);
    if (!state.isOffline) {
      const headers = new Headers(init.headers);
      headers.set(leftHeader, String(line.from));
      const answer = await proxied(address, { ...init, headers });
      killSwitch.count('before answer');
      return answer;
    }
    const cause = Object.assign(new Error('connect ENETUNREACH'), { code: 'ENETUNREACH' });
    throw new TypeError('fetch failed', { cause });
  };
}

function inHaste({ haste, limits }: NonNullable<ChildOptions['office']>) {
  const divide = <T>(pace: T): T =>
    (typeof pace === 'number'
      ? Math.ceil(pace / haste)
      : Object.fromEntries(Object.entries(pace as object).map(([name, one]) => [name, divide(one)]))) as T;
  return {
    limits,
    timing: { uploads: divide(defaultArticlePace), applications: divide(defaultApplicationPace) },
  };
}

/** Simulates a limiter that keeps its count in memory only. */
function clearLimits(): void {
  for (const end of ['', '-wal', '-shm']) rmSync(join(given.scratch, `limits.db${end}`), { force: true });
}

/**
 * Wraps the dispatcher to lose saves of drafts, to plan an upload again when it is confirmed, or to look at the directory
 * only once, if that is planted.
 */
function withPlant(dispatch: ReturnType<typeof createDispatch>): typeof dispatch {
  let planned: unknown;
  return async (name, input) => {
    if (given.plant === 'save' && name === 'drafts.save') {
      const { id } = input as { id: number };
      return dispatch('drafts.get', { id });
    }
    if (given.plant === 'watch' && name === 'watch.start') {
      const { accountId } = input as { accountId: string };
      const state = await dispatch('watch.state', { accountId });
      if (state.ok && (state.value as { lookedAt: string }).lookedAt !== '') return state;
    }
    if (given.plant !== 'consent') return dispatch(name, input);
    if (name === 'uploads.plan') planned = input;
    if (name !== 'uploads.start') return dispatch(name, input);
    const again = await dispatch('uploads.plan', planned);
    if (!again.ok) return again;
    return dispatch(name, { ...(input as object), plan: (again.value as { id: string }).id });
  };
}

/** Simulates a full disk by the database's page limit, set on every connection, where no small disk can be mounted. */
function limitPages(): void {
  const { pragma } = Database.prototype;
  Database.prototype.pragma = function (this: Database.Database, source, options) {
    const answer = pragma.call(this, source, options);
    if (source === 'foreign_keys = ON') {
      connections.add(this);
      applyPages();
    }
    return answer;
  };
}

function applyPages(): void {
  for (const db of connections) {
    if (!db.open) continue;
    const now = Number(db.pragma('page_count', { simple: true }));
    db.pragma(`max_page_count = ${state.pagesLeft === null ? 4_294_967_294 : now + state.pagesLeft}`);
  }
}

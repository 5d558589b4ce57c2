import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/main/platform/clock.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { createEnvironmentKey } from '../../src/main/platform/secrets/environmentKey.ts';
import { sessionKeychain } from '../../src/main/platform/secrets/keychain.ts';
import { type CoreServices, createServices } from '../../src/main/services.ts';
import type { ServicesOptions } from '../../src/main/servicesOptions.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { draftColumns } from '../../src/main/store/drafts/draftColumns.ts';
import { createDraftWriter } from '../../src/main/store/drafts/draftWriter.ts';
import { createJournalStore } from '../../src/main/store/journals/journalStore.ts';
import type {
  CallData,
  CallName,
  CallOutput,
  EventData,
  EventName,
  Publish,
} from '../../src/shared/contract/contract.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import type { Draft, DraftFilter, DraftRecord } from '../../src/shared/draft/draft.ts';
import { literal } from '../../src/shared/message.ts';
import type { Upload, UploadItem } from '../../src/shared/upload/upload.ts';
import { asking, sendNow } from './confirm.ts';
import { workerFiles } from './programFiles.ts';
import { provideDatabase } from './provideDatabase.ts';

type Timing = NonNullable<ServicesOptions['timing']>;

/** Seconds in which an event has to follow what it tells. */
const maxSilence = 10;

/** Short waits for fast tests; each is still longer than the sandbox needs. */
export const shortPace = {
  indexDelay: 60,
  jobDelay: 150,
  bulkTime: 150,
  timeoutDelay: 60,
  retry: { first: 20, longest: 100 },
  poll: { first: 15, longest: 40 },
  ticketTimeout: 60_000,
  offline: { first: 30, longest: 100 },
  trouble: { first: 10, longest: 40 },
  idLookup: { first: 60, longest: 100 },
  progress: 20,
} satisfies Timing['uploads'];

/** The same for applications; the tests trigger status checks themselves. */
export const shortApplicationPace = {
  indexDelay: 40,
  timeoutDelay: 60,
  tooSoon: 60,
  checks: { first: 30, longest: 60 },
  retry: { first: 20, longest: 60 },
  read: { first: 20, longest: 60 },
  offline: { first: 30, longest: 100 },
  trouble: { first: 10, longest: 40 },
  followTick: 3_600_000,
} satisfies Timing['applications'];

export interface TestServicesOptions
  extends Partial<
    Pick<
      ServicesOptions,
      'clock' | 'fetch' | 'keychain' | 'officePassword' | 'outsideFetch' | 'resolveHost' | 'rules' | 'sends'
    >
  > {
  folder?: string;
  /** null: the rates of the accounts. */
  limits?: ServicesOptions['limits'] | null;
  /** The addresses of the directory by dialect. */
  directory: Record<Dialect, string>;
  dialect?: Dialect;
  /** The account's name in the directory. */
  username?: string;
  /** The key of the account; optional. */
  key?: string;
  pace?: Timing['uploads'];
  applicationPace?: Timing['applications'];
  batchBytes?: number;
  graceMs?: number;
  watchPace?: Timing['watch'];
  rotationPace?: Timing['linkRotation'];
  gapPace?: Timing['gaps'];
  profilePace?: Timing['profiles'];
  watches?: boolean;
  /** false: nothing runs until `start` is called. */
  isStarted?: boolean;
}

/** The calls of the contract; a handler's error is always a rejection. */
type Calls = {
  [N in CallName & keyof CoreServices['handlers']]: (input: CallData<N>) => Promise<CallOutput<N>>;
};

/**
 * The application as built by `createServices`, on its own data folder and with one account named Test at `directory`,
 * with shortcuts for user actions.
 */
export async function openTestServices(options: TestServicesOptions) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'colophon-services-'));
  const file = provideDatabase(folder);
  const clock = options.clock ?? systemClock;
  const received: { name: EventName; data: EventData<EventName>; at: number }[] = [];
  const listeners = new Set<() => void>();
  const publish: Publish = (name, data) => {
    received.push({ name, data, at: performance.now() });
    const ask = () => listeners.forEach((listener) => void listener());
    ask();
    // The data of the event may not be committed yet.
    setImmediate(ask);
  };
  const services = await createServices({
    dataFolder: folder,
    shell: 'web',
    version: '0.0.0',
    keychain: options.keychain ?? sessionKeychain(literal('none in tests')),
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    clock,
    log: createLog({ file: join(folder, 'colophon.log') }),
    publish,
    ...(options.watches === undefined ? {} : { watches: options.watches }),
    ...(options.outsideFetch === undefined ? {} : { outsideFetch: options.outsideFetch }),
    ...(options.resolveHost === undefined ? {} : { resolveHost: options.resolveHost }),
    ...workerFiles,
    sandbox: false,
    ...(options.limits === null ? {} : { limits: options.limits ?? { perSecond: 10_000, burst: 1_000 } }),
    ...(options.sends === undefined ? {} : { sends: options.sends }),
    ...(options.rules === undefined ? {} : { rules: options.rules }),
    ...(options.officePassword ? { officePassword: options.officePassword } : {}),
    ...(options.key ? { environmentKey: createEnvironmentKey(options.key, 'Test') } : {}),
    timing: {
      uploads: { ...shortPace, ...options.pace },
      applications: { ...shortApplicationPace, ...options.applicationPace },
      retryLimits: { slowDowns: 10, pauses: [10, 20] },
      graceMs: options.graceMs ?? 0,
      watch: { confirmAfter: 20, ...options.watchPace },
      ...(options.rotationPace ? { linkRotation: options.rotationPace } : {}),
      ...(options.gapPace ? { gaps: options.gapPace } : {}),
      ...(options.profilePace ? { profiles: options.profilePace } : {}),
      ...(options.batchBytes ? { batchBytes: options.batchBytes } : {}),
    },
  });
  const handlers = Object.fromEntries(
    Object.entries(services.handlers).map(([name, run]) => [
      name,
      async (input: unknown) => (run as (given: unknown) => unknown)(input),
    ]),
  ) as Calls;
  /** A second connection to the database: to insert many drafts at once, and to inspect and break stored data. */
  const db = openDatabase(file, { durable: false });
  const writer = createDraftWriter(db);
  const journals = createJournalStore(db);

  const accountId = await ensureAccount(handlers, options);
  const { dialect } = (await handlers['accounts.list']({})).find((one) => one.id === accountId)!;
  const context = (id: string) => ({ dialect, journals: journals.cards(id), now: new Date(clock.now()) });
  if (options.isStarted !== false) await services.start();
  let closing: Promise<void> | undefined;

  return {
    folder,
    accountId,
    handlers,
    received,
    clock,
    db,
    start: services.start,
    /** Stores records as drafts, as if imported from a file `articles.json`, and returns their ids. */
    addDrafts: (records: readonly DraftRecord[], account = accountId) =>
      db
        .transaction(() =>
          records.map((record, index) =>
            writer.insert({
              accountId: account,
              draft: draftColumns(record, context(account)),
              at: new Date().toISOString(),
              place: { file: 'articles.json', index: index + 1, line: null },
            }),
          ),
        )
        .immediate(),
    editDraft: async (id: number, record: DraftRecord): Promise<Draft> => {
      const { version } = await handlers['drafts.get']({ id });
      return handlers['drafts.save']({ id, version, record });
    },
    draft: (id: number): Promise<Draft> => handlers['drafts.get']({ id }),
    drafts: (ids: readonly number[]): Promise<Draft[]> =>
      Promise.all(ids.map((id) => handlers['drafts.get']({ id }))),
    /** The list of drafts outside the trash, by their titles. */
    list: (filter: Omit<DraftFilter, 'trashed'> = {}) =>
      handlers['drafts.list']({
        accountId,
        filter: { ...filter, trashed: false },
        sort: { by: 'title', direction: 'asc' },
        offset: 0,
        limit: 500,
      }),
    /** What sending drafts would do. */
    plan: (ids: readonly number[], more: Omit<Partial<CallData<'uploads.plan'>>, 'selection'> = {}) =>
      handlers['uploads.plan']({ accountId, selection: { ids: [...ids] }, includeUnchanged: false, ...more }),
    /** Sends drafts to the directory. */
    send: (
      ids: readonly number[],
      more: { includeUnchanged?: boolean; includeHardToFind?: boolean; accountId?: string } = {},
    ) =>
      sendNow(asking(handlers), {
        accountId,
        selection: { ids: [...ids] },
        includeUnchanged: false,
        name: '',
        ...more,
      }),
    upload: (id: number): Promise<Upload> => handlers['uploads.get']({ id }),
    /** The records of an upload in order, optionally only those in some states. */
    items: async (id: number, states: UploadItem['state'][] = []): Promise<UploadItem[]> =>
      (await handlers['uploads.items']({ id, states, offset: 0, limit: 500 })).items,
    /** The requests of an upload, first to last. */
    attempts: async (id: number) =>
      (await handlers['uploads.attempts']({ id, offset: 0, limit: 500 })).attempts.reverse(),
    /** Resolves with the upload once `isReached` returns true for it. */
    until: async (id: number, isReached: (upload: Upload) => boolean): Promise<Upload> => {
      let found: Upload | undefined;
      await when(async () => {
        const upload = await handlers['uploads.get']({ id });
        if (isReached(upload)) found ??= upload;
        return found !== undefined;
      });
      return found!;
    },
    when,
    /** Stops the application and closes its database; a second call waits for the first. */
    close: () => (closing ??= close()),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };

  async function close() {
    await services.stop();
    if (db.open) db.close();
  }

  /**
   * Resolves once `isReached` returns true; it is checked now and at every event, as a window would. Rejects if it became
   * true long ago without an event: what the directory or the office has is waited for with `expect.poll`.
   */
  async function when(isReached: () => boolean | Promise<boolean>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const check = (act: (is: boolean) => void) => void (async () => act(await isReached()))().catch(reject);
    const look = () => check((is) => is && resolve());
    let seconds = 0;
    const count = (is: boolean) => {
      seconds = is ? seconds + 1 : 0;
      if (seconds === maxSilence) reject(new Error('What was waited for came without an event.'));
    };
    const timer = setInterval(check, 1_000, count);
    listeners.add(look);
    look();
    await promise.finally(() => {
      listeners.delete(look);
      clearInterval(timer);
    });
  }
}

export type TestServices = Awaited<ReturnType<typeof openTestServices>>;

/** The id of the account named Test, created at the first start of a data folder. */
async function ensureAccount(
  handlers: Calls,
  { directory, dialect = '3.0.1', username = 'pub1' }: TestServicesOptions,
): Promise<string> {
  const known = (await handlers['accounts.list']({})).find((account) => account.name === 'Test');
  if (known) return known.id;
  const input = { name: 'Test', base: directory[dialect], dialect, rate: 2, username };
  return (await handlers['accounts.create'](input)).id;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountAccess } from '../../src/main/handlers/accountAccess.ts';
import { accountHandlers } from '../../src/main/handlers/accountHandlers.ts';
import { applicationHandlers } from '../../src/main/handlers/applicationHandlers.ts';
import { duplicateHandlers } from '../../src/main/handlers/duplicateHandlers.ts';
import { journalHandlers } from '../../src/main/handlers/journalHandlers.ts';
import { createJournalRecords } from '../../src/main/handlers/journalRecords.ts';
import { reconcileHandlers } from '../../src/main/handlers/reconcileHandlers.ts';
import { takeHandlers } from '../../src/main/handlers/takeHandlers.ts';
import { undoHandlers } from '../../src/main/handlers/undoHandlers.ts';
import { uploadHandlers } from '../../src/main/handlers/uploadHandlers.ts';
import { versionHandlers } from '../../src/main/handlers/versionHandlers.ts';
import { createApplicationRules } from '../../src/main/outbox/applications/applicationRules.ts';
import { Applications } from '../../src/main/outbox/applications/applications.ts';
import { createRemoteCache } from '../../src/main/outbox/articles/remoteCache.ts';
import { Uploads } from '../../src/main/outbox/articles/uploads.ts';
import type { ApplicationPace, ArticlePace } from '../../src/main/outbox/outboxPace.ts';
import { type Clock, systemClock } from '../../src/main/platform/clock.ts';
import { createEnvironmentKey } from '../../src/main/platform/environmentKey.ts';
import type { Fetch } from '../../src/main/platform/fetch.ts';
import { type Keychain, sessionKeychain } from '../../src/main/platform/keychain.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { createReconciliations } from '../../src/main/reconcile/reconciliations.ts';
import { createDirectoryAccess } from '../../src/main/remote/directoryAccess.ts';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { createLimiterStore } from '../../src/main/store/accounts/limiterStore.ts';
import { createApplicationStore } from '../../src/main/store/applications/applicationStore.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { draftColumns } from '../../src/main/store/drafts/draftColumns.ts';
import { createDraftStore } from '../../src/main/store/drafts/draftStore.ts';
import { createDraftSync } from '../../src/main/store/drafts/draftSync.ts';
import { createDraftWriter } from '../../src/main/store/drafts/draftWriter.ts';
import { createVersionStore } from '../../src/main/store/drafts/versionStore.ts';
import { createJournalStore } from '../../src/main/store/journals/journalStore.ts';
import { createDraftsToCompare } from '../../src/main/store/reconcile/draftsToCompare.ts';
import { createReconcileStore } from '../../src/main/store/reconcile/reconcileStore.ts';
import { createSettingsStore } from '../../src/main/store/settingsStore.ts';
import { createUndoStore } from '../../src/main/store/undo/undoStore.ts';
import { createRequestStore } from '../../src/main/store/uploads/requestStore.ts';
import { createSendCandidates } from '../../src/main/store/uploads/sendCandidates.ts';
import { createUploadStore } from '../../src/main/store/uploads/uploadStore.ts';
import type { EventData, EventName, Publish } from '../../src/shared/contract/contract.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { literal } from '../../src/shared/message.ts';
import type { Upload } from '../../src/shared/upload/upload.ts';
import { testScope } from './testScope.ts';

/** Short pauses, so that a test is not made of them; each is still longer than what it waits for in the sandbox. */
export const shortPace: ArticlePace = {
  indexDelay: 60,
  jobDelay: 150,
  timeoutDelay: 60,
  retry: { first: 20, longest: 100 },
  poll: { first: 15, longest: 40 },
  ticketPatience: 60_000,
  offline: { first: 30, longest: 100 },
  trouble: { first: 10, longest: 40 },
  idLookup: { first: 60, longest: 100 },
  progress: 20,
};

/** The same for applications; following is asked for by the test. */
export const shortApplicationPace: ApplicationPace = {
  indexDelay: 40,
  timeoutDelay: 60,
  tooSoon: 60,
  checks: { first: 30, longest: 60 },
  retry: { first: 20, longest: 60 },
  read: { first: 20, longest: 60 },
  offline: { first: 30, longest: 100 },
  trouble: { first: 10, longest: 40 },
  followTick: 3_600_000,
};

const shortPatience = { slowDowns: 10, pauses: [10, 20] };

export interface QueueWorldOptions {
  folder?: string;
  /** The address of the directory, by dialect. */
  directory: Record<Dialect, string>;
  key?: string;
  dialect?: Dialect;
  limits?: { perSecond: number; burst: number };
  pace?: Partial<ArticlePace>;
  applicationPace?: Partial<ApplicationPace>;
  clock?: Clock;
  fetch?: Fetch;
  keychain?: Keychain;
  batchBytes?: number;
  bulkTimeout?: number;
  isDurable?: boolean;
}

export const testAccount = 'account-1';

/** The queue with all its real parts on a database in a folder, talking to whatever listens at `directory`. */
export function openQueueWorld(options: QueueWorldOptions) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'colophon-queue-'));
  // Only tests that kill the process need every write to reach the disk.
  const db = openDatabase(join(folder, 'colophon.db'), { durable: options.isDurable ?? false });
  const clock = options.clock ?? systemClock;
  const log = createLog({ file: join(folder, 'colophon.log') });
  const scope = testScope();
  const heard: { name: EventName; data: EventData<EventName>; at: number }[] = [];
  const listeners = new Set<() => void>();
  const publish: Publish = (name, data) => {
    heard.push({ name, data, at: performance.now() });
    for (const listener of listeners) listener();
  };
  const accountStore = createAccountStore(db);
  const dialect = options.dialect ?? '3.0.1';
  if (!accountStore.list().some((account) => account.id === testAccount)) {
    accountStore.insert({
      id: testAccount,
      name: 'Test',
      kind: 'directory',
      base: options.directory[dialect],
      dialect,
      rate: 2,
      username: 'pub1',
      key: 'missing',
      createdAt: new Date().toISOString(),
    });
  } else accountStore.update(testAccount, { base: options.directory[dialect] });
  const settings = createSettingsStore(db);
  if (options.bulkTimeout) settings.set({ bulkTimeout: options.bulkTimeout });
  const access = createAccountAccess({
    store: accountStore,
    keychain: options.keychain ?? sessionKeychain(literal('none in tests')),
    log,
    sandbox: () => null,
    ...(options.key ? { environmentKey: createEnvironmentKey(options.key) } : {}),
  });
  const requests = createRequestStore(db);
  const store = createUploadStore(db);
  const candidates = createSendCandidates(db);
  const drafts = createDraftStore(db);
  const draftSync = createDraftSync(db);
  const versions = createVersionStore(db);
  const journals = createJournalStore(db);
  const writer = createDraftWriter(db);
  const directory = createDirectoryAccess({
    account: access.get,
    key: access.key,
    requests,
    limiters: createLimiterStore(db),
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    clock,
    log,
    publish,
    scope,
    version: '0.0.0',
    bulkTimeout: () => settings.get().bulkTimeout,
    limits: options.limits ?? { perSecond: 10_000, burst: 1_000 },
  });
  const context = (id: string) => ({
    dialect: access.get(id).dialect,
    journals: journals.cards(id),
    now: new Date(clock.now()),
  });
  const remoteCache = createRemoteCache(clock);
  const uploads = new Uploads({
    uploads: store,
    requests,
    candidates,
    remoteCache,
    draftSync,
    versions,
    drafts,
    directory,
    account: access.get,
    key: (id) => access.key(id),
    context,
    // Smaller batches than a person may choose make small tests.
    settings: () => ({
      ...settings.get(),
      ...(options.batchBytes ? { batchBytes: options.batchBytes } : {}),
    }),
    clock,
    log,
    publish,
    scope,
    pace: { ...shortPace, ...options.pace },
    patience: shortPatience,
  });
  const rechecked: string[] = [];
  const recheckDrafts = (id: string) => void rechecked.push(id);
  const journalRecords = createJournalRecords({ journals, directory, clock, changed: recheckDrafts });
  const applicationStore = createApplicationStore(db);
  const rules = createApplicationRules({ account: access.get, journals, clock });
  const applications = new Applications({
    store: applicationStore,
    rules,
    journals,
    journalRecords,
    journalsChanged: recheckDrafts,
    versions,
    directory,
    account: access.get,
    accounts: access.list,
    key: (id) => access.key(id),
    settings: settings.get,
    clock,
    log,
    publish,
    scope,
    pace: { ...shortApplicationPace, ...options.applicationPace },
  });
  const toCompare = createDraftsToCompare(db);
  const reconcileStore = createReconcileStore(db);
  const reconciliations = createReconciliations({
    store: reconcileStore,
    drafts: toCompare,
    journals,
    directory,
    account: access.get,
    clock,
    log,
    publish,
    scope,
    patience: shortPatience,
  });
  const undo = createUndoStore(db, reconcileStore, { scope });
  const transaction = <T>(work: () => T): T => db.transaction(work)();
  const taking = { drafts: toCompare, context, clock, publish, undo, transaction };
  const handlers = {
    ...takeHandlers({ ...taking, access, directory, patience: shortPatience }),
    ...reconcileHandlers({
      ...taking,
      reconciliations,
      store: reconcileStore,
    }),
    ...uploadHandlers({ uploads, store, requests }),
    ...versionHandlers({
      versions,
      drafts,
      alike: toCompare.alike,
      draftSync,
      transaction: (work) => db.transaction(work)(),
      context,
      uploads: store,
      applications: applicationStore,
      rules,
      access,
      directory,
      clock,
      publish,
      undo,
      patience: shortPatience,
    }),
    ...applicationHandlers({ applications, store: applicationStore, rules, access, clock, publish, undo }),
    ...undoHandlers({
      undo,
      reconcileStore,
      context,
      recheckApplications: (id) => applications.recheck(id),
      matrix: () => {
        throw new Error('There are no matrices here.');
      },
      clock,
      publish,
    }),
    ...accountHandlers({
      store: accountStore,
      access,
      directory,
      uploads,
      applications,
      publish,
      clock,
      recheckDrafts,
    }),
    ...journalHandlers({
      access,
      journals,
      records: journalRecords,
      directory,
      facets: drafts.facets,
      applicationsOf: applicationStore.ofJournal,
      publish,
      clock,
      recheckDrafts,
    }),
    ...duplicateHandlers({ drafts, candidates, directory, access, remoteCache }),
  };

  return {
    folder,
    scope,
    db,
    clock,
    log,
    heard,
    access,
    accountStore,
    drafts,
    draftSync,
    versions,
    candidates,
    store,
    requests,
    settings,
    journals,
    journalRecords,
    directory,
    reconciliations,
    applicationStore,
    applications,
    uploads,
    handlers,
    rechecked,
    /** Stores records as drafts in one transaction and answers their ids. */
    addDrafts: (records: readonly DraftRecord[], accountId = testAccount) =>
      db.transaction(() =>
        records.map((record, index) =>
          writer.insert({
            accountId,
            draft: draftColumns(record, context(accountId)),
            at: new Date().toISOString(),
            place: { file: 'articles.json', index: index + 1, line: null },
          }),
        ),
      )(),
    editDraft: (id: number, record: DraftRecord) =>
      writer.update({ id, draft: draftColumns(record, context(testAccount)), at: new Date().toISOString() }),
    /** Resolves with the upload as soon as `isReached` holds for it. */
    until: (id: number, isReached: (upload: Upload) => boolean) =>
      new Promise<Upload>((resolve) => {
        const look = () => {
          const upload = uploads.get(id);
          if (!isReached(upload)) return;
          listeners.delete(look);
          resolve(upload);
        };
        listeners.add(look);
        look();
      }),
    /** Resolves as soon as `isReached` holds, asked at every event. */
    when: (isReached: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!isReached()) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
    async close(graceMs = 0) {
      await Promise.all([uploads.stop(graceMs), applications.stop(graceMs), scope.stop()]);
      db.close();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type QueueWorld = ReturnType<typeof openQueueWorld>;

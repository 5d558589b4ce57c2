import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { directoryLimit } from '../shared/account.ts';
import type { ArticleContext } from '../shared/articleRules.ts';
import type { Handlers } from '../shared/contract.ts';
import { chooseLanguage, speak, t } from '../shared/words.ts';
import { createApplications } from './applications/applications.ts';
import { isoNow } from './clock.ts';
import { createAskChecker } from './compliance/askChecker.ts';
import { createMatrixRuns } from './compliance/matrixRuns.ts';
import { createAccountAccess, type RunningSandbox } from './handlers/accountAccess.ts';
import { accountHandlers } from './handlers/accountHandlers.ts';
import { appHandlers } from './handlers/appHandlers.ts';
import { applicationHandlers } from './handlers/applicationHandlers.ts';
import type { StorageCall } from './handlers/backupHandlers.ts';
import { complianceHandlers } from './handlers/complianceHandlers.ts';
import { draftHandlers } from './handlers/draftHandlers.ts';
import { duplicateHandlers } from './handlers/duplicateHandlers.ts';
import { importHandlers } from './handlers/importHandlers.ts';
import { journalHandlers } from './handlers/journalHandlers.ts';
import { createJournalRecords } from './handlers/journalRecords.ts';
import { matrixHandlers } from './handlers/matrixHandlers.ts';
import { reconcileHandlers } from './handlers/reconcileHandlers.ts';
import { searchHandlers } from './handlers/searchHandlers.ts';
import { settingsHandlers } from './handlers/settingsHandlers.ts';
import { takeHandlers } from './handlers/takeHandlers.ts';
import { undoableRemovals, undoHandlers } from './handlers/undoHandlers.ts';
import { uploadHandlers } from './handlers/uploadHandlers.ts';
import { versionHandlers } from './handlers/versionHandlers.ts';
import { createImportJobs } from './import/importJobs.ts';
import { createReconciliations } from './reconcile/reconciliations.ts';
import { createCheckerClient } from './remote/checkerClient.ts';
import { createDirectoryAccess } from './remote/directoryAccess.ts';
import { createRateLimiter } from './remote/rateLimiter.ts';
import { createUpdateCheck } from './remote/updateCheck.ts';
import { type EmbeddedSandbox, embedSandbox } from './sandbox/embedSandbox.ts';
import type { ServicesOptions } from './servicesOptions.ts';
import { createAccountStore } from './store/accountStore.ts';
import { createApplicationStore } from './store/applicationStore.ts';
import { createComplianceStore, sandboxSource } from './store/complianceStore.ts';
import { openDatabase } from './store/database.ts';
import { createDraftLists } from './store/draftLists.ts';
import { createDraftReading } from './store/draftReading.ts';
import { createDraftRecheck } from './store/draftRecheck.ts';
import { createDraftStore, trashKeeps } from './store/draftStore.ts';
import { createDraftSync } from './store/draftSync.ts';
import { createDraftsToCompare } from './store/draftsToCompare.ts';
import { createFunderStore } from './store/funderStore.ts';
import { createImportStore } from './store/importStore.ts';
import { createJournalStore } from './store/journalStore.ts';
import { createLimiterStore } from './store/limiterStore.ts';
import { createMatrixStore } from './store/matrixStore.ts';
import { createReconcileStore } from './store/reconcileStore.ts';
import { createRequestStore } from './store/requestStore.ts';
import { createSearchStore } from './store/searchStore.ts';
import { createSendCandidates } from './store/sendCandidates.ts';
import { createSettingsStore } from './store/settingsStore.ts';
import { createUndoStore } from './store/undoStore.ts';
import { createUploadStore } from './store/uploadStore.ts';
import { createVersionStore } from './store/versionStore.ts';
import { withStorageErrors } from './store/withStorageErrors.ts';
import { createSeenThere } from './upload/seenThere.ts';
import { createUploads } from './upload/uploads.ts';

/** What works on an open database; backups and restoring, which outlive it, are `restorableServices.ts`. */
export interface CoreServices extends Omit<Services, 'handlers'> {
  handlers: Omit<Handlers, StorageCall>;
}

/** Everything the application does, ready to be led to by a shell. */
export interface Services {
  handlers: Handlers;
  /** Recovers what an earlier run left, and begins to work. */
  start(): Promise<void>;
  /** Stops all work, closes the database; what is queued stays queued. */
  stop(): Promise<void>;
  /** How many uploads are still sending. */
  busy(): { running: number };
  /** Leaves running uploads as they are, to go on at the next start. */
  keepForNextStart(): Promise<void>;
  /** Speaks the language that the settings and the computer ask for now. */
  followLanguage(): Promise<void>;
  /** Cancels what has not been sent yet of every running upload; what was sent is kept. */
  cancelRunning(): Promise<void>;
}

/** The sandbox's own account, which needs no key of the person (`resources/sandboxWorld.json`). */
const sandboxKey = '5a4db0c5a4db0c5a4db0c5a4db0c5a01';
const sandboxUser = 'sandbox';
/** The checker's published limit for a client address (reference/checker-api.md 1.1). */
const checkerLimit = { perSecond: 10, burst: 10 } as const;

/** Builds the application on the data folder of the options, which is made if need be; nothing works until `start`. */
export async function createServices(options: ServicesOptions): Promise<CoreServices> {
  const { dataFolder, clock, log, publish, keychain, version } = options;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const file = join(dataFolder, 'colophon.db');
  const db = openDatabase(file);
  const settingsStore = createSettingsStore(db);
  const followLanguage = async () => {
    const { languages } = options;
    if (languages) await speak(chooseLanguage(settingsStore.get().language, languages()));
  };
  await followLanguage();
  const accountStore = createAccountStore(db);
  const journalStore = createJournalStore(db);
  const lists = createDraftLists(db);
  const thread = options.draftWorker
    ? createDraftReading(db, lists, { worker: options.draftWorker, file })
    : null;
  const reading = thread ?? lists;
  const draftStore = createDraftStore(db, lists, reading);
  const uploadStore = createUploadStore(db);
  const requestStore = createRequestStore(db);
  const versions = createVersionStore(db);

  let embedded: EmbeddedSandbox | null = null;
  const sandbox = (): RunningSandbox | null =>
    embedded && { addresses: embedded.addresses.directory, key: sandboxKey };
  const access = createAccountAccess({
    store: accountStore,
    keychain,
    log,
    sandbox,
    ...(options.environmentKey ? { environmentKey: options.environmentKey } : {}),
  });
  const context = (accountId: string): ArticleContext => ({
    dialect: access.get(accountId).dialect,
    journals: journalStore.cards(accountId),
    now: new Date(clock.now()),
  });
  const directory = createDirectoryAccess({
    account: access.get,
    key: access.key,
    requests: requestStore,
    limiters: createLimiterStore(db),
    fetch: options.fetch,
    clock,
    log,
    publish,
    version,
    bulkTimeout: () => settingsStore.get().bulkTimeout,
    ...(options.limits ? { limits: options.limits } : {}),
  });
  const candidates = createSendCandidates(db);
  const seenThere = createSeenThere(clock);
  const uploads = createUploads({
    uploads: uploadStore,
    requests: requestStore,
    candidates,
    seenThere,
    draftSync: createDraftSync(db),
    versions,
    drafts: {
      get: draftStore.get,
      selectIds: (accountId, selection) => reading.select(accountId, selection, false),
    },
    directory,
    account: access.get,
    key: access.key,
    context,
    settings: settingsStore.get,
    clock,
    log,
    publish,
  });
  const recheck = createDraftRecheck({
    db,
    accountStore,
    journalStore,
    clock,
    publish,
    onError: (error) => log.error('drafts.recheck', { error }),
  });
  const journalsChanged = (accountId: string) => {
    recheckAll(accountId);
    publish('journals.changed', { accountId });
  };
  const journalRecords = createJournalRecords({
    journals: journalStore,
    directory,
    clock,
    changed: journalsChanged,
  });
  const applicationStore = createApplicationStore(db);
  const applications = createApplications({
    store: applicationStore,
    journals: journalStore,
    journalRecords,
    journalsChanged,
    versions,
    directory,
    account: access.get,
    accounts: access.list,
    key: access.key,
    settings: settingsStore.get,
    clock,
    log,
    publish,
  });
  /** Drafts and applications are judged by the account's dialect and journals. */
  function recheckAll(accountId: string): void {
    recheck.start(accountId);
    applications.recheck(accountId);
  }
  const reconcileStore = createReconcileStore(db);
  const undo = createUndoStore(db, reconcileStore, {
    onError: (error) => log.error('undo.tidy', { error }),
  });
  const transaction = <T>(work: () => T): T => db.transaction(work)();
  const searches = createSearchStore(db);
  const toCompare = createDraftsToCompare(db);
  const reconciliations = createReconciliations({
    store: reconcileStore,
    drafts: toCompare,
    journals: journalStore,
    directory,
    account: access.get,
    clock,
    log,
    publish,
  });
  const importStore = createImportStore(db);
  const importJobs = createImportJobs({
    db,
    importStore,
    dataFolder,
    importWorker: options.importWorker,
    clock,
    publish,
    log,
  });
  const checkerSource = () => settingsStore.get().checker || sandboxSource;
  const checkerLimiter = createRateLimiter({
    ...checkerLimit,
    clock,
    // The checker queues what comes too fast, so that nothing need be remembered over a restart.
    memory: { load: () => null, save: () => undefined },
  });
  const checkerClient = createCheckerClient({
    base: () => settingsStore.get().checker || (embedded?.addresses.checker ?? ''),
    limiter: checkerLimiter,
    fetch: options.fetch,
    clock,
    log,
    version,
  });
  const funders = createFunderStore(db);
  const checks = createComplianceStore(db);
  const matrices = createMatrixStore(db);
  const asker = createAskChecker({ client: checkerClient, checks, source: checkerSource, clock });
  const matrixRuns = createMatrixRuns({ matrices, asker, limiter: checkerLimiter, clock, publish, log });
  const journalTitle = (issn: string) => {
    const known = accountStore.list().flatMap(({ id }) => journalStore.cards(id) ?? []);
    return known.find(({ pissn, eissn }) => pissn === issn || eissn === issn)?.title ?? '';
  };
  const updates =
    options.updates === undefined
      ? null
      : createUpdateCheck({
          address: options.updates,
          version,
          fetch: options.fetch,
          clock,
          log,
          publish,
          isAllowed: () => settingsStore.get().checksForUpdates,
        });
  const handlers: CoreServices['handlers'] = {
    ...complianceHandlers({
      funders,
      checks,
      asker,
      client: checkerClient,
      source: checkerSource,
      clock,
      publish,
    }),
    ...matrixHandlers({
      matrices,
      runs: matrixRuns,
      funders,
      asker,
      limiter: checkerLimiter,
      journalTitle,
      ...(options.printToPdf ? { printToPdf: options.printToPdf } : {}),
      source: checkerSource,
      clock,
      publish,
    }),
    ...appHandlers({ version, shell: options.shell, keychain, updates }),
    ...settingsHandlers({ settingsStore, followLanguage, publish }),
    ...accountHandlers({
      store: accountStore,
      access,
      directory,
      uploads,
      applications,
      publish,
      clock,
      recheckDrafts: recheckAll,
    }),
    ...journalHandlers({
      access,
      journals: journalStore,
      records: journalRecords,
      directory,
      facets: reading.facets,
      applicationsOf: applicationStore.ofJournal,
      publish,
      clock,
      recheckDrafts: recheckAll,
    }),
    ...draftHandlers({ draftStore, reading, accountStore, journalStore, undo, clock, publish }),
    ...duplicateHandlers({ drafts: draftStore, candidates, directory, access, seenThere }),
    ...importHandlers({ importStore, importJobs, accountStore, clock, publish }),
    ...uploadHandlers({ uploads, store: uploadStore, requests: requestStore }),
    ...versionHandlers({
      versions,
      drafts: draftStore,
      alike: toCompare.alike,
      draftSync: createDraftSync(db),
      transaction,
      context,
      uploads: uploadStore,
      applications: applicationStore,
      journals: journalStore,
      access,
      directory,
      clock,
      publish,
      undo,
    }),
    ...applicationHandlers({
      applications,
      store: applicationStore,
      journals: journalStore,
      access,
      clock,
      publish,
      undo,
    }),
    ...searchHandlers({
      searches,
      journals: journalStore,
      access,
      directory,
      clock,
      publish,
    }),
    ...takeHandlers({ drafts: toCompare, access, directory, context, undo, transaction, clock, publish }),
    ...reconcileHandlers({
      reconciliations,
      store: reconcileStore,
      drafts: toCompare,
      transaction,
      undo,
      context,
      clock,
      publish,
    }),
    ...undoHandlers({
      undo,
      reconcileStore,
      context,
      recheckApplications: (accountId) => void applications.recheck(accountId),
      matrix: (input) => handlers['matrix.get'](input),
      clock,
      publish,
    }),
  };

  Object.assign(
    handlers,
    undoableRemovals({ undo, handlers: { ...handlers }, search: searches.get, transaction, clock, publish }),
  );

  const ending = new AbortController();
  let tidying: Promise<unknown> = Promise.resolve();

  /** A first start shows journals to choose from at once. */
  async function fetchSandboxJournals(): Promise<void> {
    try {
      await handlers['journals.refresh']({ accountId: 'sandbox' });
    } catch (error) {
      log.warn('sandbox.journals', { error });
    }
  }

  /** Goes on with what the end of the program broke off. */
  async function takeRest(ids: readonly number[]): Promise<void> {
    for (const id of ids) if (!ending.signal.aborted) await handlers['undo.take']({ id });
  }

  return {
    // Wherever the disk fills up, a call says so in words.
    handlers: withStorageErrors(handlers),
    async start() {
      embedded = await embedSandbox({
        workerFile: options.sandboxWorker,
        stateFile: join(dataFolder, 'sandbox.jsonl'),
        ...options.sandbox,
      });
      accountStore.ensureSandbox({
        name: t('settings.sandboxName'),
        base: embedded.addresses.directory['3.0.1'],
        dialect: '3.0.1',
        rate: directoryLimit.perSecond,
        username: sandboxUser,
        createdAt: isoNow({ clock }),
      });
      const halfTaken = undo.recover();
      await importJobs.recover();
      await draftStore.purgeOldTrash(clock.now());
      await applicationStore.purgeOldTrash(new Date(clock.now() - trashKeeps).toISOString());
      await reconciliations.recover();
      recheck.resume();
      await uploads.start();
      tidying = requestStore
        .removeOld(clock.now(), ending.signal)
        .then(() => versions.removeOld(clock.now(), ending.signal))
        .then(() => takeRest(halfTaken))
        .then(() => undo.tidy(clock.now()))
        .catch((error: unknown) => log.error('requests.removeOld', { error }));
      matrixRuns.recover();
      applications.start();
      updates?.start();
      if (journalStore.cards('sandbox') === null) await fetchSandboxJournals();
    },
    async stop() {
      await Promise.all([uploads.stop(), applications.stop()]);
      await reconciliations.stopAll();
      ending.abort();
      await undo.stop();
      await tidying;
      await matrixRuns.stop();
      checkerLimiter.stop();
      await importJobs.stop();
      await recheck.stop();
      await updates?.stop();
      directory.stop();
      await embedded?.stop();
      await thread?.end();
      db.close();
    },
    busy: uploads.busy,
    followLanguage,
    keepForNextStart: async () => void (await Promise.all([uploads.stop(), applications.stop()])),
    cancelRunning: uploads.cancelRunning,
  };
}

import type { ArticleContext } from '../../shared/article/articleRules.ts';
import { AppError } from '../../shared/errors.ts';
import type { WatchState } from '../../shared/watch/watch.ts';
import { createComparisons } from '../comparisons/comparisons.ts';
import { createDirectoryCounts } from '../comparisons/directoryCounts.ts';
import { createEdits } from '../edits/edits.ts';
import { createExports } from '../exports/exports.ts';
import { createImportJobs } from '../import/importJobs.ts';
import { createOffice } from '../office/office.ts';
import { createApplicationRules } from '../outbox/applications/applicationRules.ts';
import { Applications } from '../outbox/applications/applications.ts';
import { createDeletions } from '../outbox/articles/deletions.ts';
import { createRemoteCache } from '../outbox/articles/remoteCache.ts';
import { Uploads } from '../outbox/articles/uploads.ts';
import { unrestrictedSending } from '../outbox/bulkSending.ts';
import { isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import type { Scope } from '../platform/scope.ts';
import { openConfirmedOrigins } from '../platform/secrets/confirmedOrigins.ts';
import { createKeptSecrets } from '../platform/secrets/keptSecrets.ts';
import { createDirectoryAccess } from '../remote/directoryAccess.ts';
import { createUpdateCheck } from '../remote/updateCheck.ts';
import type { ServicesOptions } from '../servicesOptions.ts';
import { createDraftRecheck } from '../store/drafts/draftRecheck.ts';
import { createWriteTurns } from '../store/writeTurns.ts';
import { createWatch } from '../watch/watch.ts';
import { createAccountAccess, type RunningSandbox } from './accountAccess.ts';
import { createSources } from './createSources.ts';
import type { Stores } from './createStores.ts';
import { createJournalRecords } from './journalRecords.ts';
import { createRulePacks } from './rulePacks.ts';
import { createServerProfiles } from './serverProfiles.ts';

export type Work = ReturnType<typeof createWork>;

/** Creates everything that works in the background: directory access, both queues, imports, comparisons and rechecks. */
export function createWork(
  options: ServicesOptions,
  stores: Stores,
  sandbox: () => RunningSandbox | null,
  scope: Scope,
) {
  const { clock, log, publish, keychain, version, fetch, timing = {} } = options;
  const own = { clock, log, publish, scope };
  const { batchBytes } = timing;
  const settings = batchBytes ? () => ({ ...stores.settings.get(), batchBytes }) : stores.settings.get;
  const secrets = createKeptSecrets(keychain);
  const confirmed = openConfirmedOrigins(options.sharedFolder ?? options.dataFolder, log);
  const access = createAccountAccess({
    store: stores.accounts,
    secrets,
    confirmed,
    log,
    sandbox,
    environmentKey: options.environmentKey,
    changed: () => publish('accounts.changed', {}),
  });
  const account = access.get;
  const context = (accountId: string): ArticleContext => ({
    dialect: account(accountId).dialect,
    profile: stores.profiles.of(account(accountId)),
    journals: stores.journals.cards(accountId),
    linkChecks: stores.linkChecks,
    now: new Date(clock.now()),
  });
  const office = createOwnOffice(options, stores, { key: access.key, secrets, confirmed, scope });
  const sending = office?.sending ?? unrestrictedSending;
  const directory = createDirectoryAccess({
    account,
    accounts: access.list,
    key: access.key,
    knownKey: access.knownKey,
    keyProblem: access.keyProblem,
    requests: stores.requests,
    limitFile: stores.limits,
    sharedLimit: (accountIds) => office?.sharedLimit(accountIds) ?? null,
    fetch,
    ...own,
    version,
    bulkTimeout: () => settings().bulkTimeout,
    limits: options.limits,
  });
  const remoteCache = createRemoteCache(clock);
  const uploads = new Uploads({
    uploads: stores.uploads,
    requests: stores.requests,
    candidates: stores.candidates,
    remoteCache,
    draftSync: stores.draftSync,
    versions: stores.versions,
    drafts: {
      get: stores.drafts.get,
      selectIds: (accountId, selection) => stores.reading.select(accountId, selection, false),
    },
    directory,
    sending,
    account,
    key: access.key,
    keyProblem: access.keyProblem,
    context,
    learned: (accountId, told) => serverProfiles.learn(accountId, told),
    settings,
    ...own,
    pace: timing.uploads,
    retryLimits: timing.retryLimits,
  });
  const deletions = createDeletions({
    store: stores.deletions,
    versions: stores.versions,
    draftSync: stores.draftSync,
    remoteCache,
    transaction: stores.transaction,
    directory,
    sending,
    ...own,
    pace: timing.uploads,
  });
  const recheck = createDraftRecheck({
    db: stores.db,
    accountStore: stores.accounts,
    profileStore: stores.profiles,
    journalStore: stores.journals,
    ...own,
  });
  const journalsChanged = (accountId: string) => {
    recheckAll(accountId);
    publish('journals.changed', { accountId });
  };
  const journalRecords = createJournalRecords({
    journals: stores.journals,
    directory,
    clock,
    changed: journalsChanged,
  });
  const rules = createApplicationRules({
    account,
    journals: stores.journals,
    clock,
    profile: (accountId) => stores.profiles.of(account(accountId)),
  });
  const applications = new Applications({
    store: stores.applications,
    rules,
    journals: stores.journals,
    journalRecords,
    journalsChanged,
    versions: stores.versions,
    directory,
    sending,
    account,
    accounts: access.list,
    key: access.key,
    keyProblem: access.keyProblem,
    learned: (accountId, told) => serverProfiles.learn(accountId, told),
    settings,
    ...own,
    pace: timing.applications,
  });
  office?.setSender({ uploads, applications, deletions }, { sends: options.sends !== false });
  /** Validates drafts and applications again, because the rules depend on the account's dialect and journals. */
  function recheckAll(accountId: string): void {
    recheck.start(accountId);
    applications.recheck(accountId);
  }
  const yearReading = {
    journals: stores.journals,
    directory,
    account,
    ...own,
    retryLimits: timing.retryLimits,
  };
  const comparisons = createComparisons({
    ...yearReading,
    store: stores.comparisons,
    drafts: stores.toCompare,
  });
  const turns = createWriteTurns(stores.db, options.logWorker);
  const directoryCounts = createDirectoryCounts({ ...yearReading, store: stores.directoryCounts });
  const importJobs = createImportJobs({
    db: stores.db,
    turns,
    importStore: stores.imports,
    dataFolder: options.dataFolder,
    importWorker: options.importWorker,
    onAccepted: (accountId) => {
      if (!stores.linkChecks.hasAny()) return;
      stores.linkChecks.markDrafts();
      recheckAll(accountId);
    },
    onOutdated: (accountId) => {
      stores.profiles.markDrafts(accountId);
      if (!scope.signal.aborted) recheckAll(accountId);
    },
    ...own,
  });
  const edits = createEdits({
    worker: options.editWorker,
    db: stores.db,
    reading: stores.reading,
    undo: stores.undo,
    turns,
    ...own,
  });
  const exports = createExports({
    worker: options.exportWorker,
    database: stores.db.name,
    dataFolder: options.dataFolder,
    reading: stores.reading,
    accountOf: {
      import: (id) => stores.imports.get(id).accountId,
      upload: (id) => uploads.get(id).accountId,
    },
    ...own,
  });
  const watch = createWatch({
    ledger: stores.ledger,
    findings: stores.findings,
    store: stores.watches,
    directory,
    sending,
    account,
    accounts: access.list,
    key: access.key,
    ownJournals: (accountId) => ({
      username: account(accountId).username,
      known: () =>
        stores.journals
          .list(accountId)
          .journals.filter(({ mine }) => mine)
          .map(({ id, title, pissn, eissn }) => ({
            id,
            title,
            issns: [pissn, eissn].filter((issn) => issn !== null),
          })),
      put: (journal) => {
        if (stores.journals.put(accountId, journal, isoNow({ clock }))) journalsChanged(accountId);
      },
      gone: (id) => {
        if (stores.journals.setWithdrawn(accountId, id)) journalsChanged(accountId);
      },
      acceptedSince: (id, since) =>
        stores.applications
          .ofJournal(accountId, id)
          .some(({ status, statusAt }) => status === 'accepted' && statusAt !== null && statusAt >= since),
    }),
    followApplications: (accountId) => applications.refresh({ accountId }),
    settings,
    transaction: stores.transaction,
    ...own,
    retryLimits: timing.retryLimits,
    pace: timing.watch,
  });
  const serverProfiles = createServerProfiles({
    store: stores.profiles,
    journals: stores.journals,
    directory,
    account,
    accounts: access.list,
    recheck: recheckAll,
    ...own,
    pace: timing.profiles,
  });
  const refreshLedger = async (accountId: string, signal: AbortSignal) => {
    await watch.now(accountId, { isInventory: false });
    for (let at = watch.state(accountId); isLooking(at.state); at = watch.state(accountId))
      await clock.sleep(lookAgainAfter, signal);
    const { inventoryAt, problem, state, present } = watch.state(accountId);
    if (problem) throw new AppError('remote', problem);
    // Another computer of the office shares what it knows.
    if (inventoryAt === '' && !(state === 'elsewhere' && present > 0)) throw fail('gaps.notRead');
  };
  const sources = createSources(options, stores, {
    access,
    recheckAll,
    importJobs,
    refreshLedger,
    obstacle: sending.obstacle,
    scope,
  });
  return {
    access,
    sending,
    sources,
    context,
    directory,
    remoteCache,
    uploads,
    deletions,
    recheck,
    recheckAll,
    journalRecords,
    journalsChanged,
    rules,
    applications,
    comparisons,
    directoryCounts,
    importJobs,
    turns,
    edits,
    exports,
    watch,
    serverProfiles,
    office,
    updates: createUpdates(options, settings, scope),
    rulePacks: createRulePacks({
      ...{ dataFolder: options.dataFolder, address: options.packAddress, key: options.packKey },
      store: stores.settings,
      fetch,
      ...own,
    }),
  };
}

/** Milliseconds. */
const lookAgainAfter = 250;

function isLooking(state: WatchState['state']): boolean {
  return state === 'looking' || state === 'inventory';
}

/** Returns null if the host has no thread for an office. */
function createOwnOffice(
  options: ServicesOptions,
  { db }: Stores,
  more: Pick<Parameters<typeof createOffice>[0], 'key' | 'secrets' | 'confirmed' | 'scope'>,
) {
  const { officeWorker, officePassword, ...parts } = options;
  if (officeWorker === undefined) return null;
  return createOffice({ ...parts, worker: officeWorker, environmentPassword: officePassword, db, ...more });
}

/** Returns null if the host gives no address to ask for newer versions. */
function createUpdates(
  { updates, version, fetch, clock, log, publish }: ServicesOptions,
  settings: Stores['settings']['get'],
  scope: Scope,
) {
  if (updates === undefined) return null;
  const isAllowed = () => settings().checksForUpdates;
  return createUpdateCheck({ address: updates, version, fetch, clock, log, publish, isAllowed, scope });
}

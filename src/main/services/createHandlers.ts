import type { Handlers } from '../../shared/contract/contract.ts';
import type { StartStep } from '../../shared/startSteps.ts';
import { accountHandlers } from '../handlers/accounts.ts';
import { appHandlers, settingsHandlers } from '../handlers/app.ts';
import { applicationHandlers } from '../handlers/applications.ts';
import type { StorageCall } from '../handlers/backups.ts';
import { comparisonHandlers } from '../handlers/comparisons.ts';
import { complianceHandlers } from '../handlers/compliance.ts';
import { deletionHandlers } from '../handlers/deletions.ts';
import { crossrefHandlers } from '../handlers/drafts/askCrossref.ts';
import { draftHandlers } from '../handlers/drafts/drafts.ts';
import { duplicateHandlers } from '../handlers/drafts/duplicates.ts';
import { listHandlers } from '../handlers/drafts/lists.ts';
import { takeHandlers } from '../handlers/drafts/take.ts';
import { editHandlers } from '../handlers/edits.ts';
import { exportHandlers } from '../handlers/exports.ts';
import { fixingHandlers } from '../handlers/fixing.ts';
import { harvestHandlers } from '../handlers/harvest.ts';
import { importHandlers, mappingHandlers } from '../handlers/imports.ts';
import { journalFileHandlers } from '../handlers/journals/journalFile.ts';
import { journalHandlers } from '../handlers/journals/journals.ts';
import { linkHandlers } from '../handlers/links.ts';
import { matrixHandlers } from '../handlers/matrix.ts';
import { officeHandlers } from '../handlers/office.ts';
import { overviewHandlers } from '../handlers/overview.ts';
import { searchHandlers } from '../handlers/search/search.ts';
import { undoableRemovals, undoHandlers } from '../handlers/undo.ts';
import { uploadHandlers } from '../handlers/uploads.ts';
import { versionHandlers } from '../handlers/versions.ts';
import type { ServicesOptions } from '../servicesOptions.ts';
import { proposeFrom } from '../sources/crossref/proposeFromCrossref.ts';
import type { Checker } from './createChecker.ts';
import type { Stores } from './createStores.ts';
import type { Work } from './createWork.ts';

/** The calls that need an open database. */
export type CoreHandlers = Omit<Handlers, StorageCall>;

/** Creates the handlers of all calls except those of the data file as a whole. */
export function createHandlers(
  { version, shell, keychain, clock, log, publish, printToPdf, timing }: ServicesOptions,
  stores: Stores,
  work: Work,
  checker: Checker,
  skipped: readonly StartStep[],
): CoreHandlers {
  const { transaction, accounts, journals, drafts, draftSync, toCompare, reading, undo } = stores;
  const { access, directory, uploads, applications, context, recheckAll } = work;
  const { asker, source, limiter } = checker;
  const ours = { clock, publish };
  const retryLimits = timing?.retryLimits;
  const restoring = {
    versions: stores.versions,
    drafts,
    alike: toCompare.alike,
    draftSync,
    transaction,
    context,
    clock,
  };
  const handlers: CoreHandlers = {
    ...appHandlers({
      ...{ version, shell, keychain, updates: work.updates, skipped },
      unreadableAccounts: accounts.countUnreadable,
    }),
    ...settingsHandlers({ settingsStore: stores.settings, publish }),
    ...accountHandlers({
      ...ours,
      store: accounts,
      access,
      directory,
      uploads,
      applications,
      recheckDrafts: recheckAll,
      hideKey: log.hide,
      isShared: (id) => work.office?.sending.delegates(id) ?? false,
    }),
    ...journalHandlers({
      ...ours,
      access,
      journals,
      records: work.journalRecords,
      directory,
      facets: reading.facets,
      applicationsOf: stores.applications.ofJournal,
      recheckDrafts: recheckAll,
    }),
    ...draftHandlers({
      ...ours,
      draftStore: drafts,
      reading,
      accountStore: accounts,
      journalStore: journals,
      linkChecks: stores.linkChecks,
      undo,
    }),
    ...editHandlers(work.edits),
    ...exportHandlers(work.exports),
    ...duplicateHandlers({
      drafts,
      candidates: stores.candidates,
      directory,
      access,
      remoteCache: work.remoteCache,
    }),
    ...importHandlers({
      ...ours,
      importStore: stores.imports,
      mappings: stores.mappings,
      reading,
      importJobs: work.importJobs,
      accountStore: accounts,
    }),
    ...mappingHandlers({ ...ours, mappings: stores.mappings, undo, transaction }),
    ...uploadHandlers({ uploads, store: stores.uploads, requests: stores.requests }),
    ...fixingHandlers({ ...ours, fixings: stores.fixings, reading, uploads, uploadItems: stores.uploads }),
    ...versionHandlers({
      ...restoring,
      publish,
      uploads: stores.uploads,
      applications: stores.applications,
      rules: work.rules,
      access,
      directory,
      undo,
      retryLimits,
    }),
    ...deletionHandlers({
      ...restoring,
      publish,
      deletions: work.deletions,
      store: stores.deletions,
      reading,
    }),
    ...applicationHandlers({
      ...ours,
      applications,
      store: stores.applications,
      rules: work.rules,
      access,
      undo,
    }),
    ...journalFileHandlers({
      ...ours,
      access,
      journals,
      records: work.journalRecords,
      directory,
      applications,
      applicationsOf: stores.applications.ofJournal,
    }),
    ...listHandlers({ ...ours, lists: stores.lists, reading, access, undo, transaction }),
    ...searchHandlers({ ...ours, retryLimits, searches: stores.searches, journals, access, directory }),
    ...takeHandlers({
      ...ours,
      retryLimits,
      drafts: toCompare,
      access,
      directory,
      context,
      undo,
      transaction,
    }),
    ...crossrefHandlers({
      crossref: work.sources.crossref,
      drafts,
      journals: journals.cards,
      refuseIfOff: work.sources.refuseIfOff,
    }),
    ...harvestHandlers({ runs: work.sources.harvests, refuseIfOff: work.sources.refuseIfOff }),
    ...linkHandlers({
      runs: work.sources.links,
      store: stores.linkChecks,
      reading,
      refuseIfOff: work.sources.refuseIfOff,
    }),
    ...officeHandlers(work.office),
    ...overviewHandlers({ reading, counts: work.directoryCounts, account: access.get, clock }),
    ...comparisonHandlers({
      ...ours,
      comparisons: work.comparisons,
      crossrefReadings: work.sources.crossrefReadings,
      refuseIfOff: work.sources.refuseIfOff,
      // Values that may not be proposed are never stored.
      propose: (draft, crossref) => proposeFrom(draft, crossref, { withAbstract: true }),
      store: stores.comparisons,
      drafts: toCompare,
      transaction,
      undo,
      context,
    }),
    ...complianceHandlers({
      ...ours,
      funders: stores.funders,
      checks: stores.checks,
      asker,
      client: checker.client,
      source,
    }),
    ...matrixHandlers({
      ...ours,
      matrices: stores.matrices,
      runs: checker.runs,
      funders: stores.funders,
      asker,
      limiter,
      journalTitle: (issn) => journalTitle(stores, issn),
      source,
      printToPdf,
    }),
    ...undoHandlers({
      ...ours,
      undo,
      comparisonStore: stores.comparisons,
      context,
      recheckApplications: (accountId) => applications.recheck(accountId),
      matrix: (input) => handlers['matrix.get'](input),
    }),
  };
  const search = stores.searches.get;
  const removals = undoableRemovals({ ...ours, undo, handlers: { ...handlers }, search, transaction });
  return Object.assign(handlers, removals);
}

/** The title of the journal with this ISSN in any account; empty if it is unknown. */
function journalTitle({ accounts, journals }: Stores, issn: string): string {
  const known = accounts.list().flatMap(({ id }) => journals.cards(id) ?? []);
  return known.find(({ pissn, eissn }) => pissn === issn || eissn === issn)?.title ?? '';
}

import { join } from 'node:path';
import type { Scope } from '../platform/scope.ts';
import type { ServicesOptions } from '../servicesOptions.ts';
import { createAccountStore } from '../store/accounts/accountStore.ts';
import { createProfileStore } from '../store/accounts/profileStore.ts';
import { createApplicationStore } from '../store/applications/applicationStore.ts';
import { createComparisonStore } from '../store/comparisons/comparisonStore.ts';
import { createDraftsToCompare } from '../store/comparisons/draftsToCompare.ts';
import { createComplianceStore } from '../store/compliance/complianceStore.ts';
import { createFunderStore } from '../store/compliance/funderStore.ts';
import { createMatrixStore } from '../store/compliance/matrixStore.ts';
import { createCrossrefStore } from '../store/crossref/crossrefStore.ts';
import { openDatabase } from '../store/database.ts';
import { createDeletionStore } from '../store/deletions/deletionStore.ts';
import { createDraftLists } from '../store/drafts/draftLists.ts';
import { createDraftReading } from '../store/drafts/draftReading.ts';
import { createDraftStore } from '../store/drafts/draftStore.ts';
import { createDraftSync } from '../store/drafts/draftSync.ts';
import { createSavedListStore } from '../store/drafts/savedListStore.ts';
import { createUnverifiedDrafts } from '../store/drafts/unverifiedDrafts.ts';
import { createVersionStore } from '../store/drafts/versionStore.ts';
import { createFixingStore } from '../store/fixing/fixingStore.ts';
import { createHarvestStore } from '../store/harvest/harvestStore.ts';
import { createImportStore } from '../store/imports/importStore.ts';
import { createMappingStore } from '../store/imports/mappingStore.ts';
import { alsoWatch } from '../store/inPlace.ts';
import { createJournalStore } from '../store/journals/journalStore.ts';
import { openLimitFile } from '../store/limitFile.ts';
import { createLinkCheckStore } from '../store/links/linkCheckStore.ts';
import { createLinkTurnStore } from '../store/links/linkTurnStore.ts';
import { createOfficeTriggers, hasOffice } from '../store/office/officeTriggers.ts';
import { createDirectoryCountStore } from '../store/overview/directoryCountStore.ts';
import { createSearchStore } from '../store/searches/searchStore.ts';
import { createSettingsStore } from '../store/settingsStore.ts';
import { createUndoStore } from '../store/undo/undoStore.ts';
import { createRequestStore } from '../store/uploads/requestStore.ts';
import { createSendCandidates } from '../store/uploads/sendCandidates.ts';
import { createUploadStore } from '../store/uploads/uploadStore.ts';
import { createFindingStore } from '../store/watch/findingStore.ts';
import { createGapStore } from '../store/watch/gapStore.ts';
import { createLedgerStore } from '../store/watch/ledgerStore.ts';
import { createWatchStore } from '../store/watch/watchStore.ts';
import { keepResponsive, write } from '../store/write.ts';

export type Stores = ReturnType<typeof createStores>;

/** Opens the data file of the options, migrated to this version, and every store on it; `close` closes both, after the scope has stopped. */
export function createStores(
  { dataFolder, sharedFolder, assertHeld, draftWorker, clock, publish }: ServicesOptions,
  scope: Scope,
) {
  const file = join(dataFolder, 'colophon.db');
  const db = openDatabase(file);
  if (assertHeld) alsoWatch(db, assertHeld);
  if (hasOffice(db)) createOfficeTriggers(db);
  keepResponsive(db);
  const lists = createDraftLists(db);
  const thread = draftWorker ? createDraftReading(db, lists, { worker: draftWorker, file }) : null;
  const reading = thread ?? lists;
  const comparisons = createComparisonStore(db);
  const limits = openLimitFile(sharedFolder, dataFolder, clock);
  return {
    db,
    transaction: <T>(work: () => T): T => write(db, work),
    settings: createSettingsStore(db),
    accounts: createAccountStore(db),
    profiles: createProfileStore(db),
    journals: createJournalStore(db),
    /** Lists of drafts; in a separate thread if the host provides one. */
    reading,
    drafts: createDraftStore(db, lists, reading),
    draftSync: createDraftSync(db),
    unverified: createUnverifiedDrafts(db),
    toCompare: createDraftsToCompare(db),
    candidates: createSendCandidates(db),
    imports: createImportStore(db),
    mappings: createMappingStore(db),
    uploads: createUploadStore(db),
    requests: createRequestStore(db),
    limits,
    linkChecks: createLinkCheckStore(db),
    linkTurns: createLinkTurnStore(db),
    harvests: createHarvestStore(db),
    crossref: createCrossrefStore(db),
    versions: createVersionStore(db),
    deletions: createDeletionStore(db),
    applications: createApplicationStore(db),
    comparisons,
    directoryCounts: createDirectoryCountStore(db),
    undo: createUndoStore(db, comparisons, { scope, publish }),
    lists: createSavedListStore(db),
    fixings: createFixingStore(db),
    searches: createSearchStore(db),
    funders: createFunderStore(db),
    checks: createComplianceStore(db),
    matrices: createMatrixStore(db),
    ledger: createLedgerStore(db),
    findings: createFindingStore(db),
    gaps: createGapStore(db),
    watches: createWatchStore(db),
    async close(): Promise<void> {
      await thread?.end();
      limits.close();
      db.close();
    },
  };
}

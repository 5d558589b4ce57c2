import { join } from 'node:path';
import type { ServicesOptions } from '../servicesOptions.ts';
import { createAccountStore } from '../store/accountStore.ts';
import { createApplicationStore } from '../store/applicationStore.ts';
import { createComplianceStore } from '../store/complianceStore.ts';
import { openDatabase } from '../store/database.ts';
import { createDraftLists } from '../store/draftLists.ts';
import { createDraftReading } from '../store/draftReading.ts';
import { createDraftStore } from '../store/draftStore.ts';
import { createDraftSync } from '../store/draftSync.ts';
import { createDraftsToCompare } from '../store/draftsToCompare.ts';
import { createFunderStore } from '../store/funderStore.ts';
import { createImportStore } from '../store/importStore.ts';
import { createJournalStore } from '../store/journalStore.ts';
import { createLimiterStore } from '../store/limiterStore.ts';
import { createMatrixStore } from '../store/matrixStore.ts';
import { createReconcileStore } from '../store/reconcileStore.ts';
import { createRequestStore } from '../store/requestStore.ts';
import { createSearchStore } from '../store/searchStore.ts';
import { createSendCandidates } from '../store/sendCandidates.ts';
import { createSettingsStore } from '../store/settingsStore.ts';
import { createUndoStore } from '../store/undoStore.ts';
import { createUploadStore } from '../store/uploadStore.ts';
import { createVersionStore } from '../store/versionStore.ts';

export type Stores = ReturnType<typeof createStores>;

/** Opens the data file of the options, brought to this version's form, and every store on it; `close` ends both. */
export function createStores({ dataFolder, draftWorker, log }: ServicesOptions) {
  const file = join(dataFolder, 'colophon.db');
  const db = openDatabase(file);
  const lists = createDraftLists(db);
  const thread = draftWorker ? createDraftReading(db, lists, { worker: draftWorker, file }) : null;
  const reading = thread ?? lists;
  const reconciliations = createReconcileStore(db);
  return {
    db,
    transaction: <T>(work: () => T): T => db.transaction(work)(),
    settings: createSettingsStore(db),
    accounts: createAccountStore(db),
    journals: createJournalStore(db),
    /** Lists of drafts; in a thread of their own where the host has one for them. */
    reading,
    drafts: createDraftStore(db, lists, reading),
    draftSync: createDraftSync(db),
    toCompare: createDraftsToCompare(db),
    candidates: createSendCandidates(db),
    imports: createImportStore(db),
    uploads: createUploadStore(db),
    requests: createRequestStore(db),
    limiters: createLimiterStore(db),
    versions: createVersionStore(db),
    applications: createApplicationStore(db),
    reconciliations,
    undo: createUndoStore(db, reconciliations, { onError: (error) => log.error('undo.tidy', { error }) }),
    searches: createSearchStore(db),
    funders: createFunderStore(db),
    checks: createComplianceStore(db),
    matrices: createMatrixStore(db),
    async close(): Promise<void> {
      await thread?.end();
      db.close();
    },
  };
}

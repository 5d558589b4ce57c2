import type { Handlers } from '../../shared/contract/contract.ts';
import type { App } from '../services/createApp.ts';
import { accountHandlers } from './accounts.ts';
import { appHandlers, settingsHandlers } from './app.ts';
import { applicationHandlers } from './applications.ts';
import type { StorageCall } from './backups.ts';
import { comparisonHandlers } from './comparisons.ts';
import { complianceHandlers } from './compliance.ts';
import { deletionHandlers } from './deletions.ts';
import { crossrefHandlers } from './drafts/askCrossref.ts';
import { draftHandlers } from './drafts/drafts.ts';
import { duplicateHandlers } from './drafts/duplicates.ts';
import { listHandlers } from './drafts/lists.ts';
import { takeHandlers } from './drafts/take.ts';
import { editHandlers } from './edits.ts';
import { exportHandlers } from './exports.ts';
import { fixingHandlers } from './fixing.ts';
import { harvestHandlers } from './harvest.ts';
import { importHandlers, mappingHandlers } from './imports.ts';
import { journalFileHandlers } from './journals/journalFile.ts';
import { journalHandlers } from './journals/journals.ts';
import { linkHandlers } from './links.ts';
import { matrixHandlers } from './matrix.ts';
import { officeHandlers } from './office.ts';
import { overviewHandlers } from './overview.ts';
import { rulesHandlers } from './rules.ts';
import { searchHandlers } from './search/search.ts';
import { undoHandlers } from './undo.ts';
import { uploadHandlers } from './uploads.ts';
import { versionHandlers } from './versions.ts';
import { watchHandlers } from './watch.ts';

/** The calls that need an open database. */
export type CoreHandlers = Omit<Handlers, StorageCall>;

/** Creates the handlers of all calls except those of the data file as a whole. */
export function createHandlers(app: App): CoreHandlers {
  return {
    ...accountHandlers(app),
    ...appHandlers(app),
    ...settingsHandlers(app),
    ...applicationHandlers(app),
    ...comparisonHandlers(app),
    ...complianceHandlers(app),
    ...deletionHandlers(app),
    ...crossrefHandlers(app),
    ...draftHandlers(app),
    ...duplicateHandlers(app),
    ...listHandlers(app),
    ...takeHandlers(app),
    ...editHandlers(app),
    ...exportHandlers(app),
    ...fixingHandlers(app),
    ...harvestHandlers(app),
    ...importHandlers(app),
    ...mappingHandlers(app),
    ...journalFileHandlers(app),
    ...journalHandlers(app),
    ...linkHandlers(app),
    ...matrixHandlers(app),
    ...officeHandlers(app),
    ...overviewHandlers(app),
    ...rulesHandlers(app),
    ...searchHandlers(app),
    ...undoHandlers(app),
    ...uploadHandlers(app),
    ...versionHandlers(app),
    ...watchHandlers(app),
  };
}

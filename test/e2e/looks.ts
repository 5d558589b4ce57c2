import { expect, type Page } from '@playwright/test';
import { getAt } from '../../src/shared/draft/fieldPath.ts';
import { english as en } from '../helpers/catalogue.ts';

/** Where a component is checked: its file in `src/renderer`, the screen's name in `expectAccessible` or `expectReadable`, and the key of a text that is on that screen then. */
type Place = readonly [file: string, screen: string, key: string];

/** The error of a call that fails in these tests. */
export const faultKey = 'error.storageFull.message';
const error = (file: string, screen: string): Place => [file, screen, faultKey];

/** Where everything that opens over a screen, or replaces expected content, is checked. */
export const looks: Readonly<Record<'dialogs' | 'errors' | 'messages' | 'empty', readonly Place[]>> = {
  dialogs: [
    ['frame/CommandPalette.tsx', 'the command palette', 'commands.kind.draft'],
    ['frame/DiagnosticsDialog.tsx', 'the diagnostics', 'frame.diagnostics.explain'],
    ['frame/HelpDialog.tsx', 'the help', 'frame.help.title'],
    ['parts/DialogBoundary.tsx', 'a dialog that cannot be shown', 'frame.failed.title'],
    ['parts/form/EarlierVersions.tsx', 'Earlier versions', 'versions.title'],
    ['parts/application/OperatorDialog.tsx', 'the message to the staff', 'application.message.title'],
    ['parts/application/ReviewAndSend.tsx', 'the review', 'application.review.notNow'],
    ['screens/ApplicationForm/WithdrawDialog.tsx', 'withdrawing', 'application.withdraw.keep'],
    ['screens/ArticleForm/ArticleForm.tsx', 'a locked DOI', 'article.lock.title'],
    ['screens/BulkEdit/BulkEditDialog.tsx', 'editing several drafts', 'edits.title'],
    ['screens/BulkEdit/CopyDialog.tsx', 'copying drafts to another account', 'copy.title'],
    ['screens/Deletions/AskDeletion.tsx', 'deleting from the directory', 'deletion.keep'],
    ['screens/Deletions/DeletionList.tsx', 'articles deleted from the directory', 'deletion.listTitle'],
    ['screens/Export/AskExport.tsx', 'exporting articles', 'exports.format'],
    ['screens/Export/AskReturned.tsx', 'returning a table', 'exports.returned.rows'],
    ['screens/Export/ExportSummary.tsx', 'a finished export', 'exports.result'],
    ['screens/Harvest/HarvestDialog.tsx', 'harvesting while it is off', 'sources.off.fix'],
    ['screens/Harvest/AskRepository.tsx', 'the address to harvest', 'harvest.about'],
    ['screens/Harvest/ChooseRecords.tsx', 'the records to harvest', 'harvest.period'],
    ['screens/Links/LinksDialog.tsx', 'checking links', 'links.pace'],
    ['screens/Import/SavedMappings.tsx', 'saved mappings', 'import.map.savedTitle'],
    ['screens/Compliance/MatrixMenu.tsx', 'removing a matrix', 'complianceScreen.removeText'],
    ['screens/Compliance/ModalDialog.tsx', 'compliance, a text of the funder', 'common.close'],
    ['screens/Compliance/NewMatrixDialog.tsx', 'compliance, a new matrix', 'complianceScreen.newMatrix'],
    ['parts/PurgeDialog.tsx', 'deleting permanently', 'drafts.purgeDialog.confirm'],
    ['parts/NameDialog.tsx', 'saving a list', 'drafts.saved.name'],
    ['screens/Drafts/WithFacets.tsx', 'the facets in a narrow window', 'drafts.facet.name.host'],
    ['screens/Journals/JournalActions.tsx', 'an existing Update Request', 'journals.existing.title'],
    ['screens/Journals/JournalFile.tsx', 'a Journal Update File', 'journalFile.wordsHelp'],
    ['screens/Journals/ManyChanges.tsx', 'one change for many journals', 'journals.many.text'],
    ['screens/Reconcile/OutcomeActions.tsx', 'overwriting a draft', 'reconcile.overwrite.no'],
    ['parts/NameDialog.tsx', 'saving a search', 'search.save.title'],
    ['screens/SendPlan/SendPlanDialog.tsx', 'the plan of sending', 'send.title'],
    ['screens/Settings/AccountDialog.tsx', 'a new account', 'settings.accounts.addTitle'],
    ['parts/AppDialog.tsx', 'a new account', 'common.cancel'],
    ['screens/Settings/FundersSection.tsx', 'compliance, an own funder', 'settings.funders.add'],
    ['screens/Settings/JoinOfficeDialog.tsx', 'joining an office', 'sharing.create'],
    ['screens/Settings/OfficeSection.tsx', 'leaving an office', 'sharing.leaveText'],
    ['screens/Review/ReviewDialog.tsx', 'the review of a draft', 'sharing.review.title'],
    ['screens/Settings/KeyDialog.tsx', 'the key', 'settings.accounts.keyText'],
    ['screens/Settings/ConfirmOriginDialog.tsx', 'the origin of a key', 'settings.accounts.confirm.text'],
    ['screens/Settings/AccountsSection.tsx', 'removing an account', 'settings.accounts.removeSubmit'],
    ['parts/backup/RestoreDialog.tsx', 'viewing a backup', 'common.cancel'],
    ['screens/Settings/ShortcutsSection.tsx', 'the shortcut of a command', 'settings.shortcuts.press'],
    ['screens/Uploads/LeftOutLine.tsx', 'the articles that an upload did not send', 'uploads.leftOut.when'],
    ['screens/Uploads/PutBack.tsx', 'restoring versions', 'versions.putBack'],
    ['parts/upload/SendAgainDialog.tsx', 'sending again', 'uploads.confirm.again.text'],
    ['screens/Uploads/UploadButtons.tsx', 'cancelling an upload', 'uploads.cancelDialog.no'],
  ],
  errors: [
    error('frame/DiagnosticsDialog.tsx', 'diagnostics that cannot be created'),
    error('frame/Notices.tsx', 'a step that fails'),
    ['parts/lazy.tsx', 'a screen whose file is missing', 'frame.missing.message'],
    ['parts/ErrorBoundary.tsx', 'a screen that cannot be shown', 'frame.failed.screen'],
    error('parts/form/EarlierVersions.tsx', 'earlier versions that cannot be loaded'),
    error('parts/form/RecordMessages.tsx', 'a draft that cannot be saved'),
    error('parts/form/OpenRecord.tsx', 'an Update Request that cannot be opened'),
    ['parts/form/RecordMessages.tsx', 'an Update Request that was refused', 'application.refused.title'],
    error('parts/application/ReviewAndSend.tsx', 'a review that cannot be prepared'),
    error('screens/ArticleForm/CrossrefPanel.tsx', 'Crossref that cannot be asked'),
    error('screens/Reconcile/RowPane.tsx', 'versions that cannot be loaded'),
    error('screens/ApplicationForm/WithdrawDialog.tsx', 'withdrawing that fails'),
    error('parts/form/OpenRecord.tsx', 'a draft that cannot be opened'),
    error('screens/ArticleForm/DuplicatesPanel.tsx', 'a search for duplicates that fails'),
    ['screens/BulkEdit/BulkEditDialog.tsx', 'an edit with a mistake', 'edits.badRegex'],
    error('screens/Overview/Overview.tsx', 'an overview that cannot be loaded'),
    error('screens/Compliance/Compliance.tsx', 'a check that fails'),
    error('screens/Compliance/LookUps.tsx', 'a look-up that fails'),
    error('screens/Compliance/MatrixPage.tsx', 'an answer that cannot be loaded'),
    error('screens/Compliance/Compliance.tsx', 'matrices that cannot be loaded'),
    error('screens/Compliance/NewMatrixDialog.tsx', 'a matrix that cannot be started'),
    error('screens/Drafts/Drafts.tsx', 'drafts that cannot be loaded'),
    error('screens/Drafts/FacetPanel.tsx', 'facets that cannot be counted'),
    error('screens/Fixing/Fixing.tsx', 'a fixing mode that cannot be loaded'),
    error('screens/Fixing/FixingList.tsx', 'records to fix that cannot be loaded'),
    error('screens/Import/Import.tsx', 'an import that cannot be loaded'),
    error('screens/Import/ImportProblems.tsx', 'problems of an import that cannot be loaded'),
    error('screens/Import/ImportRows.tsx', 'records of an import that cannot be loaded'),
    error('parts/import/ImportTray.tsx', 'a file that cannot be imported'),
    error('screens/Import/MapColumns.tsx', 'columns that cannot be loaded'),
    error('screens/Journals/JournalList.tsx', 'journals that cannot be found'),
    error('screens/Journals/JournalPane.tsx', 'a journal that cannot be loaded'),
    error('screens/Journals/ManyChanges.tsx', 'many changes that cannot be previewed'),
    error('screens/Reconcile/OutcomeList.tsx', 'compared articles that cannot be loaded'),
    error('screens/Reconcile/Reconcile.tsx', 'comparisons that cannot be loaded'),
    error('screens/Search/ArticleHit.tsx', 'a draft beside an article that cannot be loaded'),
    error('screens/Search/Results.tsx', 'a search that fails'),
    error('screens/Search/SavedSearches.tsx', 'saved searches that cannot be loaded'),
    error('screens/SendPlan/PayloadView.tsx', 'a body that cannot be shown'),
    error('screens/SendPlan/SendPlanDialog.tsx', 'a plan that cannot be prepared'),
    error('screens/Settings/AccountsSection.tsx', 'an account that cannot be tested'),
    error('parts/AppDialog.tsx', 'a key that cannot be stored'),
    error('screens/Settings/RecentChanges.tsx', 'recent changes that cannot be loaded'),
    error('parts/backup/RestoreDialog.tsx', 'a backup that cannot be viewed'),
    error('screens/UpdateRequests/UpdateRequests.tsx', 'Update Requests that cannot be loaded'),
    error('screens/UpdateRequests/UpdateRequests.tsx', 'details that cannot be loaded'),
    error('screens/Uploads/PagedTable.tsx', 'requests that cannot be loaded'),
    error('screens/Uploads/PagedTable.tsx', 'records of an upload that cannot be loaded'),
    error('screens/Uploads/PutBack.tsx', 'restoring versions that fails'),
    error('screens/Uploads/Uploads.tsx', 'uploads that cannot be loaded'),
    error('screens/Uploads/UploadWindow.tsx', 'an upload that cannot be loaded'),
  ],
  messages: [
    ['parts/import/GoneList.tsx', 'a harvested import', 'harvest.gone.text'],
    ['screens/Harvest/HarvestProgress.tsx', 'a harvest that failed', 'harvest.end.failed_other'],
    [
      'screens/Reconcile/AskCrossref.tsx',
      'Crossref that cannot be read',
      'crossref.problem.unreadable.message',
    ],
    ['parts/SourcesOff.tsx', 'checking links while it is off', 'sources.off.fix'],
    ['screens/Journals/JournalFile.tsx', 'a Journal Update File', 'journalFile.wordsHelp'],
    ['screens/Settings/AccountDialog.tsx', 'an account that was set up', 'settings.accounts.use'],
    ['screens/Settings/ConfirmOriginDialog.tsx', 'the origin of a key', 'settings.accounts.confirm.warning'],
    ['screens/Settings/OfficeSection.tsx', 'an office that refuses the password', 'sharing.joinAgain'],
    ['parts/office/OfficeNotes.tsx', 'a conflict in the form of its draft', 'sharing.conflictHere'],
    ['screens/Import/MappedArticles.tsx', 'the columns of a table', 'import.map.noTitle'],
    ['frame/Notices.tsx', 'Colophon not answering', 'frame.link.kept'],
    ['parts/backup/StorageNotices.tsx', 'a data file that was damaged', 'storage.damaged.message'],
    error('parts/ErrorPanel.tsx', 'drafts that cannot be loaded'),
    ['parts/form/RecordMessages.tsx', 'two versions of a draft', 'article.conflict.title'],
    ['parts/form/EarlierVersions.tsx', 'an earlier version beside the draft', 'versions.unasked'],
    ['parts/Callout.tsx', 'a draft in the trash', 'article.trashed'],
    ['parts/form/RecordMessages.tsx', 'a draft in the trash', 'article.trashed'],
    ['parts/application/ReviewAndSend.tsx', 'a review of two', 'application.review.unasked'],
    ['parts/application/ReviewAndSend.tsx', 'a review of two', 'application.review.unasked'],
    ['screens/ApplicationForm/ApplicationMessages.tsx', 'an Update Request that cannot be changed', faultKey],
    [
      'screens/ArticleForm/ArticleForm.tsx',
      'an article edited since it was refused',
      'article.refused.edited',
    ],
    ['screens/ArticleForm/DuplicatesPanel.tsx', 'a duplicate', 'article.duplicates.open'],
    ['screens/Compliance/Compliance.tsx', 'an earlier answer', 'complianceScreen.toQuestion'],
    [
      'screens/Compliance/MatrixPage.tsx',
      'a question that has not been asked yet',
      'complianceScreen.notAsked',
    ],
    ['screens/Compliance/MatrixHead.tsx', 'a matrix that had to stop', faultKey],
    ['screens/Compliance/ResultView.tsx', 'an earlier answer', 'complianceScreen.noJournal'],
    ['screens/Deletions/DeletionList.tsx', 'deletions that pause', 'deletion.paused'],
    ['parts/OpenFixing.tsx', 'a fixing mode to continue', 'fixing.continue'],
    ['screens/Fixing/FixingBar.tsx', 'a record with a problem left', 'fixing.again'],
    ['screens/Journals/JournalPane.tsx', 'a journal of another account', 'journals.record.notMine'],
    ['screens/Reconcile/Comparison.tsx', 'a comparison that had to stop', faultKey],
    ['screens/Search/ApplicationHit.tsx', 'an unknown application', 'search.application.unknown'],
    ['screens/Search/Search.tsx', 'a journal of someone else found', 'search.journal.notMine'],
    ['screens/Search/Results.tsx', 'results with a selected article', 'search.wall.narrow'],
    ['screens/SendPlan/SendAnyway.tsx', 'a plan with records that are hard to find', 'send.hardToFind.text'],
    ['screens/SendPlan/ThereNow.tsx', 'a change by someone else at the directory', 'send.there.kept'],
    ['screens/SendPlan/Unchecked.tsx', 'a plan without a key and journals', 'send.unchecked.journals'],
    [
      'screens/UpdateRequests/RequestDetail.tsx',
      'Update Requests with details and a notice',
      'requests.meaning.revisions',
    ],
    [
      'screens/Uploads/PutBack.tsx',
      'an upload that waits for a backup of the current version',
      'versions.upload.waiting',
    ],
    ['screens/Uploads/UploadNotice.tsx', 'an upload that is paused', 'uploads.pausedHelp.person'],
  ],
  empty: [
    ['screens/Compliance/Compliance.tsx', 'nothing checked yet', 'complianceScreen.emptyTitle'],
    ['screens/Compliance/Compliance.tsx', 'no matrices yet', 'complianceScreen.noMatrixTitle'],
    ['screens/Drafts/Drafts.tsx', 'no drafts yet', 'drafts.first.title'],
    ['screens/Import/ImportProblems.tsx', 'an import without problems', 'import.noProblems.title'],
    ['screens/Journals/EmptyJournals.tsx', 'no matching journal', 'journals.noMatch.title'],
    ['screens/Reconcile/Earlier.tsx', 'nothing compared yet', 'reconcile.none.title'],
    ['screens/Search/SearchStart.tsx', 'nothing found', 'search.nothing.title'],
    ['screens/UpdateRequests/UpdateRequests.tsx', 'no Update Requests', 'requests.first.title'],
    ['screens/Uploads/Uploads.tsx', 'no uploads yet', 'uploads.none.title'],
  ],
};

/** The elements in a component's source that must be checked, by the list that must name the component. */
export const looked: Readonly<Record<keyof typeof looks, RegExp>> = {
  dialogs: /<(DialogSurface|AppDialog)\b/,
  errors: /<ErrorPanel\b/,
  messages: /<(MessageBar|Callout)\b/,
  empty: /<EmptyState\b/,
};

/** Expects the components on this screen that `looks` names for it. */
export async function expectParts(page: Page, screen: string): Promise<void> {
  for (const [file, where, key] of Object.values(looks).flat()) {
    if (where !== screen) continue;
    await expect(page.getByText(wordsOf(key)).first(), `${screen}: ${file}`).toBeVisible();
  }
}

/** The text of a key without its parameters. */
function wordsOf(key: string): string {
  const words = getAt(en, key);
  if (typeof words !== 'string') throw new Error(`There are no words for ${key}.`);
  return words.split('{{')[0]!.trim();
}

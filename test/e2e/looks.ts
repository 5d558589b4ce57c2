import { expect, type Page } from '@playwright/test';
import { t } from './screen.ts';

/**
 * Where each part that has a dialog, an error, an empty list or a message of its own is looked at: the file in
 * `src/renderer`, the screen's name in `expectAccessible`, and the key of words that are on that screen then.
 */
export const looks: readonly [file: string, screen: string, key: string][] = [
  ['frame/CommandPalette.tsx', 'the command palette', 'commands.kind.draft'],
  ['frame/DiagnosticsDialog.tsx', 'what helps to understand a problem', 'frame.diagnostics.explain'],
  ['frame/HelpDialog.tsx', 'the help', 'frame.help.title'],
  ['parts/form/EarlierVersions.tsx', 'Earlier versions', 'versions.title'],
  ['screens/ApplicationForm/OperatorDialog.tsx', 'the message to the operator', 'application.message.title'],
  ['screens/ApplicationForm/ReviewAndSend.tsx', 'the review', 'application.review.notNow'],
  ['screens/ApplicationForm/WithdrawDialog.tsx', 'withdrawing', 'application.withdraw.keep'],
  ['screens/ArticleForm/UnlockDialog.tsx', 'a locked DOI', 'article.lock.title'],
  ['screens/Compliance/MatrixMenu.tsx', 'removing a matrix', 'complianceScreen.removeText'],
  ['screens/Compliance/ModalDialog.tsx', 'compliance, a text of the funder', 'common.close'],
  ['screens/Compliance/NewMatrixDialog.tsx', 'compliance, a new comparison', 'complianceScreen.newMatrix'],
  ['screens/Drafts/PurgeDialog.tsx', 'deleting for good', 'drafts.purgeDialog.confirm'],
  [
    'screens/Journals/JournalActions.tsx',
    'an Update Request that is open already',
    'journals.existing.title',
  ],
  ['screens/Journals/ManyChanges.tsx', 'one change for many journals', 'journals.many.text'],
  ['screens/Reconcile/OverwriteDialog.tsx', 'overwriting a draft', 'reconcile.overwrite.no'],
  ['screens/Search/SaveSearchDialog.tsx', 'saving a search', 'search.save.title'],
  ['screens/SendPlan/SendPlanDialog.tsx', 'the plan of sending', 'send.title'],
  ['screens/Settings/AccountDialog.tsx', 'a new account', 'settings.accounts.addTitle'],
  ['screens/Settings/FormDialog.tsx', 'a new account', 'common.cancel'],
  ['screens/Settings/FunderDialog.tsx', 'compliance, a funder of one’s own', 'settings.funders.add'],
  ['screens/Settings/KeyDialog.tsx', 'the key', 'settings.accounts.keyText'],
  ['screens/Settings/RemoveAccountDialog.tsx', 'removing an account', 'settings.accounts.removeSubmit'],
  ['screens/Settings/RestoreDialog.tsx', 'a backup that is looked into', 'common.cancel'],
  ['screens/Settings/ShortcutDialog.tsx', 'the keys of a command', 'settings.shortcuts.press'],
  ['screens/Uploads/PutBack.tsx', 'putting back', 'versions.putBack'],
  ['screens/Uploads/UploadButtons.tsx', 'cancelling an upload', 'uploads.cancelDialog.no'],
  ['frame/Notices.tsx', 'Colophon not answering', 'frame.link.kept'],
  ['parts/form/ConflictPanel.tsx', 'two versions of a draft', 'article.conflict.title'],
  ['screens/Drafts/EmptyDrafts.tsx', 'no drafts yet', 'drafts.first.title'],
  ['screens/Reconcile/Earlier.tsx', 'nothing compared yet', 'reconcile.none.title'],
  ['screens/Search/SearchStart.tsx', 'nothing found', 'search.nothing.title'],
  ['screens/UpdateRequests/EmptyRequests.tsx', 'no Update Requests', 'requests.first.title'],
  ['screens/Uploads/Uploads.tsx', 'no uploads yet', 'uploads.none.title'],
  ['screens/Uploads/UploadNotice.tsx', 'an upload that is paused', 'uploads.pausedHelp.person'],
];

/** On this screen are the parts that `looks` says are looked at there. */
export async function expectParts(page: Page, screen: string): Promise<void> {
  for (const [file, where, key] of looks) {
    if (where !== screen) continue;
    await expect(page.getByText(t(key)).first(), `${screen}: ${file}`).toBeVisible();
  }
}

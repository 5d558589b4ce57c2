import { i18n } from '../../../shared/i18n/i18n.ts';
import { onEvent } from '../data/client.ts';
import { formatNumber } from '../format.ts';
import { go } from '../navigation/route.ts';
import { replaceFilter } from '../records/draftsView.ts';
import { closeDialog, isDialogOpen } from './dialogs.ts';
import { showDone } from './notices.ts';

/** Shows the drafts with link problems. */
export function showLinkProblems(): void {
  closeDialog('links');
  const finding = ['link-broken', 'link-suspicious', 'link-moved', 'link-certificate', 'link-type-differs'];
  replaceFilter({ trashed: false, finding });
  go('#/drafts');
}

/** Announces when a check has ended, unless its dialog is open. */
export function announceEndOf(accountId: string): void {
  const stop = onEvent('links.changed', (run) => {
    if (run.accountId !== accountId || run.state === 'running') return;
    stop();
    if (isDialogOpen('links') || run.state !== 'done') return;
    const count = run.done;
    showDone(i18n.t('links.finished', { count, n: formatNumber(count) }), {
      label: i18n.t('links.showDrafts'),
      run: showLinkProblems,
    });
  });
}

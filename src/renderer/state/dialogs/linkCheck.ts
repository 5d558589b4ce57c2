import { create } from 'zustand';
import type { Selection } from '../../../shared/draft/draft.ts';
import { i18n } from '../../../shared/i18n/i18n.ts';
import { onEvent } from '../data/client.ts';
import { formatNumber } from '../format.ts';
import { go } from '../navigation/route.ts';
import { replaceFilter } from '../records/draftsView.ts';
import { showDone } from './notices.ts';

/** The drafts whose links are to be checked. */
export interface LinkRequest {
  accountId: string;
  selection: Selection;
}

export const useLinkCheck = create<{ request: LinkRequest | null }>(() => ({ request: null }));

/** Asks whether to check the links of these drafts, or shows the check that is running; on any screen. */
export function openLinkCheck(request: LinkRequest): void {
  useLinkCheck.setState({ request });
}

export function closeLinkCheck(): void {
  useLinkCheck.setState({ request: null });
}

/** Shows the drafts with link problems. */
export function showLinkProblems(): void {
  closeLinkCheck();
  const finding = ['link-broken', 'link-suspicious', 'link-moved', 'link-certificate', 'link-type-differs'];
  replaceFilter({ trashed: false, finding });
  go('#/drafts');
}

/** Announces when a check has ended, unless its dialog is open. */
export function announceEndOf(accountId: string): void {
  const stop = onEvent('links.changed', (run) => {
    if (run.accountId !== accountId || run.state === 'running') return;
    stop();
    if (useLinkCheck.getState().request !== null || run.state !== 'done') return;
    const count = run.done;
    showDone(i18n.t('links.finished', { count, n: formatNumber(count) }), {
      label: i18n.t('links.showDrafts'),
      run: showLinkProblems,
    });
  });
}

import { i18n } from '../../../shared/i18n/i18n.ts';
import { onEvent } from '../data/client.ts';
import { formatNumber } from '../format.ts';
import { go } from '../navigation/route.ts';
import { closeDialog, isDialogOpen } from './dialogs.ts';
import { showDone } from './notices.ts';

/** Leaves the dialog for the preview of the harvested records. */
export function showHarvested(importId: number): void {
  closeDialog('harvest');
  go({ screen: 'imports', importId });
}

/** Announces when a harvest has ended, unless its dialog is open. */
export function announceHarvest(accountId: string): void {
  const stop = onEvent('harvest.changed', ({ accountId: whose, state, received, importId }) => {
    if (whose !== accountId || state === 'running') return;
    stop();
    if (isDialogOpen('harvest') || state === 'cancelled') return;
    const words = i18n.t(`harvest.end.${state}`, { count: received, n: formatNumber(received) });
    if (importId === null) showDone(words);
    else showDone(words, { label: i18n.t('harvest.preview'), run: () => showHarvested(importId) });
  });
}

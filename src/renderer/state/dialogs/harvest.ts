import { create } from 'zustand';
import { i18n } from '../../../shared/i18n/i18n.ts';
import { onEvent } from '../data/client.ts';
import { formatNumber } from '../format.ts';
import { go } from '../navigation/route.ts';
import { showDone } from './notices.ts';

export const useHarvest = create<{ accountId: string | null }>(() => ({ accountId: null }));

/** Asks which repository to harvest for an account, or shows the harvest that is running; on any screen. */
export function openHarvest(accountId: string): void {
  useHarvest.setState({ accountId });
}

export function closeHarvest(): void {
  useHarvest.setState({ accountId: null });
}

/** Leaves the dialog for the preview of the harvested records. */
export function showHarvested(importId: number): void {
  closeHarvest();
  go({ screen: 'imports', importId });
}

/** Announces when a harvest has ended, unless its dialog is open. */
export function announceHarvest(accountId: string): void {
  const stop = onEvent('harvest.changed', ({ accountId: whose, state, received, importId }) => {
    if (whose !== accountId || state === 'running') return;
    stop();
    if (useHarvest.getState().accountId !== null || state === 'cancelled') return;
    const words = i18n.t(`harvest.end.${state}`, { count: received, n: formatNumber(received) });
    if (importId === null) showDone(words);
    else showDone(words, { label: i18n.t('harvest.preview'), run: () => showHarvested(importId) });
  });
}

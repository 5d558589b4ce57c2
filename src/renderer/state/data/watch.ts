import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { WatchState } from '../../../shared/watch/watch.ts';
import { announce } from '../announce.ts';
import { showDone } from '../dialogs/notices.ts';
import { go, useRoute } from '../navigation/route.ts';
import { onEvent } from './client.ts';
import { notifyOutside } from './outsideNotice.ts';
import { useCall } from './queries.ts';
import { getAccount, useAccount } from './session.ts';

/** How the account in use is watched; null until it is known. */
export function useWatchState(): WatchState | null {
  const accountId = useAccount()?.id;
  return useCall('watch.state', accountId === undefined ? null : { accountId }).data ?? null;
}

/** Findings of all kinds that nobody has decided yet. */
export function countOpen({ open }: WatchState): number {
  return Object.values(open).reduce((sum, count) => sum + count, 0);
}

/** Says what the directory changed on its own when it is noticed, also outside the window if that is on; returns a function that stops it. */
export function startWatching(): () => void {
  return onEvent('watch.noticed', ({ accountId, message }) => {
    const text = describe(message);
    const open = () => go({ screen: 'watch', view: null, accountId });
    const isShown = useRoute.getState().route.screen === 'watch' && getAccount()?.id === accountId;
    if (isShown) announce(text);
    else showDone(text, { label: t('frame.watchOpenIt'), run: open });
    notifyOutside({ title: t('frame.watch'), body: text, tag: `watch-${accountId}` }, open);
  });
}

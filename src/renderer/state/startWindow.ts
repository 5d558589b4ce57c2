import { i18n } from '../../shared/i18n/i18n.ts';
import { startBackups } from './backups.ts';
import { onEvent } from './client.ts';
import { startDecisions } from './decisions.ts';
import { replaceFilter } from './draftsView.ts';
import { followFilter } from './followFilter.ts';
import { startImports } from './imports.ts';
import { resetJournalsView } from './journalsView.ts';
import { skipDiscarded } from './newDrafts.ts';
import { clearNotice, showQuestion } from './notices.ts';
import { resetRequestsView } from './requestsView.ts';
import { useRoute } from './route.ts';
import { onAccountChange } from './session.ts';

/**
 * Starts everything that the window does by itself when events arrive or the account changes; returns a function that
 * stops it.
 */
export function startWindow(): () => void {
  let hasAccount = false;
  const stops = [
    onAccountChange(() => {
      // A filter by journal or import means nothing in another account.
      if (hasAccount) replaceFilter({});
      hasAccount = true;
      resetJournalsView();
      resetRequestsView();
    }),
    // A message about an action belongs to the screen of the action.
    useRoute.subscribe((now, before) => {
      if (now.route.screen !== before.route.screen) clearNotice();
    }),
    followFilter(),
    skipDiscarded(),
    startBackups(),
    startDecisions(),
    startImports(),
    startUpdates(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Announces a newer version once; returns a function that stops it. */
function startUpdates(): () => void {
  return onEvent('update.changed', ({ state, version, page }) => {
    if (state !== 'newer') return;
    showQuestion(i18n.t('settings.update.newer', { version }), {
      label: i18n.t('settings.update.get', { version }),
      run: () => window.open(page, '_blank', 'noopener'),
    });
  });
}

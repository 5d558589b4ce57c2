import { i18n } from '../../../shared/i18n/i18n.ts';
import { startBackups } from '../data/backups.ts';
import { onEvent } from '../data/client.ts';
import { startDecisions } from '../data/decisions.ts';
import { getAccount, onAccountChange } from '../data/session.ts';
import { startWatching } from '../data/watch.ts';
import { startImports } from '../dialogs/imports.ts';
import { clearNotice, showQuestion } from '../dialogs/notices.ts';
import { replaceFilter } from '../records/draftsView.ts';
import { followFilter } from '../records/followFilter.ts';
import { resetJournalsView } from '../records/journalsView.ts';
import { skipDiscarded } from '../records/newDrafts.ts';
import { resetRequestsView } from '../records/requestsView.ts';
import { setUploadText } from '../records/uploadsView.ts';
import { useNextScreen } from './route.ts';

/**
 * Starts everything that the window does by itself when events arrive or the account changes; returns a function that
 * stops it.
 */
export function startWindow(): () => void {
  let hasAccount = getAccount() !== null;
  const stops = [
    onAccountChange(() => {
      // A filter by journal or import means nothing in another account.
      if (hasAccount) replaceFilter({});
      hasAccount = true;
      resetJournalsView();
      resetRequestsView();
      setUploadText('');
    }),
    // A message belongs to the screen of its action, or to the one that the action leads to.
    useNextScreen.subscribe(() => clearNotice()),
    followFilter(),
    skipDiscarded(),
    startBackups(),
    startDecisions(),
    startImports(),
    startUpdates(),
    startWatching(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Announces a newer version once; returns a function that stops it. */
function startUpdates(): () => void {
  return onEvent('app.updateChanged', ({ state, version, page }) => {
    if (state !== 'newer') return;
    showQuestion(i18n.t('settings.update.newer', { version }), {
      label: i18n.t('settings.update.get', { version }),
      run: () => window.open(page, '_blank', 'noopener'),
    });
  });
}

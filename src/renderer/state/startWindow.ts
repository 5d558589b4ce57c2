import { startBackups } from './backups.ts';
import { startDecisions } from './decisions.ts';
import { replaceFilter } from './draftsView.ts';
import { startImports } from './imports.ts';
import { resetJournalsView } from './journalsView.ts';
import { clearNotice } from './notices.ts';
import { resetRequestsView } from './requestsView.ts';
import { useRoute } from './route.ts';
import { onAccountChange } from './session.ts';
import { startUpdates } from './updates.ts';

/** Starts what the window does on its own when events come or the account changes; returns a function that stops it. */
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
    startBackups(),
    startDecisions(),
    startImports(),
    startUpdates(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

import { attempt } from '../attempt.ts';
import { chooseAccount, getAccount } from '../data/session.ts';
import { go, useRoute } from './route.ts';

/** Shows another account's records, here and at the next start. */
export async function switchAccount(id: string | undefined): Promise<void> {
  if (id === undefined || id === getAccount()?.id) return;
  await attempt(async () => {
    // A record of one account beside the list of another would mislead.
    if (useRoute.getState().route.screen !== 'settings') go('#/drafts');
    await chooseAccount(id);
  });
}

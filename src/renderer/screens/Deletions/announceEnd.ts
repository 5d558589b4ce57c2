import { t } from '../../../shared/i18n/i18n.ts';
import { call, onEvent } from '../../state/data/client.ts';
import { isDialogOpen, openDialog } from '../../state/dialogs/dialogs.ts';
import { showDone } from '../../state/dialogs/notices.ts';

/** Accounts whose deletions are followed. */
const followed = new Set<string>();

/** Says when the deletions of an account have ended, unless their dialog shows it or the user cancelled the rest. */
export function announceEnd(accountId: string): void {
  if (followed.has(accountId)) return;
  followed.add(accountId);
  const stop = onEvent('deletions.changed', (changed) => {
    if (changed.accountId === accountId) void look();
  });
  // They may have ended already.
  void look();

  async function look(): Promise<void> {
    const isShown = isDialogOpen('deletion');
    // After a failed call, the next change asks again.
    const list = await call('deletions.list', { accountId, offset: 0, limit: 1 }).catch(() => null);
    if (list?.open !== 0 || !followed.delete(accountId)) return;
    stop();
    if (isShown || list.deletions[0]?.state === 'cancelled') return;
    showDone(t('deletion.ended'), {
      label: t('deletion.show'),
      run: () => openDialog('deletion', { accountId, target: null }),
    });
  }
}

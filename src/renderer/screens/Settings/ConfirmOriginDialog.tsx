import { useState } from 'react';
import type { Account } from '../../../shared/directory/account.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { fetchAgain } from '../../state/data/queries.ts';
import { showDone } from '../../state/dialogs/notices.ts';

/** Allows the environment's key to be sent to the origin that is shown, and to no other that the account has by then. */
export function ConfirmOriginDialog(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  // The account may change while the dialog is open.
  const [origin] = useState(() => new URL(account.base).origin);
  const { run, isBusy, error } = useOwnAction(async () => {
    await call('accounts.confirmOrigin', { id: account.id, origin });
    await fetchAgain('accounts.list');
    showDone(t('settings.accounts.confirm.done', { origin }));
    onClose();
  });
  return (
    <AppDialog
      isForm
      help="accounts"
      title={t('settings.accounts.confirm.title', { origin })}
      error={error}
      action={{ label: t('settings.accounts.confirm.submit', { origin }), isBusy, run }}
      onClose={onClose}
    >
      <p>{t('settings.accounts.confirm.text', { name: account.name })}</p>
      <Callout intent="warning">{t('settings.accounts.confirm.warning', { origin })}</Callout>
    </AppDialog>
  );
}

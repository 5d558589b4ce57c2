import { Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import type { Account } from '../../../shared/directory/account.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/AppDialog.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/client.ts';
import { formatNumber } from '../../state/format.ts';
import { showDone } from '../../state/notices.ts';
import { fetchAgain, useCall } from '../../state/queries.ts';

/** Removes an account and its key; its drafts only after a separate confirmation. */
export function RemoveAccountDialog(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const [withDrafts, setWithDrafts] = useState(false);
  const counts = useCall('drafts.facets', { accountId: account.id, filter: {} });
  const drafts = counts.data ? counts.data.total + counts.data.trashed : 0;
  const {
    run: remove,
    isBusy,
    error,
  } = useOwnAction(async () => {
    await call('accounts.remove', { id: account.id, withDrafts });
    await fetchAgain('accounts.list');
    showDone(t('settings.accounts.removed', { name: account.name }));
    onClose();
  });
  return (
    <AppDialog
      isForm
      title={t('settings.accounts.removeTitle', { name: account.name })}
      error={error ?? counts.error}
      action={{ label: t('settings.accounts.removeSubmit'), isDisabled: isBusy, run: remove }}
      onClose={onClose}
    >
      <p>{t('settings.accounts.removeText')}</p>
      {drafts > 0 && (
        <Checkbox
          checked={withDrafts}
          onChange={(_, { checked }) => setWithDrafts(checked === true)}
          label={t('settings.accounts.removeDrafts', { count: drafts, n: formatNumber(drafts) })}
        />
      )}
    </AppDialog>
  );
}

import { Checkbox } from '@fluentui/react-components';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/directory/account.ts';
import type { AppError } from '../../../shared/errors.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { asAppError, call } from '../../state/client.ts';
import { formatNumber } from '../../state/format.ts';
import { showDone } from '../../state/notices.ts';
import { fetchAgain, useCall } from '../../state/queries.ts';

/** Removes an account and its key; its drafts only after a separate confirmation. */
export function RemoveAccountDialog(props: { account: Account; onClose: () => void }) {
  const { t } = useTranslation();
  const { account, onClose } = props;
  const [withDrafts, setWithDrafts] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const counts = useCall('drafts.facets', { accountId: account.id, filter: {} });
  const drafts = counts.data ? counts.data.total + counts.data.trashed : 0;
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await call('accounts.remove', { id: account.id, withDrafts });
      await fetchAgain('accounts.list');
      showDone(t('settings.accounts.removed', { name: account.name }));
      onClose();
    } catch (cause) {
      setError(asAppError(cause));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t('settings.accounts.removeTitle', { name: account.name })}
      text={t('settings.accounts.removeText')}
      submit={t('settings.accounts.removeSubmit')}
      isBusy={isBusy}
      error={error ?? counts.error}
      onSubmit={(event) => void remove(event)}
      onClose={onClose}
    >
      {drafts > 0 && (
        <Checkbox
          checked={withDrafts}
          onChange={(_, { checked }) => setWithDrafts(checked === true)}
          label={t('settings.accounts.removeDrafts', { count: drafts, n: formatNumber(drafts) })}
        />
      )}
    </FormDialog>
  );
}

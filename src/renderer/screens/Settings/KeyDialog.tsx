import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from '../../../shared/directory/account.ts';
import type { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { TextInput } from '../../parts/texts/TextInput.tsx';
import { asAppError, call } from '../../state/data/client.ts';
import { fetchAgain } from '../../state/data/queries.ts';
import { useAppInfo } from '../../state/data/session.ts';
import { showDone } from '../../state/dialogs/notices.ts';

/** Sets an account's key: it is tested before it is stored, and never shown again. */
export function KeyDialog(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const keychain = useAppInfo()?.keychain.state;
  const [error, setError] = useState<AppError | null>(null);
  const {
    control,
    handleSubmit,
    formState,
    setError: setFieldError,
  } = useForm({ defaultValues: { key: '' } });
  const save = handleSubmit(async ({ key }) => {
    setError(null);
    try {
      const changed = await call('accounts.setKey', { id: account.id, key });
      await fetchAgain('accounts.list');
      showDone(
        t('settings.accounts.keyKept', {
          name: account.name,
          place: t(`settings.accounts.key.${changed.key}`),
        }),
      );
      onClose();
    } catch (cause) {
      const problem = asAppError(cause);
      // A wrong key is fixed in the field; any other error has nothing to do with the field.
      if (problem.code === 'key_refused') setFieldError('key', { message: describe(problem.brief) });
      else setError(problem);
    }
  });
  return (
    <AppDialog
      isForm
      help="accounts"
      title={t('settings.accounts.keyTitle', { name: account.name })}
      error={error}
      action={{ label: t('settings.accounts.keySubmit'), isBusy: formState.isSubmitting, run: save }}
      onClose={onClose}
    >
      <p>{t('settings.accounts.keyText', { origin: new URL(account.base).origin })}</p>
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={account.username || account.name}
        readOnly
        hidden
      />
      <TextInput
        control={control}
        name="key"
        label={t('settings.accounts.keyLabel')}
        hint={t(`settings.about.keychain.${keychain ?? 'system'}`)}
        required
        check={(text) => text.trim() !== '' || t('settings.accounts.keyMissing')}
        input={{ type: 'password', autoComplete: 'current-password', maxLength: 200 }}
      />
    </AppDialog>
  );
}

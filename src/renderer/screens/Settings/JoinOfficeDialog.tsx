import { Checkbox, makeStyles, Text } from '@fluentui/react-components';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { AccountPreview } from '../../../shared/office/office.ts';
import { officeAddressExample } from '../../../shared/office/officeAddress.ts';
import { placeOf } from '../../../shared/office/placeOf.ts';
import { smallSecondary } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { TextInput } from '../../parts/texts/TextInput.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import { SettingsList } from './SettingsSection.tsx';

const counts = ['same', 'newerHere', 'newerThere', 'different'] as const;

const useStyles = makeStyles({ more: { ...smallSecondary, display: 'block' } });

interface Fields {
  address: string;
  password: string;
  isNew: boolean;
}

/** Asks for the address of an office and the password, shows what joining would merge, and joins it. */
export function JoinOfficeDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const { control, handleSubmit, getValues } = useForm<Fields>({
    defaultValues: { address, password: '', isNew: false },
  });
  const login = () => {
    const { address: given, password } = getValues();
    return { address: given.trim(), password: password === '' ? null : password };
  };
  const [preview, setPreview] = useState<CallOutput<'office.preview'> | null>(null);
  const look = useOwnAction(async () => {
    if (getValues().isNew) await call('office.create', login());
    setPreview(await call('office.preview', login()));
  });
  const join = useOwnAction(async () => {
    if (!preview) return;
    try {
      await call('office.join', { plan: preview.id });
    } catch (failure) {
      // The plan is used up; without an answer now, the address and the password are asked again.
      setPreview(await call('office.preview', login()).catch(() => null));
      throw failure;
    }
    showDone(t('sharing.joined'));
    onClose();
  });
  const isBusy = look.isBusy || join.isBusy;
  return (
    <AppDialog
      isForm
      help="office"
      maxWidth="36rem"
      title={t('sharing.joinTitle')}
      isLoading={isBusy}
      error={look.error ?? join.error}
      action={{
        label: t(preview ? 'sharing.joinSubmit' : 'sharing.continue'),
        isBusy: join.isBusy,
        isDisabled: look.isBusy,
        run: preview ? () => join.run() : handleSubmit(() => look.run()),
      }}
      onClose={onClose}
    >
      {preview ? (
        <Preview accounts={preview.accounts} />
      ) : (
        <>
          <TextInput
            control={control}
            name="address"
            label={t('sharing.address')}
            hint={t('sharing.addressHint', { example: officeAddressExample })}
            required
            check={(text) => text.trim() !== '' || t('sharing.addressMissing')}
            input={{ type: 'url', autoComplete: 'off', spellCheck: false, maxLength: 1000 }}
          />
          <TextInput
            control={control}
            name="password"
            label={t('sharing.password')}
            hint={t('sharing.passwordHint')}
            input={{ type: 'password', autoComplete: 'current-password', maxLength: 1000 }}
          />
          <Controller
            control={control}
            name="isNew"
            render={({ field: { value, onChange, ref } }) => (
              <Checkbox
                ref={ref}
                checked={value}
                label={t('sharing.create')}
                onChange={(_, { checked }) => onChange(checked === true)}
              />
            )}
          />
        </>
      )}
    </AppDialog>
  );
}

/** What joining would do for each account. */
function Preview({ accounts }: { accounts: readonly AccountPreview[] }) {
  const styles = useStyles();
  if (accounts.length === 0) return <p>{t('sharing.previewNone')}</p>;
  return (
    <>
      <p>{t('sharing.previewText')}</p>
      <SettingsList isWhole label={t('sharing.preview')}>
        {accounts.map((account) => (
          <li key={account.name}>
            <Text>
              {account.name}
              <span className={styles.more}>{account.base}</span>
              <span className={styles.more}>{describePreview(account)}</span>
            </Text>
          </li>
        ))}
      </SettingsList>
    </>
  );
}

/** Such as `here and in the office · 120 the same · 3 newer here`. */
function describePreview(account: AccountPreview): string {
  const found = counts
    .filter((name) => account[name] > 0)
    .map((name) => t(`sharing.count.${name}`, { n: formatNumber(account[name]) }));
  return [t(`sharing.placeOf.${placeOf(account)}`), ...found].join(' · ');
}

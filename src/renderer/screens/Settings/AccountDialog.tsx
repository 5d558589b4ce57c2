import { Field, Radio, RadioGroup, Select } from '@fluentui/react-components';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { dialects, directoryLimit } from '../../../shared/choices.ts';
import type { Account, Dialect } from '../../../shared/directory/account.ts';
import { dialectOf, withDialect } from '../../../shared/directory/dialects.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/AppDialog.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/client.ts';
import { formatDecimal } from '../../state/format.ts';
import { showDone } from '../../state/notices.ts';
import { fetchAgain, useCall } from '../../state/queries.ts';

interface Fields {
  name: string;
  base: string;
  dialect: Dialect;
  rate: string;
  username: string;
}

/** Adds an account (with a preset or custom address), or changes one. */
export function AccountDialog(props: { account: Account | null; onClose: () => void }) {
  const { account, onClose } = props;
  const form = useForm<Fields>({ mode: 'onTouched', defaultValues: startOf(account) });
  const { run, isBusy, error } = useOwnAction(async ({ rate, ...rest }: Fields) => {
    const input = { ...rest, rate: readRate(rate) };
    if (account) await call('accounts.update', { id: account.id, ...input });
    else await call('accounts.create', input);
    await fetchAgain('accounts.list');
    showDone(t(account ? 'settings.accounts.changed' : 'settings.accounts.added', { name: rest.name }));
    onClose();
  });
  return (
    <AppDialog
      isForm
      title={t(account ? 'settings.accounts.editTitle' : 'settings.accounts.addTitle')}
      error={error}
      action={{
        label: t(account ? 'common.save' : 'settings.accounts.addSubmit'),
        isDisabled: isBusy,
        run: form.handleSubmit((fields) => run(fields)),
      }}
      onClose={onClose}
    >
      {!account && <PresetField form={form} />}
      <AccountFields form={form} isSandbox={account?.kind === 'sandbox'} />
    </AppDialog>
  );
}

function startOf(account: Account | null): Fields {
  if (!account)
    return { name: '', base: '', dialect: '4.0', rate: String(directoryLimit.perSecond), username: '' };
  const { name, base, dialect, rate, username } = account;
  return { name, base, dialect, rate: String(rate), username };
}

/** Choosing a preset fills in its values and keeps what was typed in the other fields. */
function PresetField(props: { form: UseFormReturn<Fields> }) {
  // Without presets the address can still be typed.
  const presets = useCall('accounts.presets', {}).data ?? [];
  const choose = (id: string) => {
    const preset = presets.find((one) => one.id === id);
    if (!preset) return;
    const { setValue, getValues } = props.form;
    setValue('base', preset.base, { shouldValidate: true });
    setValue('dialect', preset.dialect);
    if (getValues('name') === '') setValue('name', describe(preset.name));
  };
  return (
    <Field label={t('settings.accounts.preset')}>
      <Select onChange={(_, { value }) => choose(value)}>
        <option value="">{t('settings.accounts.ownAddress')}</option>
        {presets.map(({ id, name, dialect }) => (
          <option key={id} value={id}>
            {t('frame.accountLabel', { name: describe(name), dialect })}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/**
 * The version follows the address and the address the version. The sandbox uses the address at which it is served, and
 * an account name of its own.
 */
function AccountFields(props: { form: UseFormReturn<Fields>; isSandbox: boolean }) {
  const { control, getValues, setValue } = props.form;
  const followAddress = (address: string) => {
    const dialect = dialectOf(address);
    if (dialect) setValue('dialect', dialect);
  };
  const choose = (dialect: Dialect) => {
    setValue('dialect', dialect);
    setValue('base', withDialect(getValues('base'), dialect));
  };
  return (
    <>
      <TextInput
        control={control}
        name="name"
        label={t('settings.accounts.name')}
        required
        check={(text) => text.trim() !== '' || t('settings.accounts.nameMissing')}
        input={{ maxLength: 100 }}
      />
      {!props.isSandbox && (
        <TextInput
          control={control}
          name="base"
          label={t('settings.accounts.base')}
          hint={t('settings.accounts.baseHint')}
          required
          check={(text) => isAddress(text) || t('settings.accounts.baseWrong')}
          onChange={followAddress}
          input={{ type: 'url', maxLength: 500, spellCheck: false }}
        />
      )}
      <Controller
        name="dialect"
        control={control}
        render={({ field }) => (
          <Field label={t('settings.accounts.dialectLabel')}>
            <RadioGroup
              value={field.value}
              onChange={(_, { value }) => choose(dialects.find((one) => one === value)!)}
            >
              <Radio value="4.0" label={t('settings.accounts.dialect.v4')} />
              <Radio value="3.0.1" label={t('settings.accounts.dialect.v3')} />
            </RadioGroup>
          </Field>
        )}
      />
      <TextInput
        control={control}
        name="rate"
        label={t('settings.accounts.rate')}
        hint={t('settings.accounts.rateHint', { limit: formatDecimal(directoryLimit.perSecond) })}
        check={(text) => isRate(text) || t('settings.accounts.rateWrong')}
        input={{ inputMode: 'decimal' }}
      />
      {!props.isSandbox && (
        <TextInput
          control={control}
          name="username"
          label={t('settings.accounts.username')}
          hint={t('settings.accounts.usernameHint')}
          input={{ maxLength: 200, spellCheck: false, autoComplete: 'off' }}
        />
      )}
    </>
  );
}

function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text.trim()) && URL.canParse(text.trim());
}

function readRate(text: string): number {
  return Number(text.trim().replace(',', '.'));
}

function isRate(text: string): boolean {
  const rate = readRate(text);
  return text.trim() !== '' && rate >= 0.1 && rate <= directoryLimit.perSecond;
}

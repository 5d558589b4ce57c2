import { Field, Radio, RadioGroup, Select, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { dialects, directoryLimit } from '../../../shared/choices.ts';
import type { CallInput } from '../../../shared/contract/contract.ts';
import type { Account, Dialect } from '../../../shared/directory/account.ts';
import { dialectOf, withDialect } from '../../../shared/directory/dialects.ts';
import type { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { TextInput } from '../../parts/texts/TextInput.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { asAppError, call } from '../../state/data/client.ts';
import { fetchAgain, useCall } from '../../state/data/queries.ts';
import { chooseAccount } from '../../state/data/session.ts';
import type { DialogProps } from '../../state/dialogs/dialogs.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatDecimal, formatNumber } from '../../state/format.ts';

interface Fields {
  name: string;
  base: string;
  dialect: Dialect;
  rate: string;
  username: string;
  /** Only for a new account. */
  key: string;
}

/** Adds an account with its key, tests it and fetches the journals, or changes an account. */
export function AccountDialog(props: DialogProps<'account'>) {
  const { request, onClose } = props;
  const { account } = request;
  const form = useForm<Fields>({ mode: 'onTouched', defaultValues: startOf(account) });
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const { run, isBusy, error } = useOwnAction(async ({ rate, key, ...rest }: Fields) => {
    const input = { ...rest, rate: readRate(rate) };
    if (!account && key.trim() !== '') {
      try {
        setSetUp(await setUpAccount(input, key));
      } catch (cause) {
        const problem = asAppError(cause);
        // A wrong key is fixed in the field; any other error has nothing to do with the field.
        if (problem.code !== 'key_refused') throw problem;
        form.setError('key', { message: describe(problem.brief) }, { shouldFocus: true });
      }
      return;
    }
    if (account) await call('accounts.update', { id: account.id, ...input });
    else await call('accounts.create', input);
    await fetchAgain('accounts.list');
    showDone(t(account ? 'settings.accounts.changed' : 'settings.accounts.added', { name: rest.name }));
    onClose();
  });
  if (setUp) return <SetUpResult setUp={setUp} onClose={onClose} />;
  return (
    <AppDialog
      isForm
      help="accounts"
      title={t(account ? 'settings.accounts.editTitle' : 'settings.accounts.addTitle')}
      error={error}
      status={isBusy && <Spinner size="tiny" label={t('settings.accounts.testing')} />}
      action={{
        label: t(account ? 'common.save' : 'settings.accounts.addSubmit'),
        isDisabled: isBusy,
        run: form.handleSubmit((fields) => run(fields)),
      }}
      onClose={onClose}
    >
      {!account && <PresetField form={form} />}
      <AccountFields form={form} isSandbox={account?.kind === 'sandbox'} />
      {!account && (
        <TextInput
          control={form.control}
          name="key"
          label={t('settings.accounts.keyLabel')}
          hint={t('settings.accounts.keyHint')}
          input={{ type: 'password', autoComplete: 'off', maxLength: 200 }}
        />
      )}
    </AppDialog>
  );
}

/** The account that was added, and the number of its journals or the reason why they could not be fetched. */
interface SetUp {
  account: Account;
  journals: number | AppError;
}

/** Adds an account whose key works. If the key could not be tested or stored, no account is left. Throws an AppError. */
async function setUpAccount(input: CallInput<'accounts.create'>, key: string): Promise<SetUp> {
  const { id } = await call('accounts.create', input);
  let account: Account;
  try {
    account = await call('accounts.setKey', { id, key });
  } catch (error) {
    const { id: plan } = await call('accounts.removePreview', { id });
    await call('accounts.remove', { plan, withDrafts: false });
    throw error;
  } finally {
    await fetchAgain('accounts.list');
  }
  const journals = await call('journals.refresh', { accountId: id }).then(
    (list) => list.journals.length,
    (error: unknown) => asAppError(error),
  );
  return { account, journals };
}

function SetUpResult(props: { setUp: SetUp; onClose: () => void }) {
  const { account, journals } = props.setUp;
  const { run, isBusy, error } = useOwnAction(async () => {
    await chooseAccount(account.id);
    props.onClose();
  });
  return (
    <AppDialog
      help="accounts"
      title={t('settings.accounts.ready', { name: account.name })}
      error={error}
      close={t('common.close')}
      action={{ label: t('settings.accounts.use'), isDisabled: isBusy, run }}
      onClose={props.onClose}
    >
      <Callout intent="success">
        {t('settings.accounts.keyKept', {
          name: account.name,
          place: t(`settings.accounts.key.${account.key}`),
        })}
      </Callout>
      {typeof journals === 'number' ? (
        <Callout intent={journals === 0 ? 'warning' : 'success'}>
          {journals === 0
            ? t('settings.accounts.noJournals')
            : t('settings.accounts.journals', { count: journals, n: formatNumber(journals) })}
        </Callout>
      ) : (
        <Callout intent="warning" title={t('settings.accounts.journalsFailed')}>
          {describe(journals.brief)}
        </Callout>
      )}
    </AppDialog>
  );
}

function startOf(account: Account | null): Fields {
  if (!account)
    return {
      name: '',
      base: '',
      dialect: '4.0',
      rate: String(directoryLimit.perSecond),
      username: '',
      key: '',
    };
  const { name, base, dialect, rate, username } = account;
  return { name, base, dialect, rate: String(rate), username, key: '' };
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
 * Changing the address changes the version, and vice versa. The sandbox uses the address at which it is served, and its
 * own account name.
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

import { Field, makeStyles, Radio, RadioGroup, Select, Spinner, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { dialects, directoryLimit } from '../../../shared/choices.ts';
import type { CallInput } from '../../../shared/contract/contract.ts';
import type { Account, Dialect } from '../../../shared/directory/account.ts';
import { dialectOf, withDialect } from '../../../shared/directory/dialects.ts';
import type { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { TextButton } from '../../parts/texts/TextButton.tsx';
import { TextInput } from '../../parts/texts/TextInput.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { asAppError, call } from '../../state/data/client.ts';
import { fetchAgain, useCall } from '../../state/data/queries.ts';
import type { DialogProps } from '../../state/dialogs/dialogs.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatDecimal, formatNumber } from '../../state/format.ts';
import { switchAccount } from '../../state/navigation/switchAccount.ts';

const useStyles = makeStyles({
  advanced: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: tokens.spacingVerticalM,
    '&[hidden]': { display: 'none' },
  },
});

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
    const name = nameOf({ rate, key, ...rest });
    const input = { ...rest, name, rate: readRate(rate) };
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
    showDone(t(account ? 'settings.accounts.changed' : 'settings.accounts.added', { name }));
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
        isBusy,
        run: form.handleSubmit((fields) => run(fields)),
      }}
      onClose={onClose}
    >
      {account && <NameField form={form} />}
      <WhereFields form={form} account={account} />
      <Advanced form={form} account={account} />
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
  const use = () => {
    props.onClose();
    void switchAccount(account.id);
  };
  return (
    <AppDialog
      help="accounts"
      title={t('settings.accounts.ready', { name: account.name })}
      close={t('common.close')}
      action={{ label: t('settings.accounts.use'), run: use }}
      onClose={props.onClose}
    >
      <Callout intent={account.key === 'keychain' ? 'success' : 'warning'}>
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

interface PartProps {
  form: UseFormReturn<Fields>;
  /** null: a new one. */
  account: Account | null;
}

/** What only the user knows: the directory, the key, and the account there. The sandbox needs none of them. */
function WhereFields({ form, account }: PartProps) {
  const { control, setValue } = form;
  // Without presets the address can still be typed.
  const presets = useCall('accounts.presets', {}).data ?? [];
  const [preset, setPreset] = useState('');
  const choose = (id: string) => {
    setPreset(id);
    const chosen = presets.find((one) => one.id === id);
    if (!chosen) return;
    setValue('base', chosen.base, { shouldValidate: true });
    setValue('dialect', chosen.dialect);
  };
  if (account?.kind === 'sandbox') return null;
  return (
    <>
      {!account && (
        <Field label={t('settings.accounts.preset')}>
          <Select value={preset} onChange={(_, { value }) => choose(value)}>
            <option value="">{t('settings.accounts.ownAddress')}</option>
            {presets.map(({ id, name, dialect }) => (
              <option key={id} value={id}>
                {t('frame.accountLabel', { name: describe(name), dialect })}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {preset === '' && (
        <TextInput
          control={control}
          name="base"
          label={t('settings.accounts.base')}
          hint={t('settings.accounts.baseHint')}
          required
          check={(text) => isAddress(text) || t('settings.accounts.baseWrong')}
          onChange={(address) => {
            const dialect = dialectOf(address);
            if (dialect) setValue('dialect', dialect);
          }}
          input={{ type: 'url', maxLength: 500, spellCheck: false }}
        />
      )}
      {!account && (
        <TextInput
          control={control}
          name="key"
          label={t('settings.accounts.keyLabel')}
          hint={t('settings.accounts.keyHint')}
          input={{ type: 'password', autoComplete: 'off', maxLength: 200 }}
        />
      )}
      <TextInput
        control={control}
        name="username"
        label={t('settings.accounts.username')}
        hint={t('settings.accounts.usernameHint')}
        input={{ maxLength: 200, spellCheck: false, autoComplete: 'off' }}
      />
    </>
  );
}

function NameField({ form, isOptional = false }: { form: UseFormReturn<Fields>; isOptional?: boolean }) {
  return (
    <TextInput
      control={form.control}
      name="name"
      label={t('settings.accounts.name')}
      {...(isOptional
        ? { hint: t('settings.accounts.nameHint') }
        : { required: true, check: (text) => text.trim() !== '' || t('settings.accounts.nameMissing') })}
      input={{ maxLength: 100 }}
    />
  );
}

/** What follows from the address, or is right for nearly everyone. Shown at once where something in it is wrong. */
function Advanced({ form, account }: PartProps) {
  const styles = useStyles();
  const id = useId();
  const [isWanted, setWanted] = useState(account?.kind === 'sandbox');
  const { control, getValues, setValue, formState } = form;
  const isOpen = isWanted || formState.errors.rate !== undefined || formState.errors.name !== undefined;
  const choose = (dialect: Dialect) => {
    setValue('dialect', dialect);
    setValue('base', withDialect(getValues('base'), dialect));
  };
  return (
    <>
      <span>
        <TextButton aria-expanded={isOpen} aria-controls={id} onClick={() => setWanted(!isOpen)}>
          {t('settings.accounts.advanced')}
        </TextButton>
      </span>
      <div id={id} className={styles.advanced} hidden={!isOpen}>
        {!account && <NameField form={form} isOptional />}
        {/* Changing the version changes the address, and vice versa. */}
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
      </div>
    </>
  );
}

/** The name that was typed, otherwise that of the account at the directory, or of the directory's server. */
function nameOf({ name, username, base }: Fields): string {
  return name.trim() || username.trim() || (URL.canParse(base) ? new URL(base).host : base.trim());
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

import { Badge, Button, Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Account } from '../../../shared/directory/account.ts';
import { accountName } from '../../../shared/i18n/accountName.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import {
  column,
  heading3,
  outlined,
  plainList,
  secondary,
  wrapping,
  wrappingRow,
} from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { NamedRecords } from '../../parts/dialogs/NamedRecords.tsx';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { fetchAgain, useCall } from '../../state/data/queries.ts';
import { chooseAccount, useAccount, useAccounts } from '../../state/data/session.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { showDone, showQuestion } from '../../state/dialogs/notices.ts';
import { formatDecimal, formatNumber } from '../../state/format.ts';
import { ConfirmOriginDialog } from './ConfirmOriginDialog.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { SettingsSection } from './SettingsSection.tsx';

const useStyles = makeStyles({
  list: { ...plainList, ...column, gap: tokens.spacingVerticalS },
  card: { ...column, ...outlined, gap: tokens.spacingVerticalXS, padding: tokens.spacingHorizontalM },
  head: { ...wrappingRow, gap: tokens.spacingHorizontalS },
  name: heading3,
  fact: { ...secondary, overflowWrap: 'anywhere' },
  buttons: { ...wrapping, gap: tokens.spacingHorizontalS, marginTop: tokens.spacingVerticalXS },
});

export function AccountsSection() {
  const styles = useStyles();
  const accounts = useAccounts();
  const current = useAccount()?.id;
  return (
    <SettingsSection help="accounts" name="accounts" text={t('settings.accounts.text')}>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountCard account={account} isCurrent={account.id === current} />
          </li>
        ))}
      </ul>
      <Button icon={<AddRegular />} onClick={() => openDialog('account', { account: null })}>
        {t('settings.accounts.add')}
      </Button>
    </SettingsSection>
  );
}

type Open = 'key' | 'confirm' | 'remove' | null;

/** One account in words, and its actions. */
function AccountCard(props: { account: Account; isCurrent: boolean }) {
  const styles = useStyles();
  const { account } = props;
  const [open, setOpen] = useState<Open>(null);
  const [answer, setAnswer] = useState('');
  const use = useOwnAction(() => {
    test.reset();
    return chooseAccount(account.id);
  });
  const test = useOwnAction(async () => {
    use.reset();
    setAnswer('');
    const { state, message } = await call('accounts.test', { id: account.id });
    const words = describe(message) || t(`settings.accounts.tested.${state}`);
    setAnswer(words);
    announce(words);
    await fetchAgain('accounts.list');
  });
  const needsKey = account.key === 'missing' || account.key === 'elsewhere';
  const failed = [use, test].find(({ error }) => error !== null);
  const close = () => {
    setOpen(null);
    // What the last test found is about the account as it was.
    setAnswer('');
  };
  const small = [
    t('settings.accounts.pace', { rate: formatDecimal(account.rate) }),
    account.username && t('settings.accounts.usernameIs', { username: account.username }),
    t(`settings.accounts.key.${account.key}`),
  ];
  const facts = [
    account.base,
    t(`settings.accounts.dialect.${account.dialect === '4.0' ? 'v4' : 'v3'}`),
    small.filter(Boolean).join(' · '),
  ];
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <h3 className={styles.name}>{accountName(account)}</h3>
        {account.kind === 'sandbox' && <Badge appearance="tint">{t('settings.accounts.sandbox')}</Badge>}
        {props.isCurrent && (
          <Badge appearance="tint" color="brand">
            {t('settings.accounts.inUse')}
          </Badge>
        )}
      </div>
      {facts.map((fact) => (
        <Text key={fact} size={200} className={styles.fact}>
          {fact}
        </Text>
      ))}
      {failed?.error && <ErrorPanel error={failed.error} onDismiss={failed.reset} />}
      <div className={styles.buttons}>
        {!props.isCurrent && (
          <Button size="small" onClick={use.run}>
            {t('settings.accounts.use')}
          </Button>
        )}
        {account.key === 'unconfirmed' && (
          <Button size="small" appearance="primary" onClick={() => setOpen('confirm')}>
            {t('settings.accounts.confirm.button')}
          </Button>
        )}
        {account.key !== 'none-needed' && (
          <Button size="small" appearance={needsKey ? 'primary' : 'secondary'} onClick={() => setOpen('key')}>
            {t(
              needsKey || account.key === 'unconfirmed'
                ? 'settings.accounts.enterKey'
                : 'settings.accounts.changeKey',
            )}
          </Button>
        )}
        <Button size="small" disabledFocusable={test.isBusy} onClick={test.run}>
          {t(test.isBusy ? 'settings.accounts.testing' : 'settings.accounts.test')}
        </Button>
        <Button size="small" onClick={() => openDialog('account', { account })}>
          {t('settings.accounts.edit')}
        </Button>
        {account.kind === 'directory' && (
          <Button size="small" onClick={() => setOpen('remove')}>
            {t('settings.accounts.remove')}
          </Button>
        )}
      </div>
      {answer && <Text size={200}>{answer}</Text>}
      {open === 'key' && <KeyDialog account={account} onClose={close} />}
      {open === 'confirm' && <ConfirmOriginDialog account={account} onClose={close} />}
      {open === 'remove' && <RemoveAccountDialog account={account} onClose={close} />}
    </div>
  );
}

/** Removes an account and its key; its drafts only after a separate confirmation. */
function RemoveAccountDialog(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const [withDrafts, setWithDrafts] = useState(false);
  const counts = useCall('accounts.removePreview', { id: account.id }, { gcTime: 0 });
  const { drafts = 0, uploads = 0 } = counts.data ?? {};
  const {
    run: remove,
    isBusy,
    error,
    reset,
  } = useOwnAction(async () => {
    if (!counts.data) return;
    const { keyStays } = await call('accounts.remove', { plan: counts.data.id, withDrafts });
    await fetchAgain('accounts.list');
    const { name } = account;
    // It stays until somebody has read it.
    if (keyStays) showQuestion(t('settings.accounts.removedWithoutKey', { name }), undefined);
    else showDone(t('settings.accounts.removed', { name }));
    onClose();
  });
  return (
    <AppDialog
      isForm
      help="accounts"
      title={t('settings.accounts.removeTitle', { name: account.name })}
      error={error ?? counts.error}
      action={{
        label: t('settings.accounts.removeSubmit'),
        isPrimary: false,
        isBusy,
        isDisabled: !counts.data,
        run: remove,
      }}
      onRetry={() => {
        reset();
        void counts.refetch();
      }}
      onClose={onClose}
    >
      <p>{t('settings.accounts.removeText')}</p>
      {uploads > 0 && (
        <p>{t('settings.accounts.removeUploads', { count: uploads, n: formatNumber(uploads) })}</p>
      )}
      {counts.data && <NamedRecords titles={counts.data.titles} count={drafts} />}
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

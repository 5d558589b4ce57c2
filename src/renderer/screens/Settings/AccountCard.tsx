import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Account } from '../../../shared/directory/account.ts';
import { accountName } from '../../../shared/i18n/accountName.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { column, heading3, outlined, secondary, wrapping, wrappingRow } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/client.ts';
import { formatDecimal } from '../../state/format.ts';
import { fetchAgain } from '../../state/queries.ts';
import { chooseAccount } from '../../state/session.ts';
import { AccountDialog } from './AccountDialog.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { RemoveAccountDialog } from './RemoveAccountDialog.tsx';

const useStyles = makeStyles({
  card: { ...column, ...outlined, gap: tokens.spacingVerticalXS, padding: tokens.spacingHorizontalM },
  head: { ...wrappingRow, gap: tokens.spacingHorizontalS },
  name: heading3,
  fact: { ...secondary, overflowWrap: 'anywhere' },
  buttons: { ...wrapping, gap: tokens.spacingHorizontalS, marginTop: tokens.spacingVerticalXS },
});

type Open = 'edit' | 'key' | 'remove' | null;

/** One account in words, and its actions. */
export function AccountCard(props: { account: Account; isCurrent: boolean }) {
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
  const failed = [use, test].find(({ error }) => error !== null);
  const close = () => setOpen(null);
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
        {account.key !== 'none-needed' && (
          <Button
            size="small"
            appearance={account.key === 'missing' ? 'primary' : 'secondary'}
            onClick={() => setOpen('key')}
          >
            {t(account.key === 'missing' ? 'settings.accounts.enterKey' : 'settings.accounts.changeKey')}
          </Button>
        )}
        <Button size="small" disabledFocusable={test.isBusy} onClick={test.run}>
          {t(test.isBusy ? 'settings.accounts.testing' : 'settings.accounts.test')}
        </Button>
        <Button size="small" onClick={() => setOpen('edit')}>
          {t('settings.accounts.edit')}
        </Button>
        {account.kind === 'directory' && (
          <Button size="small" onClick={() => setOpen('remove')}>
            {t('settings.accounts.remove')}
          </Button>
        )}
      </div>
      {answer && <Text size={200}>{answer}</Text>}
      {open === 'edit' && <AccountDialog account={account} onClose={close} />}
      {open === 'key' && <KeyDialog account={account} onClose={close} />}
      {open === 'remove' && <RemoveAccountDialog account={account} onClose={close} />}
    </div>
  );
}

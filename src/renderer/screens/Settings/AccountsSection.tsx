import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { column, plainList } from '../../parts/commonStyles.ts';
import { useAccount, useAccounts } from '../../state/session.ts';
import { AccountCard } from './AccountCard.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { SettingsSection } from './SettingsSection.tsx';

const useStyles = makeStyles({ list: { ...plainList, ...column, gap: tokens.spacingVerticalS } });

export function AccountsSection() {
  const styles = useStyles();
  const accounts = useAccounts();
  const current = useAccount()?.id;
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsSection help="accounts" title={t('settings.accounts.title')} text={t('settings.accounts.text')}>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountCard account={account} isCurrent={account.id === current} />
          </li>
        ))}
      </ul>
      <Button icon={<AddRegular />} onClick={() => setAdding(true)}>
        {t('settings.accounts.add')}
      </Button>
      {isAdding && <AccountDialog account={null} onClose={() => setAdding(false)} />}
    </SettingsSection>
  );
}

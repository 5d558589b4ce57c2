import {
  Menu,
  MenuButton,
  MenuDivider,
  MenuItemLink,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { SettingsRegular } from '@fluentui/react-icons';
import type { Account } from '../../shared/directory/account.ts';
import { accountName } from '../../shared/i18n/accountName.ts';
import { t } from '../../shared/i18n/i18n.ts';
import { useAccount, useAccounts } from '../state/data/session.ts';
import { switchAccount } from '../state/navigation/switchAccount.ts';

const useStyles = makeStyles({
  button: { minWidth: 0, maxWidth: '20rem', fontWeight: tokens.fontWeightRegular },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** Shows the account in use and switches to another. */
export function AccountMenu() {
  const styles = useStyles();
  const account = useAccount();
  const accounts = useAccounts();
  if (!account) return null;
  return (
    <Menu
      checkedValues={{ account: [account.id] }}
      onCheckedValueChange={(_, { checkedItems }) => void switchAccount(checkedItems[0])}
    >
      <MenuTrigger disableButtonEnhancement>
        <MenuButton className={styles.button} aria-label={t('frame.account', { name: labelOf(account) })}>
          <span className={styles.name}>{labelOf(account)}</span>
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {accounts.map((one) => (
            <MenuItemRadio key={one.id} name="account" value={one.id}>
              {labelOf(one)}
            </MenuItemRadio>
          ))}
          <MenuDivider />
          <MenuItemLink href="#/settings" icon={<SettingsRegular />}>
            {t('frame.manageAccounts')}
          </MenuItemLink>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

export function labelOf(account: Account): string {
  return t('frame.accountLabel', { name: accountName(account), dialect: account.dialect });
}

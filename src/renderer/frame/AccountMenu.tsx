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
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/account.ts';
import { asAppError } from '../client.ts';
import { showError } from '../state/notices.ts';
import { go, useRoute } from '../state/route.ts';
import { chooseAccount, useSession } from '../state/session.ts';

const useStyles = makeStyles({
  button: { minWidth: 0, maxWidth: '20rem', fontWeight: tokens.fontWeightRegular },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** Shows the account in use and lets another take its place. */
export function AccountMenu() {
  const { t } = useTranslation();
  const styles = useStyles();
  const account = useSession((session) => session.account);
  const accounts = useSession((session) => session.accounts);
  if (!account) return null;
  return (
    <Menu
      checkedValues={{ account: [account.id] }}
      onCheckedValueChange={(_, { checkedItems }) => void change(checkedItems[0])}
    >
      <MenuTrigger disableButtonEnhancement>
        <MenuButton className={styles.button} aria-label={t('frame.account', { name: labelOf(account, t) })}>
          <span className={styles.name}>{labelOf(account, t)}</span>
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {accounts.map((one) => (
            <MenuItemRadio key={one.id} name="account" value={one.id}>
              {labelOf(one, t)}
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

function labelOf(account: Account, t: (key: string, params: Record<string, unknown>) => string): string {
  return t('frame.accountLabel', { name: account.name, dialect: account.dialect });
}

async function change(id: string | undefined): Promise<void> {
  if (id === undefined || id === useSession.getState().account?.id) return;
  try {
    // A record of one account beside the list of another would mislead.
    if (useRoute.getState().route.screen !== 'settings') go('#/drafts');
    await chooseAccount(id);
  } catch (error) {
    showError(asAppError(error));
  }
}

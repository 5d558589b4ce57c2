import { Switch } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import type { OfficeStatus } from '../../../shared/office/office.ts';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/client.ts';
import { useAccounts } from '../../state/session.ts';

/** For each shared account, whether only approved articles are sent. */
export function ApprovedOnly({ accounts }: { accounts: OfficeStatus['approvedOnly'] }) {
  const known = useAccounts();
  const { run } = useAction((accountId: string, isOn: boolean) =>
    call('office.setApprovedOnly', { accountId, isOn }),
  );
  return accounts.map(({ accountId, isOn }) => (
    <Switch
      key={accountId}
      checked={isOn}
      label={t('sharing.approvedOnly', { name: known.find(({ id }) => id === accountId)?.name ?? '' })}
      onChange={(_, { checked }) => run(accountId, checked)}
    />
  ));
}

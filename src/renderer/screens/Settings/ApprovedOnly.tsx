import { Field, Switch } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import type { OfficeStatus } from '../../../shared/office/office.ts';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { useAccounts } from '../../state/data/session.ts';

/** For each shared account, whether only approved articles are sent. */
export function ApprovedOnly({ office }: { office: OfficeStatus }) {
  const known = useAccounts();
  const { run } = useAction((accountId: string, isOn: boolean) =>
    call('office.setApprovedOnly', { accountId, isOn }),
  );
  // Without a connection, nobody knows; the office decides later.
  const isOthers = office.people.length > 0 && !office.mayManage;
  return office.approvedOnly.map(({ accountId, isOn }) => (
    <Field key={accountId} hint={isOthers ? t('sharing.approvedOnlyManaged') : undefined}>
      <Switch
        checked={isOn}
        disabled={isOthers}
        label={t('sharing.approvedOnly', { name: known.find(({ id }) => id === accountId)?.name ?? '' })}
        onChange={(_, { checked }) => run(accountId, checked)}
      />
    </Field>
  ));
}

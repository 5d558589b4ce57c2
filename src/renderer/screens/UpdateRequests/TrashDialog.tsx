import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import type { ApplicationRow } from '../../../shared/application/applicationDraft.ts';
import { editability } from '../../../shared/application/updateRequest.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { WithdrawDialog } from '../../parts/application/WithdrawDialog.tsx';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useAccount } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import { isUndecided, trash } from '../../state/records/requestActions.ts';
import { useRequestsView } from '../../state/records/requestsView.ts';

/** Says that requests to be moved to the trash go on at the directory, and offers to withdraw a single one. */
export function TrashDialog() {
  const rows = useRequestsView((view) => view.trashing);
  const dialect = useAccount()?.dialect;
  const [withdrawn, setWithdrawn] = useState<ApplicationRow | null>(null);
  if (withdrawn) return <WithdrawDialog application={withdrawn} onClose={() => setWithdrawn(null)} />;
  if (rows === null || dialect === undefined) return null;
  const open = rows.filter(isUndecided);
  const [only] = rows.length === 1 ? open : [];
  const close = () => useRequestsView.setState({ trashing: null });
  return (
    <AppDialog
      help="requests"
      title={
        only
          ? t('requests.toTrash.title')
          : t('requests.toTrash.titles', {
              count: open.length,
              n: formatNumber(open.length),
              total: formatNumber(rows.length),
            })
      }
      otherActions={
        <Button
          onClick={() => {
            close();
            void trash(rows.map(({ id }) => id));
          }}
        >
          {t('drafts.trash')}
        </Button>
      }
      {...(only && editability(only.status, dialect).now
        ? {
            action: {
              label: t('application.withdraw.button'),
              run: () => {
                close();
                setWithdrawn(only);
              },
            },
          }
        : {})}
      onClose={close}
    >
      <p>{only ? t('requests.toTrash.text') : t('requests.toTrash.texts')}</p>
    </AppDialog>
  );
}

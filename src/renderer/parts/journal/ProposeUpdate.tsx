import { Button } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ApplicationRow } from '../../../shared/application/applicationDraft.ts';
import { standingOf } from '../../../shared/application/standing.ts';
import type { Journal } from '../../../shared/contract/journals.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useApplications } from '../../state/data/applications.ts';
import { call } from '../../state/data/client.ts';
import { getAccount } from '../../state/data/session.ts';
import { formatRecent } from '../../state/format.ts';
import { go } from '../../state/navigation/route.ts';
import { openRequestOf } from '../../state/records/openRequestOf.ts';
import { AppDialog } from '../dialogs/AppDialog.tsx';
import { standingText } from '../StandingBadge.tsx';
import { useAction } from '../useAction.ts';

/** Starts an Update Request for a journal; one that is already open is pointed out before another one is started. */
export function ProposeUpdate(props: {
  journal: Pick<Journal, 'id' | 'inDirectory'>;
  appearance?: 'primary' | 'secondary';
}) {
  const [found, setFound] = useState<ApplicationRow | null>(null);
  const { journal, appearance = 'primary' } = props;
  const { rows } = useApplications();
  const { run, isBusy } = useAction(async () => {
    const accountId = getAccount()?.id;
    if (accountId === undefined) return;
    const { id } = await call('applications.create', { accountId, journalId: journal.id });
    go({ screen: 'update-requests', applicationId: id, field: null });
  });
  const isOff = isBusy || rows === null || !journal.inDirectory;
  return (
    <>
      <Button
        appearance={appearance}
        icon={<EditRegular />}
        disabledFocusable={isOff}
        onClick={() => {
          if (isOff) return;
          const open = openRequestOf(rows, journal.id);
          if (open) setFound(open);
          else run();
        }}
      >
        {t('journals.record.propose')}
      </Button>
      {found && (
        <ExistingDialog
          row={found}
          onClose={() => setFound(null)}
          onNew={() => {
            setFound(null);
            run();
          }}
        />
      )}
    </>
  );
}

function ExistingDialog(props: { row: ApplicationRow; onClose: () => void; onNew: () => void }) {
  const { row } = props;
  return (
    <AppDialog
      help="requests"
      title={t('journals.existing.title')}
      otherActions={<Button onClick={props.onNew}>{t('journals.existing.another')}</Button>}
      action={{
        label: t('journals.existing.open'),
        run: () => go({ screen: 'update-requests', applicationId: row.id, field: null }),
      }}
      onClose={props.onClose}
    >
      <p>
        {t('journals.existing.state', {
          state: standingText(standingOf(row)),
          when: formatRecent(row.updatedAt),
        })}
      </p>
      <p>{t(row.remoteId === null ? 'journals.existing.draft' : 'journals.existing.sent')}</p>
    </AppDialog>
  );
}

import type { ApplicationRow, ApplicationStatus } from '../../../shared/application/applicationDraft.ts';
import { editability } from '../../../shared/application/applicationStatus.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { AppDialog } from '../dialogs/AppDialog.tsx';
import { useOwnAction } from '../useAction.ts';

/** Returns true if the directory lets an application in this state be withdrawn, also if it takes no changes of it. */
export function useCanWithdraw(status: ApplicationStatus | null): boolean {
  const dialect = useAccount()?.dialect;
  return dialect !== undefined && editability(status, dialect).now;
}

/** Explains what withdrawing does, and asks for confirmation. */
export function WithdrawDialog(props: {
  application: Pick<ApplicationRow, 'id' | 'title'>;
  onClose: () => void;
}) {
  const { application, onClose } = props;
  const {
    data: plan,
    error: unread,
    refetch,
  } = useCall('applications.deletePreview', { id: application.id }, { gcTime: 0 });
  const {
    run: withdraw,
    isBusy,
    error,
    reset,
  } = useOwnAction(async (id: string) => {
    await call('applications.delete', { plan: id });
    announce(t('application.withdraw.done'));
    onClose();
  });
  return (
    <AppDialog
      help="requests"
      title={t('application.withdraw.title', { title: application.title })}
      error={error ?? unread}
      onRetry={() => {
        reset();
        void refetch();
      }}
      close={t('application.withdraw.keep')}
      action={{
        label: t('application.withdraw.go'),
        isBusy,
        isDisabled: !plan,
        isPrimary: false,
        run: () => plan && withdraw(plan.id),
      }}
      onClose={onClose}
    >
      <p>{t('application.withdraw.text')}</p>
    </AppDialog>
  );
}

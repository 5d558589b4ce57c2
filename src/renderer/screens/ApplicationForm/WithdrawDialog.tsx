import type { Application } from '../../../shared/application/applicationDraft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/AppDialog.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/client.ts';

/** Explains what withdrawing does, and asks for confirmation. */
export function WithdrawDialog(props: { application: Application; onClose: () => void }) {
  const { application, onClose } = props;
  const {
    run: withdraw,
    isBusy,
    error,
  } = useOwnAction(async () => {
    await call('applications.delete', { id: application.id });
    announce(t('application.withdraw.done'));
    onClose();
  });
  return (
    <AppDialog
      title={t('application.withdraw.title', { title: application.title })}
      error={error}
      close={t('application.withdraw.keep')}
      action={{ label: t('application.withdraw.go'), isDisabled: isBusy, isPrimary: false, run: withdraw }}
      onClose={onClose}
    >
      <p>{t('application.withdraw.text')}</p>
    </AppDialog>
  );
}

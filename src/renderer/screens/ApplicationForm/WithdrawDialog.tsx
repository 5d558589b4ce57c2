import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useReturnOfFocus } from '../../parts/useReturnOfFocus.ts';
import { announce } from '../../state/announce.ts';
import { asAppError, call } from '../../state/client.ts';

/** Explains what withdrawing does, and asks for confirmation. */
export function WithdrawDialog(props: { application: Application; onClose: () => void }) {
  const { t } = useTranslation();
  const { application, onClose } = props;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  useReturnOfFocus();
  const withdraw = async () => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await call('applications.delete', { id: application.id });
      announce(t('application.withdraw.done'));
      onClose();
    } catch (thrown) {
      setError(asAppError(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{t('application.withdraw.title', { title: application.title })}</DialogTitle>
          <DialogContent>
            {error && <ErrorPanel error={error} />}
            <p>{t('application.withdraw.text')}</p>
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={onClose}>
              {t('application.withdraw.keep')}
            </Button>
            <Button disabledFocusable={isBusy} onClick={() => void withdraw()}>
              {t('application.withdraw.go')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { lossMessage } from '../../../shared/lossMessage.ts';
import { announce } from '../../state/announce.ts';
import { asAppError, call } from '../../state/client.ts';
import { formatDateTime } from '../../state/format.ts';
import { useCall } from '../../state/queries.ts';
import { ErrorPanel } from '../ErrorPanel.tsx';
import { useReturnOfFocus } from '../useReturnOfFocus.ts';
import { RestorePreview } from './RestorePreview.tsx';

const useStyles = makeStyles({
  surface: { maxWidth: '44rem' },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

/** What restoring a backup would change, and the restore; a loss needs a yes of its own that names it. */
export default function RestoreDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { data: preview = null, error: previewError } = useCall('backups.preview', { name }, { gcTime: 0 });
  const [error, setError] = useState<AppError | null>(null);
  const [isAccepted, setAccepted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useReturnOfFocus();
  const problem = error ?? previewError;
  const lost = preview && { drafts: preview.drafts.lost, applications: preview.applications.lost };
  const loss = lost ? describe(lossMessage(lost)) : '';
  const isReady = lost !== null && (loss === '' || isAccepted);
  const restore = async () => {
    if (!isReady || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await call('backups.restore', { name, acceptLoss: isAccepted ? lost : null });
      announce(t('settings.backups.restored'));
      onClose();
    } catch (cause) {
      setError(asAppError(cause));
      setBusy(false);
    }
  };
  return (
    <Dialog open modalType="modal" onOpenChange={(_, { open }) => !open && !isBusy && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>
            {preview
              ? t('settings.backups.previewTitle', {
                  at: formatDateTime(preview.backup.at),
                  reason: t(`backups.reason.${preview.backup.reason}`),
                })
              : t('settings.backups.look')}
          </DialogTitle>
          <DialogContent className={styles.content}>
            {problem && <ErrorPanel error={problem} />}
            {!preview && !problem && <Spinner label={t('settings.backups.loading')} />}
            {preview && <RestorePreview preview={preview} />}
            {loss !== '' && (
              <Checkbox
                checked={isAccepted}
                onChange={(_, { checked }) => setAccepted(checked === true)}
                label={t('settings.backups.accept', { loss })}
              />
            )}
          </DialogContent>
          <DialogActions>
            <Button disabledFocusable={isBusy} onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              appearance="primary"
              disabledFocusable={!isReady || isBusy}
              onClick={() => void restore()}
            >
              {t(loss === '' ? 'settings.backups.restore' : 'settings.backups.restoreLoss')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

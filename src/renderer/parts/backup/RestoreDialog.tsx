import { Checkbox, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { formatDateTime } from '../../state/format.ts';
import { AppDialog } from '../dialogs/AppDialog.tsx';
import { useOwnAction } from '../useAction.ts';
import { RestorePreview } from './RestorePreview.tsx';

/** Shows what restoring a backup would change, and restores it. A loss is named and requires confirmation. */
export default function RestoreDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const {
    data: preview = null,
    error: previewError,
    refetch,
  } = useCall('backups.preview', { name }, { gcTime: 0 });
  const [isAccepted, setAccepted] = useState(false);
  const lost = preview && { drafts: preview.drafts.lost, applications: preview.applications.lost };
  const loss = lost ? describe(lossMessage(lost)) : '';
  const isReady = lost !== null && (loss === '' || isAccepted);
  const {
    run: restore,
    isBusy,
    error,
  } = useOwnAction(async () => {
    if (!preview) return;
    try {
      await call('backups.restore', { plan: preview.id });
    } catch (failure) {
      // The plan is used up, and what it showed may no longer be true.
      setAccepted(false);
      void refetch();
      throw failure;
    }
    announce(t('settings.backups.restored'));
    onClose();
  });
  const problem = error ?? previewError;
  return (
    <AppDialog
      help="backups"
      title={
        preview
          ? t('settings.backups.previewTitle', {
              at: formatDateTime(preview.backup.at),
              reason: t(`backups.reason.${preview.backup.reason}`),
            })
          : t('settings.backups.look')
      }
      maxWidth="44rem"
      error={problem}
      action={{
        label: t(loss === '' ? 'settings.backups.restore' : 'settings.backups.restoreLoss'),
        isBusy,
        isDisabled: !isReady,
        run: restore,
      }}
      onClose={onClose}
    >
      {!preview && !problem && <Spinner label={t('settings.backups.loading')} />}
      {preview && <RestorePreview preview={preview} />}
      {loss !== '' && (
        <Checkbox
          checked={isAccepted}
          onChange={(_, { checked }) => setAccepted(checked === true)}
          label={t('settings.backups.accept', { loss })}
        />
      )}
    </AppDialog>
  );
}

/** "2 drafts and 1 application or Update Request"; kinds with a count of 0 are left out; null if both are 0. */
function lossMessage({ drafts, applications }: { drafts: number; applications: number }): Message | null {
  const ofDrafts = drafts > 0 ? msg('backups.lossDrafts', { count: drafts }) : null;
  const ofApplications = applications > 0 ? msg('backups.lossApplications', { count: applications }) : null;
  return ofDrafts && ofApplications
    ? msg('backups.lossBoth', { drafts: ofDrafts, applications: ofApplications })
    : (ofDrafts ?? ofApplications);
}

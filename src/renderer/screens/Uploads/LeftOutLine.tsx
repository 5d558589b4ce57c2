import { Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { HeldBackReason, LeftOut, Upload } from '../../../shared/upload/upload.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { TextButton } from '../../parts/texts/TextButton.tsx';
import { HeldBackList } from '../../parts/upload/HeldBackList.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { fetchJournals } from '../../state/data/journals.ts';
import { useCall } from '../../state/data/queries.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { formatNumber } from '../../state/format.ts';

/** How many records the plan of the upload did not send, with a button that lists them. */
export function LeftOutLine({ upload }: { upload: Upload }) {
  const [isOpen, setOpen] = useState(false);
  const count = upload.heldBack;
  return (
    <>
      {t('uploads.heldBack', { count, n: formatNumber(count) })}{' '}
      <TextButton onClick={() => setOpen(true)}>{t('uploads.leftOut.show')}</TextButton>
      {isOpen && <LeftOutDialog upload={upload} onClose={() => setOpen(false)} />}
    </>
  );
}

function LeftOutDialog({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const { data: records, error } = useCall('uploads.leftOut', { id: upload.id });
  const journals = useOwnAction(() => fetchJournals(upload.accountId).then(() => true));
  const more = records === undefined ? 0 : upload.heldBack - records.length;
  return (
    <AppDialog
      help="sending"
      title={t('uploads.leftOut.title')}
      maxWidth="760px"
      error={error ?? journals.error}
      status={
        <span role="status">
          {journals.isBusy ? t('common.loading') : journals.result && t('commands.journalsFetched')}
        </span>
      }
      close={t('common.close')}
      action={
        records && records.length > 0
          ? {
              label: t('uploads.sendFixed'),
              isPrimary: false,
              run: () => sendFixed(upload, records, onClose),
            }
          : undefined
      }
      onClose={onClose}
    >
      {!records && !error && <Spinner label={t('common.loading')} />}
      {records && (
        <>
          <p>{t('uploads.leftOut.when')}</p>
          <HeldBackList
            records={records}
            counts={countReasons(records)}
            heading="h3"
            accountId={upload.accountId}
            onRefreshJournals={() => journals.run()}
            onLeave={onClose}
          />
        </>
      )}
      {more > 0 && <p>{t('uploads.leftOut.more', { count: more, n: formatNumber(more) })}</p>}
    </AppDialog>
  );
}

/** The plan leaves out again what was not corrected. */
function sendFixed({ accountId }: Upload, records: readonly LeftOut[], onClose: () => void): void {
  onClose();
  openDialog('sendPlan', { accountId, selection: { ids: records.map(({ draftId }) => draftId) } });
}

function countReasons(records: readonly LeftOut[]): Partial<Record<HeldBackReason, number>> {
  const counts: Partial<Record<HeldBackReason, number>> = {};
  for (const { reason } of records) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

import { Button, makeStyles } from '@fluentui/react-components';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { ExportMenu } from '../../parts/lists/ExportMenu.tsx';
import { countProblems, isOver } from '../../parts/upload/uploadText.ts';
import { useReport } from '../../parts/useReport.ts';
import { call } from '../../state/data/client.ts';
import { countFinished } from '../../state/data/queue.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { formatNumber } from '../../state/format.ts';
import type { UploadActions } from './useUploadActions.ts';

/** The buttons of an upload. One that is of no more use leaves, but not while it has the focus. */
export function UploadButtons(props: { upload: Upload; actions: UploadActions }) {
  const styles = useCommonStyles();
  const [isAsking, setAsking] = useState(false);
  const { upload, actions } = props;
  const source = { uploadId: upload.id };
  const report = useReport(source);
  const isRetryable = upload.state !== 'cancelled' && countProblems(upload) > 0;
  const isEnded = isOver(upload);
  return (
    <div className={styles.buttonRow}>
      <Leaving isOfUse={!isEnded}>
        <PauseButton upload={upload} actions={actions} />
      </Leaving>
      <Leaving isOfUse={!isEnded}>
        <Button size="small" disabledFocusable={isEnded} onClick={() => setAsking(true)}>
          {t('uploads.cancel')}
        </Button>
      </Leaving>
      <Leaving isOfUse={isRetryable}>
        <Button size="small" disabledFocusable={!isRetryable} onClick={() => actions.retry()}>
          {t('uploads.retry')}
        </Button>
      </Leaving>
      <ExportMenu
        label={t('uploads.export')}
        csv={t('uploads.exportCsv')}
        json={t('uploads.exportJson')}
        size="small"
        more={[
          {
            label: t('exports.button'),
            run: () => openDialog('export', { source, count: upload.counts.total }),
          },
          { label: t('exports.reportCsv'), run: () => report.run('csv') },
          { label: t('exports.reportJson'), run: () => report.run('json') },
          { label: t('exports.returned.button'), run: () => openDialog('export', { returned: source }) },
        ]}
        fetchFile={(format) => call('uploads.export', { id: upload.id, format })}
      />
      {isAsking && !isOver(upload) && (
        <CancelDialog
          upload={upload}
          onClose={(isMeant) => {
            setAsking(false);
            if (isMeant) actions.cancel();
          }}
        />
      )}
    </div>
  );
}

/** A button that leaves when it is of no more use and has not, or no longer, the focus. */
function Leaving(props: { isOfUse: boolean; children: ReactElement }) {
  const styles = useStyles();
  const place = useRef<HTMLSpanElement>(null);
  const [hasFocus, setFocus] = useState(false);
  const isShown = props.isOfUse || hasFocus;
  useEffect(() => {
    const follow = ({ type }: FocusEvent) => setFocus(type === 'focusin');
    const element = place.current;
    for (const type of ['focusin', 'focusout'] as const) element?.addEventListener(type, follow);
    return () => {
      for (const type of ['focusin', 'focusout'] as const) element?.removeEventListener(type, follow);
    };
  }, [isShown]);
  if (!isShown) return null;
  return (
    <span ref={place} className={styles.leaving}>
      {props.children}
    </span>
  );
}

const useStyles = makeStyles({ leaving: { display: 'contents' } });

/** One button for both actions, so that it keeps the focus. */
export function PauseButton(props: { upload: Upload; actions: UploadActions }) {
  const { upload, actions } = props;
  const isPaused = upload.state === 'paused';
  return (
    <Button
      size="small"
      disabledFocusable={!isPaused && upload.state !== 'running'}
      onClick={isPaused ? actions.resume : actions.pause}
    >
      {t(isPaused ? 'uploads.resume' : 'uploads.pause')}
    </Button>
  );
}

function CancelDialog(props: { upload: Upload; onClose: (isMeant: boolean) => void }) {
  const { upload } = props;
  const rest = upload.counts.total - countFinished(upload);
  return (
    <AppDialog
      help="sending"
      isAlert
      title={t('uploads.cancelDialog.title', { count: rest, n: formatNumber(rest) })}
      close={t('uploads.cancelDialog.no')}
      action={{ label: t('uploads.cancelDialog.yes'), run: () => props.onClose(true) }}
      onClose={() => props.onClose(false)}
    >
      {t('uploads.cancelDialog.text')}
    </AppDialog>
  );
}

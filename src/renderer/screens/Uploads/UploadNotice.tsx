import { Link } from '@fluentui/react-components';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { Callout } from '../../parts/Callout.tsx';
import { countProblems, isOver, summaryText } from '../../parts/upload/uploadText.ts';
import { formatNumber, formatRecent } from '../../state/format.ts';
import { KeepingNotice } from './PutBack.tsx';
import type { UploadActions } from './useUploadActions.ts';

/** Why an upload is paused and how to fix that, or how it ended. */
export function UploadNotice(props: { upload: Upload; actions: UploadActions }) {
  const { upload } = props;
  if (isOver(upload)) return <Ended upload={upload} />;
  return upload.state === 'paused' ? <Paused {...props} /> : <KeepingNotice {...props} />;
}

function Paused({ upload, actions }: { upload: Upload; actions: UploadActions }) {
  const reason = upload.pausedBy ?? 'person';
  const { isBusy } = actions;
  const fixes = {
    version: { label: t('uploads.switchTo4'), isBusy, run: actions.switchTo4 },
    offline: { label: t('uploads.tryNow'), isBusy, run: actions.resume },
  };
  return (
    <Callout
      intent={reason === 'person' ? 'info' : 'warning'}
      title={t(`uploads.paused.${reason}`)}
      action={reason === 'version' || reason === 'offline' ? fixes[reason] : undefined}
    >
      {describe(upload.message) || t(`uploads.pausedHelp.${reason}`)}{' '}
      {reason === 'key' && (
        <Link inline href="#/settings">
          {t('uploads.toSettings')}
        </Link>
      )}
    </Callout>
  );
}

function Ended({ upload }: { upload: Upload }) {
  const hasProblems = countProblems(upload) > 0;
  const isCancelled = upload.state === 'cancelled';
  return (
    <Callout
      intent={isCancelled || hasProblems ? 'warning' : 'success'}
      title={t(`uploads.ended.${upload.state}`)}
    >
      {summaryText(upload)}. {timeText(upload)}
      {upload.idsMissing > 0 &&
        ` ${t('uploads.idsMissing', { count: upload.idsMissing, n: formatNumber(upload.idsMissing) })}`}
      {hasProblems && !isCancelled && ` ${t('uploads.howToFix')}`}
    </Callout>
  );
}

function timeText(upload: Upload): string {
  const { startedAt, finishedAt } = upload;
  if (!finishedAt) return '';
  const requests = t('uploads.requests', { count: upload.requests, n: formatNumber(upload.requests) });
  const when = formatRecent(finishedAt);
  if (!startedAt) return t('uploads.finishedAt', { when });
  // Not how long it took: that would include the pauses of the user.
  return t('uploads.startedAndFinished', { from: formatRecent(startedAt), when, requests });
}

import {
  Button,
  Link,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { describe } from '../../../shared/i18n/describe.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { countProblems, durationWords, isOver, summaryWords } from '../../parts/upload/uploadWords.ts';
import { formatNumber, formatRecent } from '../../state/format.ts';
import { KeepingNotice } from './PutBack.tsx';
import type { UploadActions } from './useUploadActions.ts';

const useStyles = makeStyles({ body: { paddingBlock: tokens.spacingVerticalS } });

/** Why an upload is paused and how to fix that, or how it ended. */
export function UploadNotice(props: { upload: Upload; actions: UploadActions }) {
  const { upload } = props;
  if (isOver(upload)) return <Ended upload={upload} />;
  return upload.state === 'paused' ? <Paused {...props} /> : <KeepingNotice {...props} />;
}

function Paused({ upload, actions }: { upload: Upload; actions: UploadActions }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const reason = upload.pausedBy ?? 'person';
  return (
    <MessageBar intent={reason === 'person' ? 'info' : 'warning'} layout="multiline">
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>{t(`uploads.paused.${reason}`)}</MessageBarTitle>
        {describe(upload.message) || t(`uploads.pausedHelp.${reason}`)}
      </MessageBarBody>
      {reason !== 'person' && (
        <MessageBarActions>
          {reason === 'version' && (
            <Button size="small" disabledFocusable={actions.isBusy} onClick={() => void actions.switchTo4()}>
              {t('uploads.switchTo4')}
            </Button>
          )}
          {reason === 'key' && <Link href="#/settings">{t('uploads.toSettings')}</Link>}
          {reason === 'offline' && (
            <Button size="small" disabledFocusable={actions.isBusy} onClick={() => void actions.resume()}>
              {t('uploads.tryNow')}
            </Button>
          )}
        </MessageBarActions>
      )}
    </MessageBar>
  );
}

function Ended({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const hasProblems = countProblems(upload) > 0;
  const isCancelled = upload.state === 'cancelled';
  return (
    <MessageBar intent={isCancelled || hasProblems ? 'warning' : 'success'} layout="multiline">
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>{t(`uploads.ended.${upload.state}`)}</MessageBarTitle>
        {summaryWords(upload)}. {timeWords(upload, t)}
        {upload.idsMissing > 0 &&
          ` ${t('uploads.idsMissing', { count: upload.idsMissing, n: formatNumber(upload.idsMissing) })}`}
        {hasProblems && !isCancelled && ` ${t('uploads.mend')}`}
      </MessageBarBody>
    </MessageBar>
  );
}

function timeWords(upload: Upload, t: TFunction): string {
  const { startedAt, finishedAt } = upload;
  if (!finishedAt) return '';
  const requests = t('uploads.requests', { count: upload.requests, n: formatNumber(upload.requests) });
  const when = formatRecent(finishedAt);
  if (!startedAt) return t('uploads.finishedAt', { when });
  const time = durationWords((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000);
  return t('uploads.finishedIn', { when, time, requests });
}

import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { uploadName } from '../../../shared/i18n/uploadName.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { countProblems, countStored, statusLine } from '../../parts/upload/uploadText.ts';
import { countFinished } from '../../state/data/queue.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    columnGap: '1px',
    height: '8px',
    outline: `1px solid ${tokens.colorTransparentStroke}`,
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground6,
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      backgroundColor: 'Canvas',
      outline: '1px solid CanvasText',
    },
  },
  slim: { height: '4px' },
  part: { minWidth: '2px' },
  stored: {
    backgroundColor: tokens.colorStatusSuccessForeground1,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
  underWay: {
    backgroundColor: tokens.colorCompoundBrandBackground,
    '@media (forced-colors: active)': { backgroundColor: 'GrayText' },
  },
  unsure: {
    backgroundColor: tokens.colorStatusWarningForeground1,
    '@media (forced-colors: active)': { backgroundColor: 'GrayText' },
  },
  problems: {
    backgroundColor: tokens.colorStatusDangerForeground1,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
});

/** The progress of an upload in parts: stored, under way, unclear, refused or failed; its text is the status line. */
export function ProgressBar(props: { upload: Upload; isSlim?: boolean }) {
  const styles = useStyles();
  const { upload } = props;
  const { total, sending, accepted, unsure } = upload.counts;
  const parts = [
    ['stored', countStored(upload)],
    ['underWay', sending + accepted],
    ['unsure', unsure],
    ['problems', countProblems(upload)],
  ] as const;
  return (
    <div
      role="progressbar"
      aria-label={t('uploads.progressOf', { name: uploadName(upload) })}
      aria-valuemin={0}
      aria-valuemax={Math.max(total, 1)}
      aria-valuenow={total === 0 ? 1 : countFinished(upload)}
      aria-valuetext={statusLine(upload)}
      className={mergeClasses(styles.bar, props.isSlim && styles.slim)}
    >
      {parts.map(
        ([key, count]) =>
          count > 0 && (
            <span
              key={key}
              className={mergeClasses(styles.part, styles[key])}
              style={{ width: `${(count / total) * 100}%` }}
            />
          ),
      )}
    </div>
  );
}

import { Link, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { describe } from '../../../shared/i18n/describe.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { uploadName } from '../../../shared/i18n/uploadName.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { barPadding, outlined, secondary } from '../../parts/commonStyles.ts';
import { isOver, statusLine, summaryWords } from '../../parts/upload/uploadWords.ts';
import { formatRecent } from '../../state/format.ts';
import { useAccounts } from '../../state/session.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { PauseButton } from './UploadButtons.tsx';
import { useUploadActions } from './useUploadActions.ts';

const useStyles = makeStyles({
  card: {
    ...barPadding,
    ...outlined,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: tokens.spacingVerticalXS,
    columnGap: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  over: secondary,
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere', minHeight: '24px' },
  wide: { gridColumn: '1 / -1' },
  status: { fontVariantNumeric: 'tabular-nums' },
});

/** One upload in the list: its name, its progress in words and as a bar, and a button to pause it. */
export function UploadCard({ upload }: { upload: Upload }) {
  const styles = useStyles();
  const actions = useUploadActions(upload);
  const accounts = useAccounts();
  const account = accounts.length > 1 ? accounts.find((one) => one.id === upload.accountId)?.name : undefined;
  const isEnded = isOver(upload);
  const words = isEnded
    ? `${t(`uploads.ended.${upload.state}`)} ${summaryWords(upload)}`
    : [statusLine(upload), describe(upload.message)].filter(Boolean).join(' · ');
  return (
    <article className={mergeClasses(styles.card, isEnded && styles.over)}>
      <Link className={styles.name} href={`#/uploads/${upload.id}`}>
        {uploadName(upload)}
      </Link>
      {isEnded ? (
        <Text size={200}>{formatRecent(upload.finishedAt ?? upload.createdAt)}</Text>
      ) : (
        <PauseButton upload={upload} actions={actions} />
      )}
      {!isEnded && (
        <div className={styles.wide}>
          <ProgressBar upload={upload} isSlim />
        </div>
      )}
      <Text size={200} className={mergeClasses(styles.wide, styles.status)}>
        {account ? `${account} · ${words}` : words}
      </Text>
    </article>
  );
}

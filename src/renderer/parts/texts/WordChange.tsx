import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons';
import { t } from '../../../shared/i18n/i18n.ts';
import { secondary, wrapping } from '../commonStyles.ts';
import { MarkedWords } from './MarkedWords.tsx';

const useStyles = makeStyles({
  root: {
    ...wrapping,
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalXS,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  label: secondary,
  value: { whiteSpace: 'pre-wrap' },
  arrow: { alignSelf: 'center', flexShrink: 0 },
});

/** A field before and after a change; words that differ are marked. */
export function WordChange(props: { label: string; before: string; after: string }) {
  const styles = useStyles();
  const { before, after } = props;
  return (
    <span className={styles.root}>
      <span className={styles.label}>{props.label}:</span>
      <span className={styles.value}>
        {before === '' ? t('common.notGiven') : <MarkedWords before={before} after={after} side="before" />}
      </span>
      <ArrowRightRegular className={styles.arrow} aria-label={t('edits.becomes')} />
      <span className={styles.value}>
        {after === '' ? t('common.nothing') : <MarkedWords before={before} after={after} side="after" />}
      </span>
    </span>
  );
}

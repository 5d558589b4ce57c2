import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons';
import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { t } from '../../shared/i18n/i18n.ts';
import { secondary, wrapping } from './commonStyles.ts';
import { placeKey } from './form/place.ts';

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
  removed: {
    backgroundColor: tokens.colorStatusDangerBackground1,
    color: tokens.colorStatusDangerForeground1,
    textDecorationLine: 'line-through',
  },
  added: {
    backgroundColor: tokens.colorStatusSuccessBackground1,
    color: tokens.colorStatusSuccessForeground1,
    textDecorationLine: 'underline',
  },
});

/** A field before and after a change; words that differ are marked. */
export function WordChange(props: { label: string; before: string; after: string }) {
  const styles = useStyles();
  const { before, after } = props;
  const parts = useMemo(() => diffWordsWithSpace(before, after), [before, after]);
  const side = (kind: 'removed' | 'added') =>
    parts
      .filter((part) => part[kind] || (!part.removed && !part.added))
      .map((part, at) =>
        part[kind] ? (
          <span key={placeKey(at)} className={styles[kind]}>
            {part.value}
          </span>
        ) : (
          part.value
        ),
      );
  return (
    <span className={styles.root}>
      <span className={styles.label}>{props.label}:</span>
      <span className={styles.value}>{before === '' ? t('common.notGiven') : side('removed')}</span>
      <ArrowRightRegular className={styles.arrow} aria-label={t('edits.becomes')} />
      <span className={styles.value}>{after === '' ? t('common.nothing') : side('added')}</span>
    </span>
  );
}

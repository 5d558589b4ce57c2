import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { visuallyHidden } from '../commonStyles.ts';
import { placeKey } from '../form/place.ts';
import { wordDifference, wordsOnlyHere } from './wordDifference.ts';

export const useMarkStyles = makeStyles({
  before: {
    backgroundColor: tokens.colorStatusDangerBackground1,
    color: tokens.colorStatusDangerForeground1,
    textDecorationLine: 'line-through',
  },
  after: {
    backgroundColor: tokens.colorStatusSuccessBackground1,
    color: tokens.colorStatusSuccessForeground1,
    textDecorationLine: 'underline',
  },
  list: visuallyHidden,
});

/** One of two texts: words that the other lacks are marked, and listed after the text for screen readers. */
export function MarkedWords(props: { before: string; after: string; side: 'before' | 'after' }) {
  const styles = useMarkStyles();
  const { before, after, side } = props;
  const parts = useMemo(() => wordDifference(before, after)[side], [before, after, side]);
  const words = wordsOnlyHere(parts).map((text) => t('common.quoted', { text }));
  return (
    <>
      {parts.map(({ text, isOnlyHere }, at) =>
        isOnlyHere ? (
          <span key={placeKey(at)} className={styles[side]}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
      {words.length > 0 && (
        <span className={styles.list}> {t('common.onlyHere', { words: words.join(', ') })}</span>
      )}
    </>
  );
}

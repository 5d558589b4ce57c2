import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { secondary, visuallyHidden, wrapping } from '../commonStyles.ts';
import { placeKey } from '../form/place.ts';
import { BeforeAfter } from './BeforeAfter.tsx';
import { MarkedWords, useMarkStyles } from './MarkedWords.tsx';

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
  words: visuallyHidden,
  entries: { ...wrapping, gap: tokens.spacingHorizontalXXS, listStyle: 'none', margin: 0, padding: 0 },
  entry: {
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    paddingInline: tokens.spacingHorizontalXS,
  },
});

type Side = 'before' | 'after';

/** A field before and after a change; words that differ are marked, or `entries`, if the field is a list of texts. */
export function WordChange(props: {
  label: string;
  before: string;
  after: string;
  entries?: Record<Side, readonly string[]> | undefined;
}) {
  const styles = useStyles();
  const { before, after, entries } = props;
  const value = (side: Side) =>
    entries ? (
      <Entries entries={entries} side={side} />
    ) : (
      <MarkedWords before={before} after={after} side={side} />
    );
  return (
    <div className={styles.root}>
      <span className={styles.label}>{props.label}:</span>
      <BeforeAfter
        before={<div className={styles.value}>{before === '' ? t('common.notGiven') : value('before')}</div>}
        after={<div className={styles.value}>{after === '' ? t('common.nothing') : value('after')}</div>}
      />
    </div>
  );
}

/** The entries of a list, each with a frame; those that the other list lacks are marked. */
function Entries({ entries, side }: { entries: Record<Side, readonly string[]>; side: Side }) {
  const styles = useStyles();
  const marks = useMarkStyles();
  const others = new Set(entries[side === 'before' ? 'after' : 'before']);
  return (
    <ul className={styles.entries}>
      {entries[side].map((entry, at) => (
        <li key={placeKey(at)} className={mergeClasses(styles.entry, !others.has(entry) && marks[side])}>
          {entry}
          {!others.has(entry) && (
            <span className={styles.words}>
              {' '}
              {t(side === 'before' ? 'common.entryRemoved' : 'common.entryAdded')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

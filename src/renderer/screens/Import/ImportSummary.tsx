import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId } from 'react';
import type { ImportFilter, ImportStatus } from '../../../shared/draft/importing.ts';
import { importTotals } from '../../../shared/draft/importTotals.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { barPadding, selected, smallSecondary } from '../../parts/commonStyles.ts';
import { formatNumber } from '../../state/format.ts';

const useStyles = makeStyles({
  list: {
    ...barPadding,
    display: 'grid',
    flexShrink: 0,
    gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))',
    gap: tokens.spacingHorizontalXS,
    margin: 0,
  },
  fact: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column-reverse',
    justifyContent: 'flex-end',
    paddingInline: tokens.spacingHorizontalXS,
    borderRadius: tokens.borderRadiusMedium,
    outline: '1px solid transparent',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  shown: {
    ...selected,
    outlineColor: tokens.colorNeutralStrokeAccessible,
    '& dt': { color: tokens.colorNeutralForeground1Selected },
  },
  name: { ...smallSecondary, lineHeight: tokens.lineHeightBase200 },
  value: { margin: 0 },
  number: {
    width: '100%',
    padding: 0,
    paddingBottom: '3px',
    border: 'none',
    textAlign: 'start',
    background: 'none',
    color: 'inherit',
    cursor: 'pointer',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    ':focus-visible': { outline: 'none' },
    // The whole tile can be clicked.
    '::after': { content: '""', position: 'absolute', inset: 0, borderRadius: tokens.borderRadiusMedium },
    ':focus-visible::after': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  pressed: { paddingBottom: 0, borderBottom: `3px solid ${tokens.colorCompoundBrandStroke}` },
  bad: { color: tokens.colorStatusDangerForeground1 },
});

/** The list that a tile shows; `problems` are the entries that could not be read. */
export type ImportTile = ImportFilter['show'] | 'problems';

/** The records of an import in numbers; each number shows its records below. */
export function ImportSummary(props: {
  status: ImportStatus;
  /** null: a finding is shown. */
  shown: ImportTile | null;
  onShow: (tile: ImportTile) => void;
}) {
  const styles = useStyles();
  const id = useId();
  const { readiness } = props.status;
  const { total, created, updated, unchanged, duplicates, unreadable, leftOut } = importTotals([
    props.status,
  ]);
  const tiles: { tile: ImportTile; name: string; value: number; isBad?: boolean }[] = [
    { tile: 'all', name: 'total', value: total },
    { tile: 'created', name: 'created', value: created },
    { tile: 'updated', name: 'updated', value: updated },
    { tile: 'unchanged', name: 'unchanged', value: unchanged },
    { tile: 'twice', name: 'twice', value: duplicates },
    { tile: 'problems', name: 'problems', value: unreadable, isBad: unreadable > 0 },
    { tile: 'ready', name: 'ready', value: (readiness.ready ?? 0) + (readiness.warnings ?? 0) },
    { tile: 'incomplete', name: 'incomplete', value: readiness.incomplete ?? 0 },
    { tile: 'leftOut', name: 'leftOut', value: leftOut },
  ];
  // What there is none of is not worth a look.
  const shown = tiles.filter(({ tile, value }) => tile === 'all' || tile === props.shown || value > 0);
  return (
    <dl className={styles.list}>
      {shown.map(({ tile, name, value, isBad }) => (
        <div key={tile} className={mergeClasses(styles.fact, tile === props.shown && styles.shown)}>
          <dt id={`${id}-${tile}-name`} className={styles.name}>
            {t(`import.fact.${name}`)}
          </dt>
          <dd className={styles.value}>
            <button
              type="button"
              id={`${id}-${tile}`}
              aria-labelledby={`${id}-${tile} ${id}-${tile}-name`}
              aria-pressed={tile === props.shown}
              className={mergeClasses(
                styles.number,
                tile === props.shown && styles.pressed,
                isBad && styles.bad,
              )}
              onClick={() => props.onShow(tile)}
            >
              {formatNumber(value)}
            </button>
          </dd>
        </div>
      ))}
    </dl>
  );
}

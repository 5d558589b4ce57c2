import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { formatNumber } from '../../state/format.ts';
import { smallSecondary } from '../commonStyles.ts';

export interface Tile {
  key: string;
  value: number;
  label: string;
  tone: 'plain' | 'good' | 'bad' | 'doubtful';
}

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(112px, 1fr))',
    gap: tokens.spacingHorizontalM,
    margin: 0,
  },
  tile: { display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' },
  value: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  label: { ...smallSecondary, lineHeight: tokens.lineHeightBase200 },
  plain: {},
  good: { color: tokens.colorStatusSuccessForeground1 },
  bad: { color: tokens.colorStatusDangerForeground1 },
  doubtful: { color: tokens.colorStatusWarningForeground3 },
});

/** Numbers with labels below; the label also explains the colour. */
export function NumberTiles(props: { tiles: readonly Tile[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.list}>
      {props.tiles.map((tile) => (
        <div key={tile.key} className={styles.tile}>
          <dt className={styles.label}>{tile.label}</dt>
          <dd className={mergeClasses(styles.value, tile.value > 0 && styles[tile.tone])}>
            {formatNumber(tile.value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

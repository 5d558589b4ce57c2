import { makeStyles, tokens } from '@fluentui/react-components';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { barPadding, smallSecondary } from '../../parts/commonStyles.ts';
import { formatNumber } from '../../state/format.ts';

const useStyles = makeStyles({
  list: {
    ...barPadding,
    display: 'grid',
    flexShrink: 0,
    gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))',
    gap: tokens.spacingHorizontalM,
    margin: 0,
  },
  fact: { display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' },
  name: { ...smallSecondary, lineHeight: tokens.lineHeightBase200 },
  number: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  bad: { color: tokens.colorStatusDangerForeground1 },
});

export function ImportSummary(props: { status: ImportStatus }) {
  const styles = useStyles();
  const { read, created, updated, unchanged, problems, readiness } = props.status;
  const facts = [
    { name: 'created', value: created },
    { name: 'updated', value: updated },
    { name: 'unchanged', value: unchanged },
    // Every record read is one of the four.
    { name: 'twice', value: Math.max(0, read - created - updated - unchanged) },
    { name: 'problems', value: problems, isBad: problems > 0 },
    { name: 'ready', value: (readiness.ready ?? 0) + (readiness.warnings ?? 0) },
    { name: 'incomplete', value: readiness.incomplete ?? 0 },
  ];
  return (
    <dl className={styles.list}>
      {facts.map(({ name, value, isBad }) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.name}>{t(`import.fact.${name}`)}</dt>
          <dd className={`${styles.number} ${isBad ? styles.bad : ''}`}>{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

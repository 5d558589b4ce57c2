import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { smallSecondary } from '../../parts/commonStyles.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    margin: 0,
    '& dd': { margin: 0, overflowWrap: 'anywhere' },
  },
  name: smallSecondary,
});

/** Names with their values; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const styles = useStyles();
  const known = facts.filter(([, value]) => value !== null && value !== '');
  return (
    <dl className={styles.list}>
      {known.map(([name, value]) => [
        <dt key={name} className={styles.name}>
          {name}
        </dt>,
        <dd key={`${name} value`}>{value}</dd>,
      ])}
    </dl>
  );
}

import { makeStyles, tokens } from '@fluentui/react-components';
import { Fragment } from 'react';
import { smallSecondary } from '../../parts/commonStyles.ts';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(5rem, max-content) minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    margin: 0,
    overflowWrap: 'anywhere',
  },
  name: { ...smallSecondary, maxWidth: '9rem' },
  value: { margin: 0, whiteSpace: 'pre-line' },
});

/** Values with their names, as a list of two columns. */
export function Fields(props: { fields: readonly { key: string | number; name: string; text: string }[] }) {
  const styles = useStyles();
  if (props.fields.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {props.fields.map(({ key, name, text }) => (
        <Fragment key={key}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{text}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

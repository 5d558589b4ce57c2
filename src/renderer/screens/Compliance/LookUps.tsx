import { makeStyles, tokens } from '@fluentui/react-components';
import { AgreementsLookUp } from './AgreementsLookUp.tsx';
import { TransformativeLookUp } from './TransformativeLookUp.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalXXL,
    padding: tokens.spacingHorizontalL,
    overflowY: 'auto',
  },
});

/** The two look-ups beside the calculation: transformative journals, and agreements. */
export function LookUps() {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <AgreementsLookUp />
      <TransformativeLookUp />
    </div>
  );
}

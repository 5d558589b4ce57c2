import { makeStyles, tokens } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Plan } from '../../../shared/upload/upload.ts';
import { HeldBackList } from '../../parts/upload/HeldBackList.tsx';

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
});

/** The records that will not be sent, with the reasons. */
export function HeldBack({ plan, onLeave }: { plan: Plan; onLeave: () => void }) {
  const styles = useStyles();
  if (Object.keys(plan.heldBackCounts).length === 0) return null;
  return (
    <section className={styles.root} aria-labelledby="held-back">
      <h3 id="held-back" className={styles.title}>
        {t('send.held.title')}
      </h3>
      <HeldBackList records={plan.heldBack} counts={plan.heldBackCounts} heading="h4" onLeave={onLeave} />
    </section>
  );
}

import { useState } from 'react';
import type { ApplicationPlan } from '../../../shared/application/applicationDraft.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';
import { Callout } from '../Callout.tsx';
import { useCommonStyles } from '../commonStyles.ts';
import { FieldComparison } from '../form/FieldComparison.tsx';
import { TextButton } from '../TextButton.tsx';
import { valueWords } from './valueWords.ts';

/** The plan of one application in a sentence, and its changes; among several plans these are shown on demand. */
export function PlanDetails(props: { plan: ApplicationPlan; isAlone: boolean }) {
  const styles = useCommonStyles();
  const { plan, isAlone } = props;
  const [isOpen, setOpen] = useState(isAlone);
  const count = plan.changes.length;
  const isRisky = plan.action === 'overwrite' || plan.remoteChanges !== null;
  const intent = plan.action === 'held-back' ? 'error' : isRisky ? 'warning' : 'success';
  const heading = t('application.review.changes', { count, n: formatNumber(count) });
  const id = `plan-${plan.id}`;
  return (
    <section className={styles.stackOfRows} aria-label={plan.title}>
      {!isAlone && <h3 className={styles.heading3}>{plan.title}</h3>}
      <Callout intent={intent}>
        {describe(plan.message)} {describe(plan.remoteChanges)}{' '}
        {plan.warnings > 0 &&
          t('application.review.warnings', { count: plan.warnings, n: formatNumber(plan.warnings) })}
      </Callout>
      {plan.kind === 'update' && isAlone && <h3 className={styles.heading3}>{heading}</h3>}
      {plan.kind === 'update' && !isAlone && count > 0 && (
        <div>
          <TextButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            {heading}
          </TextButton>
        </div>
      )}
      <div id={id}>
        {count > 0 && isOpen && (
          <FieldComparison
            name={t('application.review.table')}
            titles={{ left: t('application.review.before'), right: t('application.review.after') }}
            differences={plan.changes.map(({ path, before, after }) => ({
              path,
              left: valueWords(path, before),
              right: valueWords(path, after),
              isSame: false,
            }))}
          />
        )}
      </div>
    </section>
  );
}

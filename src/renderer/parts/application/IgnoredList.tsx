import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { LockClosed16Regular } from '@fluentui/react-icons';
import type { ApplicationPlan } from '../../../shared/application/applicationDraft.ts';
import { canStaffStore } from '../../../shared/application/updateRequest.ts';
import { countWithMore } from '../../../shared/countFindings.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';
import { applicationValueText } from './applicationValueText.ts';

const useStyles = makeStyles({
  box: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    border: `2px solid ${tokens.colorStatusWarningBorder2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  title: { margin: 0, fontSize: tokens.fontSizeBase200 },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', rowGap: tokens.spacingVerticalXS },
  row: {
    display: 'flex',
    alignItems: 'flex-start',
    columnGap: tokens.spacingHorizontalXS,
    overflowWrap: 'anywhere',
  },
  icon: { flexShrink: 0, height: '20px', display: 'inline-flex', alignItems: 'center' },
  button: { justifySelf: 'start' },
});

/** The values that the directory will ignore, each with the value it keeps. */
export function IgnoredList(props: {
  plans: readonly ApplicationPlan[];
  /** All are of one application, which needs no name. */
  isOne: boolean;
  onWrite: (plan: ApplicationPlan) => void;
}) {
  const styles = useStyles();
  const plans = props.plans.filter(({ ignored }) => ignored.length > 0);
  const count = plans.reduce((sum, { ignored }) => sum + countWithMore(ignored), 0);
  if (count === 0) return null;
  return (
    <section className={styles.box} aria-labelledby="review-ignored">
      <h3 id="review-ignored" className={styles.heading}>
        {t('application.review.ignored', { count, n: formatNumber(count) })}
      </h3>
      {plans.map((plan) => (
        <div key={plan.id}>
          {!props.isOne && <h4 className={styles.title}>{plan.title}</h4>}
          <ul className={styles.list}>
            {plan.ignored.map((value) => (
              <li key={value.path} className={styles.row}>
                <span className={styles.icon}>
                  <LockClosed16Regular />
                </span>
                <IgnoredLine value={value} />
              </li>
            ))}
          </ul>
          {plan.ignored.some(canStaffStore) && (
            <Button size="small" className={styles.button} onClick={() => props.onWrite(plan)}>
              {props.isOne
                ? t('application.review.writeMessage')
                : t('application.review.writeMessageOf', { title: plan.title })}
            </Button>
          )}
        </div>
      ))}
      <div>{t('application.review.ignoredWhy')}</div>
    </section>
  );
}

function IgnoredLine({
  value: { path, kept, proposed, more },
}: {
  value: ApplicationPlan['ignored'][number];
}) {
  const [before, after] = [kept, proposed].map((one) =>
    applicationValueText(path, one)?.replaceAll('\n', ', '),
  );
  const key = kept === null ? 'application.review.ignoredLineNone' : 'application.review.ignoredLine';
  const line = t(key, { field: fieldText(path), kept: before, proposed: after ?? t('common.nothing') });
  return <span>{more === undefined ? line : t('moreFindings', { message: `${line}.`, count: more })}</span>;
}

import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { Bar } from '../../parts/Bar.tsx';
import { formatNumber } from '../../state/format.ts';
import type { PlanStage } from './useSendPlan.ts';

const useStyles = makeStyles({
  root: { display: 'grid', rowGap: tokens.spacingVerticalXS, paddingBlock: tokens.spacingVerticalS },
  number: { fontVariantNumeric: 'tabular-nums' },
});

/** The progress of the plan: a bar, and the numbers beside it. Screen readers announce each stage, not each number. */
export function PlanProgress({ stage }: { stage: PlanStage | null }) {
  const styles = useStyles();
  const total = stage?.total ?? 0;
  const words = total === 0 ? t('send.checking') : wordsOf(stage!);
  return (
    <div className={styles.root}>
      <Bar
        aria-label={t(stage?.stage === 'looking' ? 'send.there.title' : 'send.checking')}
        aria-valuetext={words}
        {...(total > 0 ? { value: stage!.done, max: total } : {})}
      />
      <Text className={styles.number}>{words}</Text>
    </div>
  );

  function wordsOf({ stage: name, done, total: all }: PlanStage): string {
    const params = { count: all, done: formatNumber(done), n: formatNumber(all) };
    return t(name === 'looking' ? 'send.looked' : 'send.checked', params);
  }
}

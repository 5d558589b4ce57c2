import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { t } from '../../shared/i18n/i18n.ts';
import { formatNumber } from '../state/format.ts';
import { Bar } from './Bar.tsx';

const useStyles = makeStyles({
  progress: { display: 'grid', rowGap: tokens.spacingVerticalXS },
  number: { fontVariantNumeric: 'tabular-nums' },
});

/** Records handled so far, and their total. */
export interface Progress {
  done: number;
  total: number;
}

/** The progress of work on many drafts, or on what `counted` counts: a bar, and the numbers below it. */
export function Working(props: {
  label: string;
  progress: Progress | null;
  counted?:
    | 'edits.progress'
    | 'links.progress'
    | 'harvest.progress'
    | 'watchScreen.progress'
    | 'watchScreen.gaps.progress';
}) {
  const styles = useStyles();
  const { counted = 'edits.progress' } = props;
  const { done = 0, total = 0 } = props.progress ?? {};
  const words =
    total === 0
      ? props.label
      : t(counted, { count: total, done: formatNumber(done), n: formatNumber(total) });
  return (
    <div className={styles.progress}>
      <Bar aria-label={props.label} aria-valuetext={words} {...(total > 0 && { value: done, max: total })} />
      <Text className={styles.number}>{words}</Text>
    </div>
  );
}

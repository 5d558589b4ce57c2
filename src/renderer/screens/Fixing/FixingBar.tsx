import { Button, makeStyles, Text, Tooltip, tokens } from '@fluentui/react-components';
import type { FixingStatus } from '../../../shared/contract/fixing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { Bar } from '../../parts/Bar.tsx';
import { Callout } from '../../parts/Callout.tsx';
import { smallSecondary, wrappingRow } from '../../parts/commonStyles.ts';
import { formatNumber } from '../../state/format.ts';
import { runCommand } from '../../state/navigation/commands.ts';
import { useAriaKeys, useCommandKeys } from '../../state/navigation/keyLabels.ts';
import { describeRemaining, useFixingView } from '../../state/records/fixing.ts';
import { MarkBadge } from './MarkBadge.tsx';

const useStyles = makeStyles({
  root: {
    ...wrappingRow,
    flexGrow: 1,
    minWidth: 0,
    columnGap: tokens.spacingHorizontalS,
    rowGap: tokens.spacingVerticalXS,
    paddingBlock: tokens.spacingVerticalXS,
  },
  place: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  progress: { flexGrow: 1, flexBasis: '32px', width: 'auto', minWidth: '32px' },
  counts: { ...smallSecondary, fontVariantNumeric: 'tabular-nums' },
  problem: { flexBasis: '100%' },
});

type FixingCommand = 'fix-next' | 'fix-skip' | 'fix-back' | 'fix-end';

/** The progress of fixing mode, its buttons, and the problem that keeps the record on the screen. */
export function FixingBar({ fixing }: { fixing: FixingStatus }) {
  const styles = useStyles();
  const remained = useFixingView((view) => view.remained);
  const { id, place, total, mark, counts } = fixing;
  const isKept = remained?.id === id && remained.place === place;
  const params = { place: formatNumber(place + 1), total: formatNumber(total) };
  return (
    <div className={styles.root} role="toolbar" aria-label={t('fixing.title')}>
      <Text weight="semibold" className={styles.place}>
        {t('drafts.place', params)}
      </Text>
      {mark !== 'left' && <MarkBadge mark={mark} />}
      <Bar
        className={styles.progress}
        thickness="large"
        value={total - counts.left}
        max={total}
        aria-label={t('fixing.progress')}
        aria-valuetext={describeCounts(fixing)}
      />
      <span className={styles.counts}>{describeCounts(fixing)}</span>
      <CommandButton command="fix-next" label={t('fixing.next')} isPrimary />
      <CommandButton command="fix-skip" label={t('fixing.skip')} />
      <CommandButton command="fix-back" label={t('fixing.back')} isDisabled={place === 0} />
      <CommandButton command="fix-end" label={t('fixing.end')} />
      {isKept && (
        <Callout intent="warning" className={styles.problem}>
          {describeRemaining(remained)}
        </Callout>
      )}
    </div>
  );
}

/** The number of fixed and skipped records, such as `9 fixed · 2 skipped`. */
function describeCounts({ counts }: FixingStatus): string {
  return (['fixed', 'skipped'] as const)
    .map((mark) => t(`fixing.count.${mark}`, { count: counts[mark], n: formatNumber(counts[mark]) }))
    .join(' · ');
}

function CommandButton(props: {
  command: FixingCommand;
  label: string;
  isPrimary?: boolean;
  isDisabled?: boolean;
}) {
  const { command, label } = props;
  const keys = useCommandKeys()(command);
  const ariaKeys = useAriaKeys(command);
  const button = (
    <Button
      size="small"
      appearance={props.isPrimary ? 'primary' : 'secondary'}
      disabledFocusable={props.isDisabled ?? false}
      aria-keyshortcuts={ariaKeys}
      onClick={() => runCommand(command)}
    >
      {label}
    </Button>
  );
  if (keys === '') return button;
  return (
    <Tooltip content={keys} relationship="description">
      {button}
    </Tooltip>
  );
}

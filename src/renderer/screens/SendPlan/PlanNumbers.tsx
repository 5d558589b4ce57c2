import { Checkbox, Text } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Plan } from '../../../shared/upload/upload.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { NumberTiles, type Tile } from '../../parts/upload/NumberTiles.tsx';
import { aboutText } from '../../parts/upload/uploadText.ts';
import { formatBytes, formatNumber } from '../../state/format.ts';

/** How many records would be sent, in how many requests, and how long it would take. */
export function PlanNumbers(props: {
  plan: Plan;
  includeUnchanged: boolean;
  onInclude: (isOn: boolean) => void;
  takesSnapshots: boolean;
  onKeep: (isOn: boolean) => void;
}) {
  const styles = useCommonStyles();
  const { plan } = props;
  const held = Object.values(plan.heldBackCounts).reduce((sum, count) => sum + (count ?? 0), 0);
  const n = formatNumber;
  const tiles: Tile[] = [
    { key: 'fresh', value: plan.fresh, label: t('send.number.fresh'), tone: 'good' },
    { key: 'overwriting', value: plan.overwriting, label: t('send.number.overwriting'), tone: 'plain' },
    { key: 'unchanged', value: plan.unchanged, label: t('send.number.unchanged'), tone: 'plain' },
    { key: 'held', value: held, label: t('send.number.held'), tone: held > 0 ? 'bad' : 'plain' },
  ];
  return (
    <div className={styles.gridOfRows}>
      <NumberTiles tiles={tiles.filter(({ value }) => value > 0)} />
      {plan.unchanged > 0 && (
        <Checkbox
          checked={props.includeUnchanged}
          label={t('send.includeUnchanged', { count: plan.unchanged, n: n(plan.unchanged) })}
          onChange={(_, data) => props.onInclude(data.checked === true)}
        />
      )}
      {plan.overwriting > 0 && (
        <Checkbox
          checked={props.takesSnapshots}
          label={keepLabel(plan, props.takesSnapshots)}
          onChange={(_, data) => props.onKeep(data.checked === true)}
        />
      )}
      {plan.toSend > 0 && (
        <Text className={styles.secondary}>
          {t('send.cost', {
            records: t('send.records', { count: plan.toSend, n: n(plan.toSend) }),
            batches: t('send.batches', { count: plan.batches, n: n(plan.batches) }),
            requests: t('send.requests', { count: plan.requests, n: n(plan.requests) }),
            bytes: formatBytes(plan.bytes),
            time: aboutText(plan.seconds),
          })}
          {plan.withWarnings > 0 &&
            ` ${t('send.withWarnings', { count: plan.withWarnings, n: n(plan.withWarnings) })}`}
        </Text>
      )}
    </div>
  );
}

/** Explains the cost of keeping the earlier versions if that is on, and the consequence if it is off. */
function keepLabel(plan: Plan, isWanted: boolean): string {
  const params = { count: plan.overwriting, n: formatNumber(plan.overwriting) };
  if (!isWanted) return t('send.notKept', params);
  const requests = t('send.requests', { count: plan.keepRequests, n: formatNumber(plan.keepRequests) });
  return t('send.keep', { ...params, requests });
}

import { makeStyles, Text } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { barPadding, smallSecondary } from '../../parts/commonStyles.ts';
import { useCall } from '../../state/data/queries.ts';
import { formatNumber } from '../../state/format.ts';
import { go, hrefOf } from '../../state/navigation/route.ts';

const useStyles = makeStyles({
  root: { ...barPadding, flexShrink: 0 },
  quiet: { ...smallSecondary, fontVariantNumeric: 'tabular-nums' },
});

/** How far the links of the account's articles are checked, or how to have them checked. */
export function LinkTurns({ accountId }: { accountId: string }) {
  const styles = useStyles();
  const { data: turns } = useCall('watch.links', { accountId });
  if (!turns) return null;
  const { isOn, isRunning, days, total, checked } = turns;
  if (!isOn)
    return (
      <div className={styles.root}>
        <Callout
          intent="info"
          action={{
            label: t('watchScreen.linkTurns.offAction'),
            run: () => go(hrefOf({ screen: 'settings', section: 'sources' })),
          }}
        >
          {t('watchScreen.linkTurns.off')}
        </Callout>
      </div>
    );
  const words = t('watchScreen.linkTurns.checked', {
    count: total,
    n: formatNumber(total),
    checked: formatNumber(checked),
    days: formatNumber(days),
  });
  return (
    <div className={styles.root}>
      <Text className={styles.quiet}>
        {isRunning ? `${words} · ${t('watchScreen.linkTurns.running')}` : words}
      </Text>
    </div>
  );
}

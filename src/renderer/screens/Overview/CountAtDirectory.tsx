import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Bar } from '../../parts/Bar.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { formatNumber } from '../../state/format.ts';

const useStyles = makeStyles({ progress: { width: '96px' } });

/** Counts the articles of the account's journals at the directory, which takes a request for each journal and year. */
export function CountAtDirectory({ accountId }: { accountId: string }) {
  const styles = useListBarStyles();
  const { progress } = useStyles();
  const { data: counting } = useCall('overview.counting', { accountId });
  const { run: start, isBusy } = useAction(() => call('overview.count', { accountId }));
  const { run: stop } = useAction(() => call('overview.stop', { accountId }));
  if (counting?.state === 'running') {
    const done = formatNumber(counting.done + 1);
    const words = t('overview.counting', { done, total: formatNumber(counting.total) });
    return (
      <>
        <span className={styles.quiet}>{words}</span>
        <Bar className={progress} aria-label={words} value={counting.done} max={counting.total} />
        <Button size="small" onClick={() => stop()}>
          {t('overview.stop')}
        </Button>
      </>
    );
  }
  return (
    <>
      {counting?.message && <span className={styles.quiet}>{describe(counting.message)}</span>}
      <Button size="small" icon={<ArrowSyncRegular />} disabledFocusable={isBusy} onClick={() => start()}>
        {t('overview.count')}
      </Button>
    </>
  );
}

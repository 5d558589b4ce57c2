import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileRow, Reconciliation } from '../../../shared/reconcile/reconciling.ts';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { focusGridSoon } from '../../parts/RowGrid.tsx';
import { formatNumber } from '../../state/format.ts';
import { OverwriteDialog } from './OverwriteDialog.tsx';
import { queueRows, setAllAside, setAside, takeRows } from './reconcileActions.ts';
import type { ReconcileTab } from './reconcileWords.ts';

/** The actions for the selected rows of a list, or for the whole list if none are selected. */
export function OutcomeBar(props: {
  reconciliation: Reconciliation;
  tab: ReconcileTab;
  total: number;
  picked: readonly ReconcileRow[];
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const styles = useListBarStyles();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { reconciliation, tab, picked, total } = props;
  const { id } = reconciliation;
  const isAll = picked.length === 0;
  const run = async (work: () => Promise<boolean>, isLast = true) => {
    setBusy(true);
    const isDone = await work();
    setBusy(false);
    if (!isDone || !isLast) return;
    // The bar may disappear together with the pressed button.
    focusGridSoon();
    props.onDone();
  };
  const ids = picked.map((row) => row.id);
  const take = () => tab !== 'aside' && void run(() => takeRows(id, tab, isAll ? undefined : ids));
  const queue = () =>
    tab !== 'aside' && void run(() => queueRows(reconciliation, isAll ? tab : picked), false);
  const aside = () => void run(() => (isAll ? setAllAside(id, tab) : setAside(id, ids, tab !== 'aside')));
  const words = (action: 'take' | 'queue' | 'aside' | 'back') =>
    t(isAll ? `reconcile.allOf.${action}` : `reconcile.picks.${action}`);
  return (
    <div
      className={isAll ? styles.bar : `${styles.bar} ${styles.batch}`}
      role="toolbar"
      aria-label={t(isAll ? 'reconcile.toolbarAll' : 'reconcile.toolbar')}
    >
      <h2 className={styles.words}>
        {isAll
          ? t('reconcile.rows', { count: total, n: formatNumber(total) })
          : t('reconcile.picked', { count: picked.length, n: formatNumber(picked.length) })}
      </h2>
      {(tab === 'missing-here' || tab === 'different') && (
        <Button
          size="small"
          appearance={tab === 'missing-here' ? 'primary' : 'secondary'}
          disabledFocusable={isBusy}
          onClick={() => (tab === 'different' ? setAsking(true) : take())}
        >
          {words('take')}
        </Button>
      )}
      {(tab === 'missing-there' || tab === 'different') && (
        <Button
          size="small"
          appearance={tab === 'missing-there' ? 'primary' : 'secondary'}
          disabledFocusable={isBusy}
          onClick={queue}
        >
          {words('queue')}
        </Button>
      )}
      {tab !== 'same' && (
        <Button size="small" disabledFocusable={isBusy} onClick={aside}>
          {words(tab === 'aside' ? 'back' : 'aside')}
        </Button>
      )}
      {!isAll && (
        <Button size="small" appearance="subtle" onClick={props.onDone}>
          {t('common.cancel')}
        </Button>
      )}
      {isAsking && (
        <OverwriteDialog
          count={isAll ? total : picked.length}
          onClose={(isMeant) => {
            setAsking(false);
            if (isMeant) take();
          }}
        />
      )}
    </div>
  );
}

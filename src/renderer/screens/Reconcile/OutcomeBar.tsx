import { Button } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import type { ReconcileRow, Reconciliation } from '../../../shared/reconcile/reconciling.ts';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { focusGridSoon } from '../../parts/RowGrid.tsx';
import { formatNumber } from '../../state/format.ts';
import { OutcomeActions } from './OutcomeActions.tsx';
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
  const styles = useListBarStyles();
  const { reconciliation, tab, picked, total } = props;
  const { id } = reconciliation;
  const isAll = picked.length === 0;
  const ids = picked.map((row) => row.id);
  const outcome = tab === 'aside' ? null : tab;
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
      <OutcomeActions
        tab={tab}
        count={isAll ? total : picked.length}
        isAll={isAll}
        size="small"
        take={async () => outcome !== null && (await takeRows(id, outcome, isAll ? undefined : ids))}
        queue={async () => outcome !== null && (await queueRows(reconciliation, isAll ? outcome : picked))}
        aside={() => (isAll ? setAllAside(id, tab) : setAside(id, ids, tab !== 'aside'))}
        onDone={() => {
          // The bar may disappear together with the pressed button.
          focusGridSoon();
          props.onDone();
        }}
      />
      {!isAll && (
        <Button size="small" appearance="subtle" onClick={props.onDone}>
          {t('common.cancel')}
        </Button>
      )}
    </div>
  );
}

import { Button, Link, makeStyles, Tooltip, tokens } from '@fluentui/react-components';
import { ArrowSwapRegular, DeleteRegular } from '@fluentui/react-icons';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Reconciliation } from '../../../shared/reconcile/reconciling.ts';
import { EmptyState } from '../../parts/lists/EmptyState.tsx';
import { useAction } from '../../parts/useAction.ts';
import { formatDateTime } from '../../state/format.ts';
import { hrefOf } from '../../state/navigation/route.ts';
import { showUndoable, stepAbout } from '../../state/records/undo.ts';
import { endText, progressText } from './reconcileText.ts';
import { removeReconciliation } from './reconciliations.ts';

const useStyles = makeStyles({
  root: { padding: tokens.spacingHorizontalM, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase500 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    paddingBlock: tokens.spacingVerticalS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { display: 'inline-block', minHeight: '24px', fontWeight: tokens.fontWeightSemibold },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
});

/** Earlier comparisons, the newest first, each with its result. */
export function Earlier({ list }: { list: readonly Reconciliation[] }) {
  const styles = useStyles();
  if (list.length === 0) {
    return (
      <EmptyState
        icon={<ArrowSwapRegular />}
        title={t('reconcile.none.title')}
        text={t('reconcile.none.text')}
      />
    );
  }
  return (
    <section className={styles.root} aria-labelledby="reconcile-earlier">
      <h2 id="reconcile-earlier" className={styles.heading}>
        {t('reconcile.earlier')}
      </h2>
      <ul className={styles.list}>
        {list.map((one) => (
          <li key={one.id} className={styles.item}>
            <div>
              <Link className={styles.name} href={hrefOf({ screen: 'reconcile', reconciliationId: one.id })}>
                {t('reconcile.nameOf', { journal: one.journalTitle, year: one.year })}
              </Link>
              <p className={styles.quiet}>
                {formatDateTime(one.startedAt)} · {one.state === 'running' ? progressText(one) : endText(one)}
              </p>
            </div>
            <RemoveButton reconciliation={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RemoveButton({ reconciliation }: { reconciliation: Reconciliation }) {
  const { id, journalTitle: journal, year, state } = reconciliation;
  const name = t('reconcile.nameOf', { journal, year });
  const { run } = useAction(async () => {
    await removeReconciliation(reconciliation);
    showUndoable(t('reconcile.removed', { name }), await stepAbout('removeComparison', id));
  });
  return (
    <Tooltip content={t('reconcile.remove', { name })} relationship="label">
      <Button
        size="small"
        appearance="subtle"
        icon={<DeleteRegular />}
        disabledFocusable={state === 'running'}
        onClick={run}
      />
    </Tooltip>
  );
}

import { Button, Link, makeStyles, Tooltip, tokens } from '@fluentui/react-components';
import { BranchCompareRegular, DeleteRegular } from '@fluentui/react-icons';
import type { Comparison } from '../../../shared/comparisons/comparison.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { EmptyState } from '../../parts/lists/EmptyState.tsx';
import { useAction } from '../../parts/useAction.ts';
import { formatDateTime } from '../../state/format.ts';
import { hrefOf } from '../../state/navigation/route.ts';
import { showUndoable, stepAbout } from '../../state/records/undo.ts';
import { removeComparison } from './comparisonList.ts';
import { endText, progressText } from './comparisonText.ts';

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
export function Earlier({ list }: { list: readonly Comparison[] }) {
  const styles = useStyles();
  if (list.length === 0) {
    return (
      <EmptyState
        icon={<BranchCompareRegular />}
        title={t('comparisons.none.title')}
        text={t('comparisons.none.text')}
      />
    );
  }
  return (
    <section className={styles.root} aria-labelledby="comparisons-earlier">
      <h2 id="comparisons-earlier" className={styles.heading}>
        {t('comparisons.earlier')}
      </h2>
      <ul className={styles.list}>
        {list.map((one) => (
          <li key={one.id} className={styles.item}>
            <div>
              <Link className={styles.name} href={hrefOf({ screen: 'comparisons', comparisonId: one.id })}>
                {t('comparisons.nameOf', { journal: one.journalTitle, year: one.year })}
              </Link>
              <p className={styles.quiet}>
                {formatDateTime(one.startedAt)} · {one.state === 'running' ? progressText(one) : endText(one)}
              </p>
            </div>
            <RemoveButton comparison={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RemoveButton({ comparison }: { comparison: Comparison }) {
  const { id, journalTitle: journal, year, state } = comparison;
  const name = t('comparisons.nameOf', { journal, year });
  const { run } = useAction(async () => {
    await removeComparison(comparison);
    showUndoable(t('comparisons.removed', { name }), await stepAbout('removeComparison', id));
  });
  return (
    <Tooltip content={t('comparisons.remove', { name })} relationship="label">
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

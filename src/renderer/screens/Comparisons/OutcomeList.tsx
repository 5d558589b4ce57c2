import { Button, Text } from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Comparison, ComparisonRow } from '../../../shared/comparisons/comparison.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { QuietCell, TitleCell } from '../../parts/grid/cells.tsx';
import type { Cells } from '../../parts/grid/GridRow.tsx';
import type { GridColumn } from '../../parts/grid/gridLayout.ts';
import { indexOfRow, usePagedPicks } from '../../parts/grid/gridPicks.ts';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { focusGridSoon, RowGrid } from '../../parts/lists/RowGrid.tsx';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { usePages } from '../../state/data/usePages.ts';
import { formatNumber } from '../../state/format.ts';
import { fetchAllRows, queueRows, rowsOf, setAllAside, setAside, takeRows } from './comparisonActions.ts';
import type { ComparisonTab } from './comparisonText.ts';
import { OutcomeActions } from './OutcomeActions.tsx';

/** The rows of one list of a comparison, fetched as they come into view, with their actions. */
export function OutcomeList(props: {
  comparison: Comparison;
  tab: ComparisonTab;
  open: ComparisonRow | null;
  onOpen: (row: ComparisonRow | null) => void;
}) {
  const styles = useCommonStyles();
  const { comparison, tab } = props;
  const { id } = comparison;
  const [active, setActive] = useState(0);
  const language = useLanguage();
  const hasCrossref = comparison.crossref?.state === 'done' && tab !== 'crossref-only';
  const columns = useMemo(() => columnsOf(tab, hasCrossref), [tab, hasCrossref, language]);
  const { state, counts, aside, crossref } = comparison;
  const { total, error, row, need, retry } = usePages(
    'comparisons.rows',
    { id, ...rowsOf(tab) },
    ({ rows }) => rows,
  );
  useFocusAfterLast(total);
  const { picked, picks, clear } = usePagedPicks({
    stamp: `${id} ${tab}`,
    revision: JSON.stringify([state, counts, aside, crossref?.state]),
    total,
    row,
    fetch: async (first, last) => (await fetchAllRows(id, tab)).slice(first, last + 1),
    fetchUntil: (isEnough) => fetchAllRows(id, tab, isEnough),
    label: t('comparisons.pickOne'),
    said: (count) => t('comparisons.picked', { count, n: formatNumber(count) }),
  });
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (total === null) return <Text className={styles.padded}>{t('common.loading')}</Text>;
  if (total === 0) return <Text className={styles.padded}>{t(`comparisons.empty.${tab}`)}</Text>;
  return (
    <>
      <OutcomeBar comparison={comparison} tab={tab} total={total} picked={picked} onDone={clear} />
      <RowGrid
        label={t(`comparisons.tab.${tab}`)}
        hint={t('comparisons.gridHint')}
        columns={columns}
        total={total}
        row={row}
        cells={cellsOf}
        need={need}
        active={Math.min(active, total - 1)}
        onActive={setActive}
        open={indexOfRow(props.open?.id, row, total)}
        onOpen={(index) => props.onOpen(row(index) ?? null)}
        listKey={`${id} ${tab}`}
        picks={picks}
      />
    </>
  );
}

/** When the last row is removed, the focus moves from the list to the tab above it. */
function useFocusAfterLast(total: number | null): void {
  const before = useRef(total);
  useEffect(() => {
    if (total === 0 && before.current && document.activeElement === document.body) focusGridSoon();
    before.current = total;
  }, [total]);
}

function columnsOf(tab: ComparisonTab, hasCrossref: boolean): GridColumn[] {
  const column = (key: string, track: string, from = 0): GridColumn => ({
    key,
    track,
    from,
    label: t(`comparisons.column.${key}`),
  });
  return [
    column('title', 'minmax(0, 3fr)'),
    column('doi', 'minmax(0, 2fr)', 560),
    ...(hasCrossref ? [column('crossref', '96px', 480)] : []),
    ...(tab === 'different' ? [column('fields', 'minmax(0, 2fr)', 480)] : []),
    ...(tab === 'aside' ? [column('outcome', 'minmax(0, 1fr)', 480)] : []),
  ];
}

function cellsOf(row: ComparisonRow): Cells {
  const fields = [...new Set(row.differences.map(({ path }) => partLabel(path)))].join(', ');
  const quiet = (text: string) => text !== '' && <QuietCell tip={text}>{text}</QuietCell>;
  return {
    title: <TitleCell title={row.title} />,
    doi: quiet(row.doi),
    crossref: quiet(t(row.isAtCrossref ? 'comparisons.crossref.has' : 'comparisons.crossref.hasNot')),
    fields: quiet(fields),
    outcome: quiet(t(`comparisons.tab.${row.outcome}`)),
  };
}

/** The part of a record that contains a path; an entry of a list belongs to the list. */
function partLabel(path: string): string {
  return fieldText(path.replace(/\[.*$/, ''));
}

/** The actions for the selected rows of a list, or for the whole list if none are selected. */
function OutcomeBar(props: {
  comparison: Comparison;
  tab: ComparisonTab;
  total: number;
  picked: readonly ComparisonRow[];
  onDone: () => void;
}) {
  const styles = useListBarStyles();
  const { comparison, tab, picked, total } = props;
  const { id } = comparison;
  const isAll = picked.length === 0;
  const ids = picked.map((row) => row.id);
  const outcome = tab === 'aside' ? null : tab;
  return (
    <div
      className={isAll ? styles.bar : `${styles.bar} ${styles.batch}`}
      role="toolbar"
      aria-label={t(isAll ? 'comparisons.toolbarAll' : 'comparisons.toolbar')}
    >
      <h2 className={styles.words}>
        {isAll
          ? t('comparisons.rows', { count: total, n: formatNumber(total) })
          : t('comparisons.picked', { count: picked.length, n: formatNumber(picked.length) })}
      </h2>
      <OutcomeActions
        tab={tab}
        count={isAll ? total : picked.length}
        isAll={isAll}
        size="small"
        take={async () => outcome !== null && (await takeRows(id, outcome, isAll ? undefined : ids))}
        queue={async () => outcome !== null && (await queueRows(comparison, isAll ? outcome : picked))}
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

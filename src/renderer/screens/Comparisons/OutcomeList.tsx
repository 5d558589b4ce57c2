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
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { focusGridSoon, RowGrid } from '../../parts/lists/RowGrid.tsx';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { announce } from '../../state/announce.ts';
import { asAppError } from '../../state/data/client.ts';
import { usePages } from '../../state/data/usePages.ts';
import { showError } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import { fetchAllRows, queueRows, rowsOf, setAllAside, setAside, takeRows } from './comparisonActions.ts';
import type { ComparisonTab } from './comparisonText.ts';
import { OutcomeActions } from './OutcomeActions.tsx';

type Picked = ReadonlyMap<number, ComparisonRow>;
const nonePicked: Picked = new Map();

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
  const stamp = JSON.stringify([state, counts, aside, crossref?.state]);
  const { total, error, row, need, retry } = usePages(
    'comparisons.rows',
    { id, ...rowsOf(tab) },
    ({ rows }) => rows,
  );
  // When rows are added or removed, the selected ones may have moved.
  const [kept, setKept] = useState({ stamp, rows: nonePicked });
  const picked = kept.stamp === stamp ? kept.rows : nonePicked;
  const setPicked = (rows: Picked) => setKept({ stamp, rows });
  useFocusAfterLast(total);
  const change = (next: Picked) => {
    setPicked(next);
    announce(t('comparisons.picked', { count: next.size, n: formatNumber(next.size) }));
  };
  const toggle = (index: number) => {
    const one = row(index);
    if (!one) return;
    const next = new Map(picked);
    if (!next.delete(one.id)) next.set(one.id, one);
    change(next);
  };
  const pickRange = (first: number, last: number) => {
    fetchAllRows(id, tab).then(
      (rows) => change(new Map(rows.slice(first, last + 1).map((one) => [one.id, one]))),
      (cause: unknown) => showError(asAppError(cause)),
    );
  };
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (total === null) return <Text className={styles.padded}>{t('common.loading')}</Text>;
  if (total === 0) return <Text className={styles.padded}>{t(`comparisons.empty.${tab}`)}</Text>;
  const openAt = placeOf(props.open, row, total);
  return (
    <>
      <OutcomeBar
        comparison={comparison}
        tab={tab}
        total={total}
        picked={[...picked.values()]}
        onDone={() => setPicked(nonePicked)}
      />
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
        open={openAt}
        onOpen={(index) => props.onOpen(row(index) ?? null)}
        listKey={`${id} ${tab}`}
        picks={{
          label: t('comparisons.pickOne'),
          count: picked.size,
          isPicked: (index) => picked.has(row(index)?.id ?? 0),
          toggle,
          pickRange,
          pickAll: () => pickRange(0, total - 1),
          pickNone: () => change(nonePicked),
        }}
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

/** The index of the open row among the loaded ones, or null. */
function placeOf(
  open: ComparisonRow | null,
  row: (index: number) => ComparisonRow | undefined,
  total: number,
): number | null {
  if (!open) return null;
  for (let index = 0; index < total; index++) if (row(index)?.id === open.id) return index;
  return null;
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

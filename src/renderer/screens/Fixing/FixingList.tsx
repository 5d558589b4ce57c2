import { useEffect, useMemo, useState } from 'react';
import type { FixingRow, FixingStatus } from '../../../shared/contract/fixing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { ReadinessBadge } from '../../parts/Badges.tsx';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { TitleCell } from '../../parts/grid/cells.tsx';
import type { Cells } from '../../parts/grid/GridRow.tsx';
import type { GridColumn } from '../../parts/grid/gridLayout.ts';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { RowGrid } from '../../parts/lists/RowGrid.tsx';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { usePages } from '../../state/data/usePages.ts';
import { formatNumber } from '../../state/format.ts';
import { goToPlace } from '../../state/records/fixing.ts';
import { MarkBadge } from './MarkBadge.tsx';

/** The records in their frozen order, each with its mark; Enter goes to one. */
export function FixingList(props: { fixing: FixingStatus; onOpen: () => void }) {
  const common = useCommonStyles();
  const bar = useListBarStyles();
  const { id, place, total, isOver } = props.fixing;
  const { row, need, error, retry } = usePages('fixing.records', { id }, ({ rows }) => rows);
  const columns = useColumns();
  const [active, setActive] = useState(place);
  useEffect(() => setActive(place), [place]);
  return (
    <section className={common.fillingColumn} aria-label={t('fixing.list')} data-region="list">
      <div className={bar.bar}>
        <h1 className={bar.title}>{t('fixing.title')}</h1>
        <span className={common.secondaryDigits}>{formatNumber(total)}</span>
      </div>
      {error ? (
        <ErrorPanel error={error} onRetry={retry} />
      ) : (
        <RowGrid
          label={t('fixing.list')}
          hint={t('fixing.gridHint')}
          columns={columns}
          total={total}
          row={row}
          cells={cellsOf}
          need={need}
          active={active}
          onActive={setActive}
          open={isOver ? null : place}
          onOpen={(index) => {
            props.onOpen();
            void goToPlace(index);
          }}
          listKey={String(id)}
        />
      )}
    </section>
  );
}

function useColumns(): readonly GridColumn[] {
  const language = useLanguage();
  return useMemo(
    () => [
      { key: 'title', label: t('drafts.column.title'), track: 'minmax(0, 3fr)', from: 0 },
      { key: 'mark', label: t('fixing.column'), track: '112px', from: 0 },
      { key: 'readiness', label: t('drafts.column.readiness'), track: '168px', from: 0 },
    ],
    [language],
  );
}

function cellsOf({ title, mark, ...row }: FixingRow): Cells {
  return {
    title: <TitleCell title={title} />,
    mark: <MarkBadge mark={mark} />,
    readiness: mark !== 'gone' && (
      <ReadinessBadge
        readiness={row.readiness}
        errors={row.errors}
        warnings={row.warnings}
        isRefused={row.isRefused}
      />
    ),
  };
}

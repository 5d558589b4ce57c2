import { useEffect, useRef } from 'react';
import type { DraftFilter } from '../../../shared/draft/draft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { ImportTray } from '../../parts/import/ImportTray.tsx';
import { announce } from '../../state/announce.ts';
import { listOf, useDraftsView } from '../../state/draftsView.ts';
import { formatNumber } from '../../state/format.ts';
import { DraftGrid } from './DraftGrid.tsx';
import { useDraftRows } from './DraftRows.tsx';
import { DraftToolbar } from './DraftToolbar.tsx';
import { EmptyDrafts } from './EmptyDrafts.tsx';
import { FilterBar } from './FilterBar.tsx';

/** Toolbar, filters and the grid, or instructions if there is nothing to show. */
export function DraftList(props: { openId: number | null }) {
  const styles = useCommonStyles();
  const { total, error, retry, listKey } = useDraftRows();
  const filter = useDraftsView((view) => view.filter);
  const title = useListTitle(filter);
  useAnnouncedCount(total, listKey);
  return (
    <section className={styles.fillingColumn} aria-label={title} data-region="list">
      <DraftToolbar title={title} />
      <FilterBar />
      <ImportTray />
      {error && <ErrorPanel error={error} onRetry={retry} />}
      {total === 0 ? <EmptyDrafts filter={filter} /> : <DraftGrid openId={props.openId} label={title} />}
    </section>
  );
}

/** Announces how many drafts match whenever another list is shown. */
function useAnnouncedCount(total: number | null, listKey: string): void {
  const announced = useRef<string | null>(null);
  useEffect(() => {
    if (total === null || announced.current === listKey) return;
    // The first list of the screen is not the result of an action.
    const isAnswer = announced.current !== null;
    announced.current = listKey;
    if (isAnswer) announce(t('drafts.found', { count: total, n: formatNumber(total) }));
  }, [listKey, total]);
}

/** The title of the list: that of a ready-made list, the trash, or the drafts. */
function useListTitle(filter: DraftFilter): string {
  const list = listOf(filter);
  if (list !== null && list !== 'all') return t(`frame.list.${list}`);
  return filter.trashed ? t('frame.list.trash') : t('frame.drafts');
}

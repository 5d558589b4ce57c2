import { Button, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { ImportTray } from '../../parts/import/ImportTray.tsx';
import { announce } from '../../state/announce.ts';
import { refreshRows, useDraftRows } from '../../state/draftRows.ts';
import { useDraftsView } from '../../state/draftsView.ts';
import { formatNumber } from '../../state/format.ts';
import { DraftGrid } from './DraftGrid.tsx';
import { DraftToolbar } from './DraftToolbar.tsx';
import { EmptyDrafts } from './EmptyDrafts.tsx';
import { FilterBar } from './FilterBar.tsx';
import { useListTitle } from './useListTitle.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
});

/** Toolbar, filters and the grid, or what to do where there is nothing to show. */
export function DraftList(props: { openId: number | null }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const total = useDraftRows((state) => state.total);
  const error = useDraftRows((state) => state.error);
  const filter = useDraftsView((view) => view.filter);
  const title = useListTitle(filter);
  useSpokenCount(total);
  return (
    <section className={styles.root} aria-label={title} data-region="list">
      <DraftToolbar title={title} />
      <FilterBar />
      <ImportTray />
      {error && (
        <ErrorPanel error={error} actions={<Button onClick={refreshRows}>{t('common.tryAgain')}</Button>} />
      )}
      {total === 0 ? <EmptyDrafts filter={filter} /> : <DraftGrid openId={props.openId} label={title} />}
    </section>
  );
}

/** Says how many match whenever another query has its answer. */
function useSpokenCount(total: number | null): void {
  const { t } = useTranslation();
  const key = useDraftRows((state) => state.key);
  const spoken = useRef(key);
  useEffect(() => {
    if (spoken.current === key) return;
    // The first list of a window is no answer to anybody's question.
    const isAnswer = spoken.current !== '';
    spoken.current = key;
    if (isAnswer && total !== null) announce(t('drafts.found', { count: total, n: formatNumber(total) }));
  }, [key, total, t]);
}

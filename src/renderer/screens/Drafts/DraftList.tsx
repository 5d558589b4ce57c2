import { Button, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { ImportTray } from '../../parts/import/ImportTray.tsx';
import { announce } from '../../state/announce.ts';
import { useDraftsView } from '../../state/draftsView.ts';
import { formatNumber } from '../../state/format.ts';
import { DraftGrid } from './DraftGrid.tsx';
import { useDraftRows } from './DraftRows.tsx';
import { DraftToolbar } from './DraftToolbar.tsx';
import { EmptyDrafts } from './EmptyDrafts.tsx';
import { FilterBar } from './FilterBar.tsx';
import { useListTitle } from './useListTitle.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
});

/** Toolbar, filters and the grid, or instructions if there is nothing to show. */
export function DraftList(props: { openId: number | null }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { total, error, retry, listKey } = useDraftRows();
  const filter = useDraftsView((view) => view.filter);
  const title = useListTitle(filter);
  useAnnouncedCount(total, listKey);
  return (
    <section className={styles.root} aria-label={title} data-region="list">
      <DraftToolbar title={title} />
      <FilterBar />
      <ImportTray />
      {error && (
        <ErrorPanel error={error} actions={<Button onClick={retry}>{t('common.tryAgain')}</Button>} />
      )}
      {total === 0 ? <EmptyDrafts filter={filter} /> : <DraftGrid openId={props.openId} label={title} />}
    </section>
  );
}

/** Announces how many drafts match whenever another list is shown. */
function useAnnouncedCount(total: number | null, listKey: string): void {
  const { t } = useTranslation();
  const announced = useRef<string | null>(null);
  useEffect(() => {
    if (total === null || announced.current === listKey) return;
    // The first list of the screen is not the result of an action.
    const isAnswer = announced.current !== null;
    announced.current = listKey;
    if (isAnswer) announce(t('drafts.found', { count: total, n: formatNumber(total) }));
  }, [listKey, total, t]);
}

import { Spinner, Text } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { WatchedJournal } from '../../../shared/watch/watch.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { QuietCell, TitleCell } from '../../parts/grid/cells.tsx';
import type { GridSort } from '../../parts/grid/GridHeader.tsx';
import type { Cells } from '../../parts/grid/GridRow.tsx';
import type { GridColumn } from '../../parts/grid/gridLayout.ts';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { RowGrid } from '../../parts/lists/RowGrid.tsx';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { useCall } from '../../state/data/queries.ts';
import { formatDay, formatNumber } from '../../state/format.ts';
import { fieldsText } from './watchText.ts';

/** The account's journals, at first the one that has not been updated for longest. */
export function JournalsByAge(props: {
  accountId: string;
  openId: string | null;
  onOpen: (journal: WatchedJournal) => void;
}) {
  const styles = useCommonStyles();
  const bar = useListBarStyles();
  const { accountId, openId } = props;
  const { data, error, refetch } = useCall('watch.journals', { accountId });
  const [sort, setSort] = useState<GridSort>({ by: 'updated', direction: 'asc' });
  const [active, setActive] = useState(0);
  const language = useLanguage();
  const columns = useMemo(columnsOf, [language]);
  const rows = useMemo(() => sortJournals(data ?? [], sort), [data, sort]);
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner className={styles.loading} label={t('common.loading')} />;
  if (rows.length === 0) return <Text className={styles.padded}>{t('watchScreen.journals.none')}</Text>;
  const openAt = rows.findIndex(({ id }) => id === openId);
  return (
    <>
      <div className={bar.bar}>
        <h2 className={bar.words}>
          {t('watchScreen.journals.count', { count: rows.length, n: formatNumber(rows.length) })}
        </h2>
        <Text className={bar.quiet}>{t('watchScreen.journals.about')}</Text>
      </div>
      <RowGrid
        label={t('watchScreen.tab.journals')}
        hint={t('watchScreen.journals.gridHint')}
        columns={columns}
        total={rows.length}
        row={(index) => rows[index]}
        cells={cellsOf}
        active={Math.min(active, rows.length - 1)}
        onActive={setActive}
        open={openAt < 0 ? null : openAt}
        onOpen={(index) => rows[index] && props.onOpen(rows[index])}
        sort={sort}
        onSort={(by) =>
          setSort({ by, direction: by === sort.by && sort.direction === 'asc' ? 'desc' : 'asc' })
        }
        listKey={`${accountId} journals ${sort.by} ${sort.direction}`}
      />
    </>
  );
}

function columnsOf(): GridColumn[] {
  const column = (key: string, track: string, from = 0): GridColumn => ({
    key,
    track,
    from,
    label: t(`watchScreen.journals.${key}`),
    isSortable: key !== 'changed',
  });
  return [
    column('title', 'minmax(0, 3fr)'),
    column('updated', '120px'),
    column('reviewed', '120px', 480),
    column('articles', '88px', 620),
    column('changed', 'minmax(0, 2fr)', 560),
  ];
}

function cellsOf(journal: WatchedJournal): Cells {
  const quiet = (text: string) => text !== '' && <QuietCell tip={text}>{text}</QuietCell>;
  return {
    title: <TitleCell title={journal.title} />,
    updated: quiet(dayText(journal.updatedAt)),
    reviewed: quiet(dayText(journal.reviewedAt)),
    articles: quiet(formatNumber(journal.articles)),
    changed: quiet(changedText(journal)),
  };
}

/** A day, or that there is none or it is not known. */
export function dayText(time: string): string {
  return time === '' ? t('watchScreen.journals.never') : formatDay(time);
}

function changedText({ state, differences }: WatchedJournal): string {
  return state === 'present' ? fieldsText(differences) : t(`watchScreen.journals.${state}`);
}

/** What has no time comes before everything that has one. */
function sortJournals(journals: readonly WatchedJournal[], { by, direction }: GridSort): WatchedJournal[] {
  const sign = direction === 'asc' ? 1 : -1;
  return journals.toSorted((a, b) => sign * compare(a, b) || a.title.localeCompare(b.title));

  function compare(a: WatchedJournal, b: WatchedJournal): number {
    if (by === 'articles') return a.articles - b.articles;
    if (by === 'title') return a.title.localeCompare(b.title);
    const key = by === 'reviewed' ? 'reviewedAt' : 'updatedAt';
    return a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0;
  }
}

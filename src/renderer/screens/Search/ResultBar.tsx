import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import { DeleteRegular, DocumentAddRegular } from '@fluentui/react-icons';
import { t } from '../../../shared/i18n/i18n.ts';
import type { SearchPage } from '../../../shared/search/searching.ts';
import { ColumnsButton } from '../../parts/grid/ColumnsButton.tsx';
import { ExportMenu } from '../../parts/lists/ExportMenu.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { focusGridSoon } from '../../parts/lists/RowGrid.tsx';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { setPickedHits, useSearches, useSearchResult } from '../../state/data/searches.ts';
import { useAccount } from '../../state/data/session.ts';
import { type NamedArticle, openDialog } from '../../state/dialogs/dialogs.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import { showUndoable } from '../../state/records/undo.ts';
import { hitColumns } from './hitCells.tsx';
import { resultText } from './searchText.ts';
import { takeArticles } from './takeArticles.ts';

const useStyles = makeStyles({
  of: { flexBasis: '100%', order: 1, color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  code: { fontFamily: tokens.fontFamilyMonospace },
});

/** The number of results with actions for all of them or, if articles are selected, for those. */
export function ResultBar({ result }: { result: SearchPage }) {
  const styles = useListBarStyles();
  const own = useStyles();
  const columns = hitColumns(result.kind);
  const picked = useSearches((state) => state.picked);
  const { isBusy } = useSearchResult();
  const asked = useSearches((state) => state.asked);
  const text = useSearches((state) => state.text);
  // The text has been edited since; export and paging still use the query that was run.
  const isOld = asked !== null && asked.query !== text.trim();
  if (picked.size > 0) return <BatchBar result={result} />;
  return (
    <div className={styles.bar}>
      <h2 className={styles.words} data-found>
        {resultText(result)}
      </h2>
      {isOld && (
        <Text size={200} className={own.of}>
          {t('search.resultOf')} <code className={own.code}>{asked.query}</code>
        </Text>
      )}
      {isBusy && <Spinner size="tiny" aria-label={t('search.running')} />}
      <span className={styles.space} />
      <ExportButton />
      <ColumnsButton name={`search-${result.kind}`} columns={columns} />
    </div>
  );
}

function BatchBar({ result }: { result: SearchPage }) {
  const styles = useListBarStyles();
  const account = useAccount();
  const picked = useSearches((state) => state.picked);
  const { run, isBusy } = useAction(async () => {
    const { drafts, undoId } = await takeArticles([...picked]);
    // The bar disappears together with the pressed button.
    focusGridSoon();
    setPickedHits(new Set());
    const added = drafts.filter(({ isNew }) => isNew).length;
    const left = drafts.length - added;
    const done = t('search.taken', { count: added, n: formatNumber(added) });
    const kept = left > 0 ? ` ${t('search.takenBefore', { count: left, n: formatNumber(left) })}` : '';
    showUndoable(done + kept, undoId);
  });
  return (
    <div className={`${styles.bar} ${styles.batch}`} role="toolbar" aria-label={t('search.batch')}>
      <h2 className={styles.words}>
        {t('search.picked', { count: picked.size, n: formatNumber(picked.size) })}
      </h2>
      <Button
        size="small"
        appearance="primary"
        icon={<DocumentAddRegular />}
        disabledFocusable={isBusy}
        onClick={run}
      >
        {t(isBusy ? 'search.taking' : 'search.takePicked')}
      </Button>
      {account && (
        <Button
          size="small"
          icon={<DeleteRegular />}
          onClick={() =>
            openDialog('deletion', {
              accountId: account.id,
              target: { articles: articlesOf(picked, result) },
            })
          }
        >
          {t('deletion.button')}
        </Button>
      )}
      <Button size="small" appearance="subtle" onClick={() => setPickedHits(new Set())}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

/** The selected articles; the titles of those on other pages are not known. */
function articlesOf(picked: ReadonlySet<string>, { hits }: SearchPage): NamedArticle[] {
  const titles = new Map(hits.map(({ id, title }) => [id, title]));
  return [...picked].map((remoteId) => ({ remoteId, title: titles.get(remoteId) ?? '' }));
}

function ExportButton() {
  const asked = useSearches((state) => state.asked);
  if (!asked) return null;
  const { accountId, kind, query, sort } = asked;
  return (
    <ExportMenu
      label={t('search.export')}
      busyLabel={t('search.exporting')}
      csv={t('search.exportCsv')}
      json={t('search.exportJson')}
      size="small"
      fetchFile={(format) => call('search.export', { accountId, kind, query, sort, format })}
      onSaved={({ count, total }) => {
        const values = { count, n: formatNumber(count), total: formatNumber(total) };
        showDone(t(count < total ? 'search.exportedSome' : 'search.exported', values));
      }}
    />
  );
}

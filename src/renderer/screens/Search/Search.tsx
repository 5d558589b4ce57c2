import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { BookmarkMultipleRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { fillingColumn, thinLine } from '../../parts/commonStyles.ts';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { SplitPane } from '../../parts/SplitPane.tsx';
import { useMedia } from '../../parts/theme.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { useWidth } from '../../parts/useWidth.ts';
import { showSearchesOf, useSearches, useSearchResult } from '../../state/searches.ts';
import { useAccount } from '../../state/session.ts';
import { HitPane } from './HitPane.tsx';
import { Results } from './Results.tsx';
import { SavedSearches } from './SavedSearches.tsx';
import { SearchForm } from './SearchForm.tsx';

/** The minimum width of the screen, in CSS pixels, for the saved searches to be shown beside it. */
const roomForSaved = 860;

const useStyles = makeStyles({
  root: { ...fillingColumn, overflowY: 'auto' },
  main: { display: 'flex', flexGrow: 1, minWidth: 0, minHeight: '12rem' },
  column: { ...fillingColumn, overflowY: 'auto' },
  aside: {
    flexShrink: 0,
    width: '232px',
    overflowY: 'auto',
    borderLeft: thinLine,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  above: {
    flexShrink: 0,
    maxHeight: '40vh',
    overflowY: 'auto',
    borderBottom: thinLine,
    backgroundColor: tokens.colorNeutralBackground2,
  },
});

/** Searches the directory for journals, articles and own applications; the open record is shown beside the list, or alone if there is no room for both. */
export function Search() {
  const isWide = useMedia('(min-width: 1000px)');
  const accountId = useAccount()?.id;
  const { result } = useSearchResult();
  const open = useSearches((state) => state.open);
  useTitle(t('search.title'));
  useEffect(() => {
    if (accountId !== undefined) showSearchesOf(accountId);
  }, [accountId]);
  const hit = open === null ? undefined : result?.hits[open];
  const pane = hit && result ? <HitPane key={hit.id} hit={hit} kind={result.kind} isAlone={!isWide} /> : null;
  return (
    <SplitPane
      name="search"
      label={t('search.divider')}
      left={<SearchColumn />}
      right={pane}
      isNarrow={!isWide}
    />
  );
}

function SearchColumn() {
  const styles = useStyles();
  const bar = useListBarStyles();
  const { ref, width } = useWidth();
  const [isBuilding, setBuilding] = useState(false);
  const [isSavedOpen, setSavedOpen] = useState(false);
  const isBeside = width >= roomForSaved;
  return (
    <div ref={ref} className={styles.root}>
      <div className={bar.bar}>
        <h1 className={bar.title}>{t('search.title')}</h1>
        <span className={bar.space} />
        {!isBeside && (
          <Button
            size="small"
            appearance="subtle"
            icon={<BookmarkMultipleRegular />}
            aria-expanded={isSavedOpen}
            onClick={() => setSavedOpen(!isSavedOpen)}
          >
            {t('search.saved.both')}
          </Button>
        )}
      </div>
      {!isBeside && isSavedOpen && (
        <div className={styles.above}>
          <SavedSearches />
        </div>
      )}
      <div className={styles.main}>
        <div className={styles.column}>
          <SearchForm isBuilding={isBuilding} onBuild={setBuilding} />
          <Results onNarrow={() => setBuilding(true)} />
        </div>
        {isBeside && (
          <div className={styles.aside}>
            <SavedSearches />
          </div>
        )}
      </div>
    </div>
  );
}

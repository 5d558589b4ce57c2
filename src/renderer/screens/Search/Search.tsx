import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { BookmarkRegular, OpenRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Hit, SearchKind } from '../../../shared/search/searching.ts';
import { Callout } from '../../parts/Callout.tsx';
import { fillingColumn, thinLine, useCommonStyles } from '../../parts/commonStyles.ts';
import { directoryAddress } from '../../parts/directoryAddress.ts';
import { journalSections } from '../../parts/journal/journalSections.ts';
import { ProposeUpdate } from '../../parts/journal/ProposeUpdate.tsx';
import { RecordSections } from '../../parts/journal/RecordSections.tsx';
import { ListScreen } from '../../parts/lists/ListScreen.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { RecordPane } from '../../parts/lists/RecordPane.tsx';
import { useTitle } from '../../parts/useTitle.ts';
import { useWidth } from '../../parts/useWidth.ts';
import { openHit, showSearchesOf, useSearches, useSearchResult } from '../../state/data/searches.ts';
import { useAccount } from '../../state/data/session.ts';
import { hrefOf } from '../../state/navigation/route.ts';
import { ApplicationHit } from './ApplicationHit.tsx';
import { ArticleHit } from './ArticleHit.tsx';
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
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    minHeight: '24px',
    // Aligned with the record below.
    paddingInlineStart: tokens.spacingHorizontalXS,
  },
});

/** Searches the directory for journals, articles and own applications; the open record is shown beside the list, or alone if there is no room for both. */
export function Search() {
  const accountId = useAccount()?.id;
  const { result } = useSearchResult();
  const open = useSearches((state) => state.open);
  useTitle(t('search.title'));
  useEffect(() => {
    if (accountId !== undefined) showSearchesOf(accountId);
  }, [accountId]);
  const hit = open === null ? undefined : result?.hits[open];
  return (
    <ListScreen
      name="search"
      label={t('search.divider')}
      list={<SearchColumn />}
      record={
        hit && result
          ? (isAlone) => <HitPane key={hit.id} hit={hit} kind={result.kind} isAlone={isAlone} />
          : null
      }
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
            icon={<BookmarkRegular />}
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

/** The record of a hit in readable words, and its actions; use another `key` for another hit. */
function HitPane(props: { hit: Hit; kind: SearchKind; isAlone: boolean }) {
  const { hit, kind } = props;
  return (
    <RecordPane
      label={t('search.record')}
      recordKey={hit.id}
      isAlone={props.isAlone}
      backLabel={t('search.back')}
      onClose={() => openHit(null)}
      bar={<DirectoryLink hit={hit} kind={kind} />}
      title={hit.title || t('common.untitled')}
    >
      {kind === 'article' && <ArticleHit hit={hit} />}
      {kind === 'journal' && <JournalHit hit={hit} />}
      {kind === 'application' && <ApplicationHit hit={hit} />}
    </RecordPane>
  );
}

function DirectoryLink(props: { hit: Hit; kind: SearchKind }) {
  const styles = useStyles();
  const account = useAccount();
  const address = account && directoryAddress(account, props.kind, props.hit);
  if (!address) return null;
  return (
    <Link href={address} target="_blank" rel="noreferrer" className={styles.link}>
      <OpenRegular />
      {t('search.openThere')}
    </Link>
  );
}

/** A journal of the directory. Its whole record is on the journals screen; an Update Request can be started from here. */
function JournalHit({ hit }: { hit: Hit }) {
  const styles = useCommonStyles();
  return (
    <>
      {!hit.mine && <Callout intent="info">{t('search.journal.notMine')}</Callout>}
      <div className={styles.buttonRow}>
        <Button as="a" href={hrefOf({ screen: 'journals', journalId: hit.id })} appearance="primary">
          {t('search.journal.open')}
        </Button>
        <ProposeUpdate journal={{ id: hit.id, inDirectory: true }} appearance="secondary" />
      </div>
      <RecordSections sections={journalSections(hit.record)} />
    </>
  );
}

import { Button, makeStyles, Spinner, Tab, TabList, tokens } from '@fluentui/react-components';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Journal } from '../../../shared/contract/contract.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { announce } from '../../state/announce.ts';
import { formatNumber } from '../../state/format.ts';
import { refreshJournals, useJournals, useSortedJournals } from '../../state/journals.ts';
import {
  findJournals,
  setJournalScope,
  useFoundJournals,
  useJournalsView,
} from '../../state/journalsView.ts';
import { useAccount } from '../../state/session.ts';
import { DirectoryFinder } from './DirectoryFinder.tsx';
import { EmptyJournals } from './EmptyJournals.tsx';
import { JournalFilter } from './JournalFilter.tsx';
import { JournalGrid } from './JournalGrid.tsx';
import { JournalToolbar } from './JournalToolbar.tsx';
import { matchJournals } from './matchJournals.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
  tabs: {
    flexWrap: 'wrap',
    paddingInline: tokens.spacingHorizontalXS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  panel: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  waiting: { margin: tokens.spacingHorizontalL, justifyContent: 'start' },
});

/** The account's journals as last fetched, or the directory's search results. */
export function JournalList(props: { openId: string | null }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const scope = useJournalsView((view) => view.scope);
  const rows = useShownJournals();
  return (
    <section className={styles.root} aria-label={t('frame.journals')} data-region="list">
      <JournalToolbar shown={rows} />
      <TabList
        size="small"
        className={styles.tabs}
        selectedValue={scope}
        onTabSelect={(_, { value }) => setJournalScope(value === 'directory' ? 'directory' : 'mine')}
      >
        <Tab value="mine" id="journals-tab-mine" aria-controls="journals-panel">
          {t('journals.scope.mine')}
        </Tab>
        <Tab value="directory" id="journals-tab-directory" aria-controls="journals-panel">
          {t('journals.scope.directory')}
        </Tab>
      </TabList>
      <div
        role="tabpanel"
        id="journals-panel"
        aria-labelledby={`journals-tab-${scope}`}
        className={styles.panel}
      >
        {scope === 'mine' ? (
          <MyJournals rows={rows} openId={props.openId} />
        ) : (
          <FoundJournals rows={rows} openId={props.openId} />
        )}
      </div>
    </section>
  );
}

function MyJournals(props: { rows: readonly Journal[]; openId: string | null }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const accountId = useAccount()?.id;
  const { list, fetchedAt, isLoaded, isBusy, error } = useJournals(accountId);
  const isNeeded = isLoaded && fetchedAt === null && error === null;
  useEffect(() => {
    // An account's journals are fetched automatically when they are first shown.
    if (accountId !== undefined && isNeeded) void refreshJournals(accountId);
  }, [accountId, isNeeded]);
  return (
    <>
      {list.length > 0 && <JournalFilter shown={props.rows.length} />}
      {error && (
        <ErrorPanel
          error={error}
          actions={
            <Button onClick={() => accountId !== undefined && void refreshJournals(accountId)}>
              {t('common.tryAgain')}
            </Button>
          }
        />
      )}
      {list.length === 0 && (!isLoaded || isBusy) && !error && (
        <Spinner className={styles.waiting} label={t('journals.fetching')} />
      )}
      {props.rows.length > 0 && <JournalGrid rows={props.rows} openId={props.openId} isPickable />}
      {isLoaded && !isBusy && props.rows.length === 0 && (
        <EmptyJournals isNever={fetchedAt === null} isNarrowed={list.length > 0} />
      )}
    </>
  );
}

function FoundJournals(props: { rows: readonly Journal[]; openId: string | null }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const asked = useJournalsView((view) => view.asked);
  const { found, isAsking, error } = useFoundJournals();
  useEffect(() => {
    if (found)
      announce(t('journals.found', { count: found.total, n: formatNumber(found.total), text: asked }));
  }, [found, asked, t]);
  return (
    <>
      <DirectoryFinder />
      {error && (
        <ErrorPanel
          error={error}
          actions={<Button onClick={() => void findJournals(asked)}>{t('common.tryAgain')}</Button>}
        />
      )}
      {isAsking && <Spinner className={styles.waiting} label={t('journals.asking')} />}
      {!isAsking && props.rows.length > 0 && (
        <JournalGrid rows={props.rows} openId={props.openId} isPickable={false} />
      )}
    </>
  );
}

function useShownJournals(): readonly Journal[] {
  const { scope, text } = useJournalsView();
  const { found } = useFoundJournals();
  const journals = useSortedJournals();
  const mine = useMemo(
    () =>
      matchJournals(
        journals.filter((journal) => journal.mine),
        text,
      ),
    [journals, text],
  );
  const accountId = useAccount()?.id;
  if (accountId === undefined) return [];
  return scope === 'mine' ? mine : (found?.journals ?? []);
}

import { makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import { useEffect, useMemo } from 'react';
import type { Journal } from '../../../shared/contract/journals.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { fillingColumn } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { ColumnsButton } from '../../parts/grid/ColumnsButton.tsx';
import { matchJournals } from '../../parts/journal/matchJournals.ts';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { TabbedPanel } from '../../parts/lists/TabbedPanel.tsx';
import { announce } from '../../state/announce.ts';
import { refreshJournals, useJournals, useSortedJournals } from '../../state/data/journals.ts';
import { useAccount } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import {
  findJournals,
  setJournalScope,
  useFoundJournals,
  useJournalsView,
} from '../../state/records/journalsView.ts';
import { EmptyJournals } from './EmptyJournals.tsx';
import { JournalGrid } from './JournalGrid.tsx';
import { JournalToolbar } from './JournalToolbar.tsx';
import { useJournalColumns } from './journalColumns.ts';

const useStyles = makeStyles({
  root: fillingColumn,
  waiting: { margin: tokens.spacingHorizontalL, justifyContent: 'start' },
});

const scopes = ['mine', 'directory'] as const;

/** The account's journals as last fetched, or the directory's search results. */
export function JournalList(props: { openId: string | null }) {
  const styles = useStyles();
  const scope = useJournalsView((view) => view.scope);
  const rows = useShownJournals();
  return (
    <section className={styles.root} aria-label={t('frame.journals')} data-region="list">
      <JournalToolbar shown={rows} />
      <TabbedPanel
        name="journals"
        tabs={scopes.map((value) => ({ value, label: t(`journals.scope.${value}`) }))}
        selected={scope}
        onSelect={setJournalScope}
      >
        {scope === 'mine' ? (
          <MyJournals rows={rows} openId={props.openId} />
        ) : (
          <FoundJournals rows={rows} openId={props.openId} />
        )}
      </TabbedPanel>
    </section>
  );
}

function MyJournals(props: { rows: readonly Journal[]; openId: string | null }) {
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
      {list.length > 0 && <JournalMatches shown={props.rows.length} />}
      {error && (
        <ErrorPanel
          error={error}
          onRetry={() => accountId !== undefined && void refreshJournals(accountId)}
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
  const styles = useStyles();
  const asked = useJournalsView((view) => view.asked);
  const { found, isAsking, error } = useFoundJournals();
  useEffect(() => {
    if (found)
      announce(t('journals.found', { count: found.total, n: formatNumber(found.total), text: asked }));
  }, [found, asked]);
  return (
    <>
      <DirectoryMatches />
      {error && <ErrorPanel error={error} onRetry={() => void findJournals(asked)} />}
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

/** Above the journals of the account: how many match the search, and the columns. */
function JournalMatches(props: { shown: number }) {
  const styles = useListBarStyles();
  const text = useJournalsView((view) => view.text);
  return (
    <div className={styles.filters}>
      <Text role="status" className={styles.quiet}>
        {text.trim() !== '' && t('journals.match', { count: props.shown, n: formatNumber(props.shown) })}
      </Text>
      <ColumnsButton name="journals" columns={useJournalColumns('mine')} />
    </div>
  );
}

/** Above the journals of the directory: what was found, and the columns. */
function DirectoryMatches() {
  const styles = useListBarStyles();
  const columns = useJournalColumns('directory');
  const asked = useJournalsView((view) => view.asked);
  const { found, isAsking } = useFoundJournals();
  return (
    <div className={styles.filters}>
      {!isAsking && <Text className={styles.quiet}>{foundText()}</Text>}
      {found && found.total > 0 && <ColumnsButton name="journals" columns={columns} />}
    </div>
  );

  function foundText(): string {
    if (!found) return t('journals.findHelp');
    const { total, journals } = found;
    if (total === 0) return t('journals.foundNone', { text: asked });
    const words = t('journals.found', { count: total, n: formatNumber(total), text: asked });
    const isCut = total > journals.length;
    return isCut ? `${words} ${t('journals.foundCut', { n: formatNumber(journals.length) })}` : words;
  }
}

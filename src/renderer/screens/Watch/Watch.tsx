import { makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { type FindingKind, findingKinds } from '../../../shared/watch/findingKinds.ts';
import type { Finding, WatchedJournal, WatchState } from '../../../shared/watch/watch.ts';
import { fillingColumn } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { ListScreen } from '../../parts/lists/ListScreen.tsx';
import { TabbedPanel } from '../../parts/lists/TabbedPanel.tsx';
import { useTitle } from '../../parts/useTitle.ts';
import { attempt } from '../../state/attempt.ts';
import { cachedAnswer, fetchAgain, useCall } from '../../state/data/queries.ts';
import { chooseAccount, useAccount } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import { go, useRoute, type WatchView, watchViews } from '../../state/navigation/route.ts';
import { FindingList } from './FindingList.tsx';
import { FindingPane } from './FindingPane.tsx';
import { JournalsByAge } from './JournalsByAge.tsx';
import { WatchedJournalPane } from './WatchedJournalPane.tsx';
import { WatchHead } from './WatchHead.tsx';

const useStyles = makeStyles({ root: { ...fillingColumn, overflowY: 'auto' } });

/** What the directory changed on its own, a list for each kind, and beside it the open entry. */
export function Watch(props: { view: WatchView | null; accountId: string | undefined }) {
  const account = useAccount();
  const { view, accountId: wanted } = props;
  const isOther = wanted !== undefined && account !== null && wanted !== account.id;
  useTitle(t('watchScreen.title'));
  useEffect(() => {
    if (wanted === undefined) return;
    const change = async () => {
      if (isOther) await attempt(() => chooseAccount(wanted));
      // A notification named the account; from here on the user chooses it.
      if (useRoute.getState().route.screen === 'watch') go({ screen: 'watch', view }, { replace: true });
    };
    void change();
  }, [wanted, isOther, view]);
  if (!account || wanted !== undefined) return null;
  return <OfAccount key={account.id} accountId={account.id} view={view} />;
}

/** The entry that is open beside its list. */
type Open = { finding: Finding } | { journal: WatchedJournal } | null;

function OfAccount({ accountId, view }: { accountId: string; view: WatchView | null }) {
  const styles = useStyles();
  const { data: state, error, refetch } = useCall('watch.state', { accountId });
  const [open, setOpen] = useState<Open>(null);
  const isKnown = state !== undefined;
  useEffect(() => {
    if (view !== null || !isKnown) return;
    let isOver = false;
    // The answer at hand may be older than the last look, whose news is still on its way to this window.
    void fetchAgain('watch.state', { accountId }).then(() => {
      const now = cachedAnswer('watch.state', { accountId });
      if (now && !isOver) go({ screen: 'watch', view: firstView(now) }, { replace: true });
    });
    return () => {
      isOver = true;
    };
  }, [view, accountId, isKnown]);
  // An entry belongs to the list that it was opened in.
  useEffect(() => setOpen(null), [view]);
  const close = () => setOpen(null);
  const list = (
    <section className={styles.root} aria-label={t('watchScreen.title')} data-region="list">
      <WatchHead accountId={accountId} state={state ?? null} />
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {state && view && (
        <TabbedPanel
          name="watch"
          tabs={watchViews.map((value) => ({ value, label: tabText(value, state) }))}
          selected={view}
          onSelect={(value) => go({ screen: 'watch', view: value })}
          minHeight="18rem"
        >
          {view === 'journals' ? (
            <JournalsByAge
              accountId={accountId}
              openId={open && 'journal' in open ? open.journal.id : null}
              onOpen={(journal) => setOpen({ journal })}
            />
          ) : (
            <FindingList
              key={view}
              accountId={accountId}
              kind={view}
              state={state}
              openId={open && 'finding' in open ? open.finding.id : null}
              onOpen={(finding) => setOpen({ finding })}
              onGone={close}
            />
          )}
        </TabbedPanel>
      )}
    </section>
  );
  return (
    <ListScreen
      name="watch"
      label={t('watchScreen.divider')}
      list={list}
      record={open && paneOf(open)}
      keepsList
    />
  );

  function paneOf(entry: NonNullable<Open>) {
    return (isAlone: boolean) =>
      'journal' in entry ? (
        <WatchedJournalPane {...entry} isAlone={isAlone} onClose={close} />
      ) : (
        <FindingPane accountId={accountId} {...entry} isAlone={isAlone} onClose={close} />
      );
  }
}

/** The default until the user chooses: the first list with something to decide. */
function firstView({ open }: WatchState): FindingKind {
  return findingKinds.find((kind) => open[kind] > 0) ?? 'deleted';
}

function tabText(view: WatchView, { open }: WatchState): string {
  const tab = t(`watchScreen.tab.${view}`);
  return view === 'journals' ? tab : t('watchScreen.tabCount', { tab, n: formatNumber(open[view]) });
}

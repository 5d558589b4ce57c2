import { Button, Link, makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, StopRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { ReconcileRow, Reconciliation } from '../../../shared/reconcile/reconciling.ts';
import { Callout } from '../../parts/Callout.tsx';
import {
  barPadding,
  fillingColumn,
  heading4,
  inlineRow,
  smallSecondary,
  stack,
  thinLine,
  wrappingRow,
} from '../../parts/commonStyles.ts';
import { SplitPane } from '../../parts/lists/SplitPane.tsx';
import { TabbedPanel } from '../../parts/lists/TabbedPanel.tsx';
import { LimiterText } from '../../parts/texts/LimiterText.tsx';
import { useMedia } from '../../parts/theme.ts';
import { useAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { formatDateTime, formatNumber } from '../../state/format.ts';
import { go, hrefOf } from '../../state/navigation/route.ts';
import { AskCrossref } from './AskCrossref.tsx';
import { OutcomeList } from './OutcomeList.tsx';
import { RowPane } from './RowPane.tsx';
import {
  countOf,
  type LastAnnouncement,
  nextAnnouncement,
  progressText,
  type ReconcileTab,
  shareRead,
  shownTabs,
  sumText,
} from './reconcileText.ts';
import { beginReconciliation, storeReconciliation } from './reconciliations.ts';

const useStyles = makeStyles({
  root: { ...fillingColumn, overflowY: 'auto' },
  head: { ...stack, ...barPadding, flexShrink: 0, rowGap: tokens.spacingVerticalXS, borderBottom: thinLine },
  line: { ...wrappingRow, justifyContent: 'space-between', columnGap: tokens.spacingHorizontalM },
  title: { ...heading4, overflowWrap: 'anywhere' },
  back: { ...inlineRow, columnGap: tokens.spacingHorizontalXS, minHeight: '24px' },
  words: { margin: 0, fontVariantNumeric: 'tabular-nums' },
  quiet: smallSecondary,
});

/** One comparison: its progress, result and rows; the open row is shown beside them. */
export function Comparison({ reconciliation }: { reconciliation: Reconciliation }) {
  const isWide = useMedia('(min-width: 1000px)');
  const [tab, setTab] = useState<ReconcileTab | null>(null);
  const [open, setOpen] = useState<ReconcileRow | null>(null);
  useAnnouncements(reconciliation);
  const shown = tab ?? firstTab(reconciliation);
  const choose = (next: ReconcileTab) => {
    setTab(next);
    setOpen(null);
  };
  const pane = open && (
    <RowPane
      key={open.id}
      reconciliation={reconciliation}
      row={open}
      tab={shown}
      isAlone={!isWide}
      onClose={() => setOpen(null)}
    />
  );
  return (
    <SplitPane
      name="reconcile"
      label={t('reconcile.divider')}
      left={<Rows reconciliation={reconciliation} tab={shown} onTab={choose} open={open} onOpen={setOpen} />}
      right={pane}
      isNarrow={!isWide}
    />
  );
}

function Rows(props: {
  reconciliation: Reconciliation;
  tab: ReconcileTab;
  onTab: (tab: ReconcileTab) => void;
  open: ReconcileRow | null;
  onOpen: (row: ReconcileRow | null) => void;
}) {
  const styles = useStyles();
  const { reconciliation, tab } = props;
  return (
    <div className={styles.root} data-region="reconcile">
      <Head reconciliation={reconciliation} />
      {reconciliation.state !== 'running' && (
        <TabbedPanel
          name="reconcile"
          tabs={shownTabs(reconciliation).map((one) => ({
            value: one,
            label: t('reconcile.tabCount', {
              tab: t(`reconcile.tab.${one}`),
              n: formatNumber(countOf(reconciliation, one)),
            }),
          }))}
          selected={tab}
          onSelect={props.onTab}
          minHeight="18rem"
        >
          <OutcomeList
            key={tab}
            reconciliation={reconciliation}
            tab={tab}
            open={props.open}
            onOpen={props.onOpen}
          />
        </TabbedPanel>
      )}
    </div>
  );
}

function Head({ reconciliation }: { reconciliation: Reconciliation }) {
  const styles = useStyles();
  const { journalTitle: journal, year, state, issns, startedAt } = reconciliation;
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        <Link href={hrefOf({ screen: 'reconcile', reconciliationId: null })} className={styles.back}>
          <ArrowLeftRegular />
          {t('reconcile.all')}
        </Link>
        {state === 'running' ? (
          <StopButton id={reconciliation.id} />
        ) : (
          <AgainButton reconciliation={reconciliation} />
        )}
      </div>
      <h1 className={styles.title}>{t('reconcile.nameOf', { journal, year })}</h1>
      <Text className={styles.quiet}>
        {issns.join(' · ')} ·{' '}
        {t(state === 'running' ? 'reconcile.begunAt' : 'reconcile.comparedAt', {
          when: formatDateTime(startedAt),
        })}
      </Text>
      {state === 'running' && <Progress reconciliation={reconciliation} />}
      {state !== 'running' && reconciliation.message !== null && (
        <Callout intent={state === 'failed' ? 'error' : 'warning'}>
          {describe(reconciliation.message)}
        </Callout>
      )}
      {state === 'done' && (
        <p className={styles.words} data-sum>
          {sumText(reconciliation)}
        </p>
      )}
      {state === 'done' && <AskCrossref reconciliation={reconciliation} />}
    </div>
  );
}

function Progress({ reconciliation }: { reconciliation: Reconciliation }) {
  const styles = useStyles();
  return (
    <>
      <ProgressBar
        aria-label={t('reconcile.progress.label')}
        aria-valuetext={progressText(reconciliation)}
        value={shareRead(reconciliation) ?? undefined}
        thickness="large"
      />
      <p className={styles.words}>{progressText(reconciliation)}</p>
      <Text className={styles.quiet}>
        <LimiterText /> · {t('reconcile.progress.hint')}
      </Text>
    </>
  );
}

function StopButton({ id }: { id: number }) {
  const { run, isBusy } = useAction(async () => storeReconciliation(await call('reconcile.stop', { id })));
  return (
    <Button size="small" icon={<StopRegular />} disabledFocusable={isBusy} onClick={run}>
      {t('reconcile.stop')}
    </Button>
  );
}

/** Compares the same journal and year again, with the current data. */
function AgainButton({ reconciliation }: { reconciliation: Reconciliation }) {
  const { accountId, issns, year } = reconciliation;
  const [issn = ''] = issns;
  const { run, isBusy } = useAction(async () => {
    const begun = await beginReconciliation({ accountId, issn, year });
    go({ screen: 'reconcile', reconciliationId: begun });
  });
  if (issn === '') return null;
  return (
    <Button size="small" disabledFocusable={isBusy} onClick={run}>
      {t('reconcile.again')}
    </Button>
  );
}

/** The default until the user chooses: the first list that needs attention. */
function firstTab(reconciliation: Reconciliation): ReconcileTab {
  return shownTabs(reconciliation).find((tab) => countOf(reconciliation, tab) > 0) ?? 'missing-there';
}

/** Announces the progress to screen readers, rarely enough not to annoy. */
function useAnnouncements(reconciliation: Reconciliation): void {
  const said = useRef<LastAnnouncement | null>(null);
  useEffect(() => {
    const next = nextAnnouncement(said.current, reconciliation, performance.now());
    if (!next) return;
    said.current = next.said;
    announce(next.words);
  }, [reconciliation]);
}

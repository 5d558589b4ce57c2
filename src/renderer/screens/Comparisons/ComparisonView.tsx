import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, StopRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import type { Comparison, ComparisonRow } from '../../../shared/comparisons/comparison.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Bar } from '../../parts/Bar.tsx';
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
import { ListScreen } from '../../parts/lists/ListScreen.tsx';
import { TabbedPanel } from '../../parts/lists/TabbedPanel.tsx';
import { LimiterText } from '../../parts/texts/LimiterText.tsx';
import { useAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { formatDateTime, formatNumber } from '../../state/format.ts';
import { go, hrefOf } from '../../state/navigation/route.ts';
import { AskCrossref } from './AskCrossref.tsx';
import { beginComparison, storeComparison } from './comparisonList.ts';
import {
  type ComparisonTab,
  countOf,
  type LastAnnouncement,
  nextAnnouncement,
  progressText,
  shareRead,
  shownTabs,
  sumText,
} from './comparisonText.ts';
import { OutcomeList } from './OutcomeList.tsx';
import { RowPane } from './RowPane.tsx';

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
export function ComparisonView({ comparison }: { comparison: Comparison }) {
  const [tab, setTab] = useState<ComparisonTab | null>(null);
  const [open, setOpen] = useState<ComparisonRow | null>(null);
  useAnnouncements(comparison);
  const shown = tab ?? firstTab(comparison);
  const choose = (next: ComparisonTab) => {
    setTab(next);
    setOpen(null);
  };
  return (
    <ListScreen
      name="comparisons"
      label={t('comparisons.divider')}
      list={<Rows comparison={comparison} tab={shown} onTab={choose} open={open} onOpen={setOpen} />}
      record={
        open &&
        ((isAlone) => (
          <RowPane
            key={open.id}
            comparison={comparison}
            row={open}
            tab={shown}
            isAlone={isAlone}
            onClose={() => setOpen(null)}
          />
        ))
      }
    />
  );
}

function Rows(props: {
  comparison: Comparison;
  tab: ComparisonTab;
  onTab: (tab: ComparisonTab) => void;
  open: ComparisonRow | null;
  onOpen: (row: ComparisonRow | null) => void;
}) {
  const styles = useStyles();
  const { comparison, tab } = props;
  return (
    <div className={styles.root} data-region="comparisons">
      <Head comparison={comparison} />
      {comparison.state !== 'running' && (
        <TabbedPanel
          name="comparisons"
          tabs={shownTabs(comparison).map((one) => ({
            value: one,
            label: t('comparisons.tabCount', {
              tab: t(`comparisons.tab.${one}`),
              n: formatNumber(countOf(comparison, one)),
            }),
          }))}
          selected={tab}
          onSelect={props.onTab}
          minHeight="18rem"
        >
          <OutcomeList key={tab} comparison={comparison} tab={tab} open={props.open} onOpen={props.onOpen} />
        </TabbedPanel>
      )}
    </div>
  );
}

function Head({ comparison }: { comparison: Comparison }) {
  const styles = useStyles();
  const { journalTitle: journal, year, state, issns, startedAt } = comparison;
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        <Link
          href={hrefOf({ screen: 'comparisons', comparisonId: null, issn: issns[0] ?? '' })}
          className={styles.back}
        >
          <ArrowLeftRegular />
          {t('comparisons.all')}
        </Link>
        {state === 'running' ? <StopButton id={comparison.id} /> : <AgainButton comparison={comparison} />}
      </div>
      <h1 className={styles.title}>{t('comparisons.nameOf', { journal, year })}</h1>
      <Text className={styles.quiet}>
        {issns.join(' · ')} ·{' '}
        {t(state === 'running' ? 'comparisons.begunAt' : 'comparisons.comparedAt', {
          when: formatDateTime(startedAt),
        })}
      </Text>
      {state === 'running' && <Progress comparison={comparison} />}
      {state !== 'running' && comparison.message !== null && (
        <Callout intent={state === 'failed' ? 'error' : 'warning'}>{describe(comparison.message)}</Callout>
      )}
      {state === 'done' && (
        <p className={styles.words} data-sum>
          {sumText(comparison)}
        </p>
      )}
      {state === 'done' && <AskCrossref comparison={comparison} />}
    </div>
  );
}

function Progress({ comparison }: { comparison: Comparison }) {
  const styles = useStyles();
  return (
    <>
      <Bar
        aria-label={t('comparisons.progress.label')}
        aria-valuetext={progressText(comparison)}
        value={shareRead(comparison) ?? undefined}
        thickness="large"
      />
      <p className={styles.words}>{progressText(comparison)}</p>
      <Text className={styles.quiet}>
        <LimiterText /> · {t('comparisons.progress.hint')}
      </Text>
    </>
  );
}

function StopButton({ id }: { id: number }) {
  const { run, isBusy } = useAction(async () => storeComparison(await call('comparisons.stop', { id })));
  return (
    <Button size="small" icon={<StopRegular />} disabledFocusable={isBusy} onClick={run}>
      {t('comparisons.stop')}
    </Button>
  );
}

/** Compares the same journal and year again, with the current data. */
function AgainButton({ comparison }: { comparison: Comparison }) {
  const { accountId, issns, year } = comparison;
  const [issn = ''] = issns;
  const { run, isBusy } = useAction(async () => {
    const begun = await beginComparison({ accountId, issn, year });
    go({ screen: 'comparisons', comparisonId: begun });
  });
  if (issn === '') return null;
  return (
    <Button size="small" disabledFocusable={isBusy} onClick={run}>
      {t('comparisons.again')}
    </Button>
  );
}

/** The default until the user chooses: the first list that needs attention. */
function firstTab(comparison: Comparison): ComparisonTab {
  return shownTabs(comparison).find((tab) => countOf(comparison, tab) > 0) ?? 'missing-there';
}

/** Announces the progress to screen readers, rarely enough not to annoy. */
function useAnnouncements(comparison: Comparison): void {
  const said = useRef<LastAnnouncement | null>(null);
  useEffect(() => {
    const next = nextAnnouncement(said.current, comparison, performance.now());
    if (!next) return;
    said.current = next.said;
    announce(next.words);
  }, [comparison]);
}

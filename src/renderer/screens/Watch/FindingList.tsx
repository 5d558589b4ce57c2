import { Button, makeStyles, Spinner, Switch } from '@fluentui/react-components';
import { CheckmarkCircleRegular, EyeRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { FindingKind } from '../../../shared/watch/findingKinds.ts';
import type { Finding, WatchState } from '../../../shared/watch/watch.ts';
import { Callout } from '../../parts/Callout.tsx';
import { barPadding, useCommonStyles } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { QuietCell, TitleCell } from '../../parts/grid/cells.tsx';
import type { Cells } from '../../parts/grid/GridRow.tsx';
import type { GridColumn } from '../../parts/grid/gridLayout.ts';
import { indexOfRow, usePagedPicks } from '../../parts/grid/gridPicks.ts';
import { EmptyState } from '../../parts/lists/EmptyState.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { focusGridSoon, RowGrid } from '../../parts/lists/RowGrid.tsx';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { useDecidesAlone } from '../../state/data/office.ts';
import { usePages } from '../../state/data/usePages.ts';
import { formatNumber, formatRecent } from '../../state/format.ts';
import { FindingActions } from './FindingActions.tsx';
import { fetchFindings, maxPicked } from './fetchFindings.ts';
import { LinkTurns } from './LinkTurns.tsx';
import { decisionText, fieldsText, reasonText } from './watchText.ts';

const useStyles = makeStyles({ notice: { ...barPadding, flexShrink: 0 } });

/** The findings of one kind, open ones or decided ones, with the actions for those selected or for all. */
export function FindingList(props: {
  accountId: string;
  kind: FindingKind;
  state: WatchState;
  openId: number | null;
  onOpen: (finding: Finding) => void;
  /** The open one may not be in the list any more. */
  onGone: () => void;
}) {
  const styles = useCommonStyles();
  const own = useStyles();
  const { accountId, kind, state } = props;
  const isAlone = useDecidesAlone(accountId);
  const [isOpen, setIsOpen] = useState(true);
  const [active, setActive] = useState(0);
  const language = useLanguage();
  const columns = useMemo(() => columnsOf(kind, isOpen), [kind, isOpen, language]);
  const list = { accountId, kind, isOpen };
  const { total, error, row, need, retry } = usePages('watch.findings', list, ({ findings }) => findings);
  const { picked, picks, clear } = usePagedPicks({
    stamp: `${accountId} ${kind} ${isOpen}`,
    revision: String(total),
    total,
    row,
    fetch: (first, last) => fetchFindings(list, { first, last: Math.min(last, first + maxPicked - 1) }),
    fetchUntil: (isEnough) => fetchFindings(list, { isEnough }),
    label: t('watchScreen.pickOne'),
    said: (count) => t('watchScreen.picked', { count, n: formatNumber(count) }),
  });
  return (
    <>
      <Bar
        {...list}
        total={total}
        picked={picked}
        onSwitch={(toOpen) => {
          setIsOpen(toOpen);
          setActive(0);
          props.onGone();
        }}
        onPickNone={picks.pickNone}
        onDone={() => {
          clear();
          focusGridSoon();
        }}
      />
      {isAlone && (
        <div className={own.notice}>
          <Callout intent="info">{t('watchScreen.alone')}</Callout>
        </div>
      )}
      {kind === 'link' && <LinkTurns accountId={accountId} />}
      {error && <ErrorPanel error={error} onRetry={retry} />}
      {total === null && !error && <Spinner className={styles.loading} label={t('common.loading')} />}
      {total === 0 && <Nothing kind={kind} isOpen={isOpen} state={state} />}
      {total !== null && total > 0 && (
        <RowGrid
          label={t(`watchScreen.tab.${kind}`)}
          hint={t('watchScreen.gridHint')}
          columns={columns}
          total={total}
          row={row}
          cells={cellsOf}
          need={need}
          active={Math.min(active, total - 1)}
          onActive={setActive}
          open={indexOfRow(props.openId ?? undefined, row, total)}
          onOpen={(index) => {
            const one = row(index);
            if (one) props.onOpen(one);
          }}
          listKey={`${accountId} ${kind} ${isOpen}`}
          picks={picks}
        />
      )}
    </>
  );
}

/** How many there are, the actions for those selected or for all, and the switch to those that were decided. */
function Bar(props: {
  accountId: string;
  kind: FindingKind;
  isOpen: boolean;
  total: number | null;
  picked: readonly Finding[];
  onSwitch: (isOpen: boolean) => void;
  onPickNone: () => void;
  onDone: () => void;
}) {
  const styles = useListBarStyles();
  const { accountId, kind, isOpen, picked } = props;
  const isAll = picked.length === 0;
  const total = props.total ?? 0;
  return (
    <div
      className={isAll ? styles.bar : `${styles.bar} ${styles.batch}`}
      role="toolbar"
      aria-label={t(isAll ? 'watchScreen.toolbarAll' : 'watchScreen.toolbar')}
    >
      <h2 className={styles.words}>
        {isAll
          ? t(isOpen ? 'watchScreen.openCount' : 'watchScreen.decidedCount', {
              count: total,
              n: formatNumber(total),
            })
          : t('watchScreen.picked', { count: picked.length, n: formatNumber(picked.length) })}
      </h2>
      {total > 0 && (
        <FindingActions
          accountId={accountId}
          kind={kind}
          isOpen={isOpen}
          of={isAll ? null : picked}
          size="small"
          onDone={props.onDone}
        />
      )}
      {!isAll && (
        <Button size="small" appearance="subtle" onClick={props.onPickNone}>
          {t('common.cancel')}
        </Button>
      )}
      <span className={styles.space} />
      <Switch
        label={t('watchScreen.showDecided')}
        checked={!isOpen}
        onChange={(_, { checked }) => props.onSwitch(!checked)}
      />
    </div>
  );
}

function Nothing({ kind, isOpen, state }: { kind: FindingKind; isOpen: boolean; state: WatchState }) {
  const isNever = isOpen && state.lookedAt === '' && kind !== 'link';
  const name = isNever ? 'never' : isOpen ? 'none' : 'undecided';
  return (
    <EmptyState
      icon={isNever ? <EyeRegular /> : <CheckmarkCircleRegular />}
      title={t(`watchScreen.empty.${name}.title`)}
      text={name === 'none' ? t(`watchScreen.explain.${kind}`) : t(`watchScreen.empty.${name}.text`)}
    />
  );
}

/** Of a change the parts that differ say more than the reason, which is hardly ever known. */
function whyColumn(kind: FindingKind): 'fields' | 'reason' | 'answered' {
  if (kind === 'link') return 'answered';
  return kind === 'changed' || kind === 'journal' ? 'fields' : 'reason';
}

function columnsOf(kind: FindingKind, isOpen: boolean): GridColumn[] {
  const column = (key: string, track: string, from = 0): GridColumn => ({
    key,
    track,
    from,
    label: t(`watchScreen.column.${key}`),
  });
  return [
    column('title', 'minmax(0, 3fr)'),
    column('about', 'minmax(0, 2fr)', 680),
    column('noticed', '96px'),
    column(kind === 'link' ? 'failing' : 'happened', '96px', 560),
    ...(isOpen ? [column(whyColumn(kind), 'minmax(0, 2fr)', 480)] : [column('state', 'minmax(0, 2fr)')]),
  ];
}

function cellsOf(finding: Finding): Cells {
  const quiet = (text: string) => text !== '' && <QuietCell tip={text}>{text}</QuietCell>;
  const { noticedAt, happenedAt } = finding;
  return {
    title: <TitleCell title={finding.title} />,
    about: quiet(finding.about),
    noticed: quiet(formatRecent(noticedAt)),
    happened: quiet(happenedAt === '' ? t('watchScreen.notKnown') : formatRecent(happenedAt)),
    failing: quiet(formatRecent(happenedAt)),
    reason: quiet(reasonText(finding)),
    answered: quiet(reasonText(finding)),
    fields: quiet(fieldsText(finding.differences)),
    state: quiet(decisionText(finding)),
  };
}

import { makeStyles, tokens } from '@fluentui/react-components';
import { WarningFilled } from '@fluentui/react-icons';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Journal } from '../../../shared/contract.ts';
import { t as words } from '../../../shared/words.ts';
import { announce } from '../../parts/Announcer.tsx';
import { Tinted } from '../../parts/Badges.tsx';
import { focusOpenRecord } from '../../parts/focusOpenRecord.ts';
import { formatNumber } from '../../parts/format.ts';
import { type GridColumn, RowGrid } from '../../parts/RowGrid.tsx';
import { StandingBadge } from '../../parts/StandingBadge.tsx';
import { useApplications } from '../../state/applications.ts';
import { useFacets } from '../../state/facets.ts';
import { setPickedJournals, useJournalsView } from '../../state/journalsView.ts';
import { go } from '../../state/route.ts';
import { openRequestOf } from './matchJournals.ts';

const useStyles = makeStyles({
  title: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground2 },
  number: { fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground2 },
  mark: { marginLeft: tokens.spacingHorizontalS },
});

const columnFacts: readonly Omit<GridColumn, 'label'>[] = [
  { key: 'title', track: 'minmax(0, 4fr)', from: 0 },
  { key: 'request', track: '196px', from: 480 },
  { key: 'issns', track: '190px', from: 680 },
  { key: 'publisher', track: 'minmax(0, 2fr)', from: 760 },
  { key: 'drafts', track: '92px', from: 880 },
];

/** Journals as a grid; Enter opens one, the space bar picks it for a change of many. */
export function JournalGrid(props: { rows: readonly Journal[]; openId: string | null; isPickable: boolean }) {
  const { t } = useTranslation();
  const { rows } = props;
  const scope = useJournalsView((view) => view.scope);
  const text = useJournalsView((view) => (view.scope === 'mine' ? view.text : view.asked));
  const active = useJournalsView((view) => Math.min(view.active, Math.max(0, rows.length - 1)));
  const cellsOf = useCells();
  const picks = usePicks(rows);
  const columns = columnFacts.map((fact) => ({ ...fact, label: t(`journals.column.${fact.key}`) }));
  const open = rows.findIndex(({ id }) => id === props.openId);
  return (
    <RowGrid
      label={t(`journals.scope.${scope}`)}
      hint={t(props.isPickable ? 'journals.gridHint' : 'journals.gridHintFound')}
      columns={columns}
      total={rows.length}
      cells={(index) => (rows[index] ? cellsOf(rows[index]) : null)}
      active={active}
      onActive={(index) => useJournalsView.setState({ active: index })}
      open={open < 0 ? null : open}
      onOpen={(index) => {
        if (rows[index]?.id === props.openId) focusOpenRecord();
        else if (rows[index]) go({ screen: 'journals', journalId: rows[index].id });
      }}
      picks={props.isPickable ? picks : undefined}
      listKey={`${scope} ${text}`}
    />
  );
}

function useCells(): (journal: Journal) => Record<string, ReactNode> {
  const styles = useStyles();
  const requests = useApplications((state) => state.rows);
  const facets = useFacets((state) => state.whole);
  const counts = useMemo(() => new Map(facets?.journals.map(({ key, count }) => [key, count])), [facets]);
  return (journal) => {
    const request = openRequestOf(requests ?? [], journal.id);
    const drafts = counts.get(`${journal.pissn ?? ''}/${journal.eissn ?? ''}`) ?? 0;
    return {
      title: (
        <span title={journal.title}>
          <span className={styles.title}>{journal.title || words('common.untitled')}</span>
          {!journal.inDirectory && (
            <span className={styles.mark}>
              <Tinted
                look={{ color: 'warning', icon: <WarningFilled /> }}
                label={words('journals.withdrawn')}
              />
            </span>
          )}
        </span>
      ),
      request: request && <StandingBadge row={request} />,
      issns: (
        <span className={styles.number} data-quiet>
          {issnsOf(journal)}
        </span>
      ),
      publisher: (
        <span className={styles.quiet} data-quiet title={journal.publisher}>
          {journal.publisher}
        </span>
      ),
      drafts: drafts > 0 && (
        <span className={styles.number} data-quiet>
          {formatNumber(drafts)}
        </span>
      ),
    };
  };
}

function issnsOf({ pissn, eissn }: Journal): string {
  return [pissn, eissn].filter((issn) => issn !== null && issn !== '').join(' · ');
}

function usePicks(rows: readonly Journal[]) {
  const { t } = useTranslation();
  const picked = useJournalsView((view) => view.picked);
  const change = (next: ReadonlySet<string>) => {
    setPickedJournals(next);
    announce(t('journals.picked', { count: next.size, n: formatNumber(next.size) }));
  };
  return {
    label: t('journals.pick'),
    isPicked: (index: number) => rows[index] !== undefined && picked.has(rows[index].id),
    toggle: (index: number) => {
      const id = rows[index]?.id;
      if (id === undefined) return;
      const next = new Set(picked);
      if (!next.delete(id)) next.add(id);
      change(next);
    },
    pickRange: (first: number, last: number) =>
      change(new Set(rows.slice(first, last + 1).map(({ id }) => id))),
    pickAll: () => change(new Set(rows.map(({ id }) => id))),
    pickNone: () => change(new Set()),
  };
}

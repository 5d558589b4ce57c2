import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationRow } from '../../../shared/applicationDraft.ts';
import { t as words } from '../../../shared/words.ts';
import { announce } from '../../parts/Announcer.tsx';
import { ReadinessBadge } from '../../parts/Badges.tsx';
import { focusOpenRecord } from '../../parts/focusOpenRecord.ts';
import { formatNumber, formatRecent } from '../../parts/format.ts';
import { type GridColumn, RowGrid } from '../../parts/RowGrid.tsx';
import { StandingBadge } from '../../parts/StandingBadge.tsx';
import { changedAt, useRequestsView } from '../../state/requestsView.ts';

const useStyles = makeStyles({
  title: { fontWeight: tokens.fontWeightSemibold },
  untitled: { color: tokens.colorNeutralForeground2, fontStyle: 'italic' },
  quiet: { color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
});

const columnFacts: readonly Omit<GridColumn, 'label'>[] = [
  { key: 'title', track: 'minmax(0, 3fr)', from: 0 },
  { key: 'standing', track: 'minmax(170px, 2fr)', from: 0 },
  { key: 'readiness', track: '124px', from: 520 },
  { key: 'kind', track: '124px', from: 700 },
  { key: 'changed', track: '84px', from: 820 },
  { key: 'asked', track: '92px', from: 920 },
];

/** Applications and Update Requests as a grid; Enter shows one's timeline, the space bar picks it. */
export function RequestGrid({ rows }: { rows: readonly ApplicationRow[] }) {
  const { t } = useTranslation();
  const { list, text, openId } = useRequestsView();
  const active = useRequestsView((view) => Math.min(view.active, Math.max(0, rows.length - 1)));
  const cellsOf = useCells();
  const picks = usePicks(rows);
  const open = rows.findIndex(({ id }) => id === openId);
  return (
    <RowGrid
      label={t('frame.updateRequests')}
      hint={t('requests.gridHint')}
      columns={columnFacts.map((fact) => ({ ...fact, label: t(`requests.column.${fact.key}`) }))}
      total={rows.length}
      cells={(index) => (rows[index] ? cellsOf(rows[index]) : null)}
      active={active}
      onActive={(index) => useRequestsView.setState({ active: index })}
      open={open < 0 ? null : open}
      onOpen={(index) => {
        if (rows[index]?.id === openId) focusOpenRecord();
        else if (rows[index]) useRequestsView.setState({ openId: rows[index].id });
      }}
      picks={picks}
      listKey={`${list} ${text}`}
    />
  );
}

function useCells(): (row: ApplicationRow) => Record<string, ReactNode> {
  const styles = useStyles();
  const quiet = (text: string) => (
    <span className={styles.quiet} data-quiet>
      {text}
    </span>
  );
  return (row) => ({
    title: row.title ? (
      <span className={styles.title} title={row.title}>
        {row.title}
      </span>
    ) : (
      <span className={styles.untitled} data-quiet>
        {words('common.untitled')}
      </span>
    ),
    standing: <StandingBadge row={row} />,
    readiness: <ReadinessBadge readiness={row.readiness} errors={row.errors} warnings={row.warnings} />,
    kind: quiet(kindWords(row)),
    changed: quiet(formatRecent(changedAt(row))),
    asked: row.checkedAt && quiet(formatRecent(row.checkedAt)),
  });
}

/** Update Request or new application. */
export function kindWords({ kind }: Pick<ApplicationRow, 'kind'>): string {
  return words(kind === 'update' ? 'requests.kind.update' : 'requests.kind.new');
}

function usePicks(rows: readonly ApplicationRow[]) {
  const { t } = useTranslation();
  const picked = useRequestsView((view) => view.picked);
  const change = (next: ReadonlySet<number>) => {
    useRequestsView.setState({ picked: next });
    announce(t('requests.picked', { count: next.size, n: formatNumber(next.size) }));
  };
  return {
    label: t('requests.pick'),
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

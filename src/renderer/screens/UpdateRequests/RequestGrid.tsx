import { useCallback } from 'react';
import type { ApplicationRow, ApplicationSort } from '../../../shared/application/applicationDraft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { ReadinessBadge } from '../../parts/Badges.tsx';
import { QuietCell, TitleCell } from '../../parts/grid/cells.tsx';
import type { Cells } from '../../parts/grid/GridRow.tsx';
import { usePicks } from '../../parts/grid/gridPicks.ts';
import { focusOpenRecord } from '../../parts/lists/focusOpenRecord.ts';
import { RowGrid } from '../../parts/lists/RowGrid.tsx';
import { WithPeople } from '../../parts/office/WithPeople.tsx';
import { StandingBadge } from '../../parts/StandingBadge.tsx';
import { peopleWith, useOffice } from '../../state/data/office.ts';
import { useAccount } from '../../state/data/session.ts';
import { formatNumber, formatRecent } from '../../state/format.ts';
import { askToTrash } from '../../state/records/requestActions.ts';
import { changedAt, sortRequestsBy, useRequestsView } from '../../state/records/requestsView.ts';
import { countedFields, listOfFields, useChangedFields } from './changedFields.ts';
import { useRequestColumns } from './requestColumns.ts';

/** Applications and Update Requests as a grid; Enter shows the timeline of a row, the space bar selects it. */
export function RequestGrid({ rows }: { rows: readonly ApplicationRow[] }) {
  const accountId = useAccount()?.id;
  const { list, text, openId, sort, picked } = useRequestsView();
  const active = useRequestsView((view) => Math.min(view.active, Math.max(0, rows.length - 1)));
  const picks = usePicks(
    rows.map(({ id }) => id),
    picked,
    {
      label: t('requests.pick'),
      said: (count) => t('requests.picked', { count, n: formatNumber(count) }),
      onChange: (next) => useRequestsView.setState({ picked: next }),
    },
  );
  const open = rows.findIndex(({ id }) => id === openId);
  const openElsewhere = useOffice()?.open;
  const cells = useCallback(
    (row: ApplicationRow) => cellsOf(row, peopleWith(openElsewhere, { kind: 'application', id: row.id })),
    [openElsewhere],
  );
  const onDelete = (index: number) => {
    const row = rows[index];
    if (picked.size > 0) void askToTrash([...picked]);
    else if (row) void askToTrash([row.id]);
  };
  return (
    <RowGrid
      name="requests"
      label={t('frame.updateRequests')}
      hint={t('requests.gridHint')}
      columns={useRequestColumns()}
      total={rows.length}
      row={(index) => rows[index]}
      cells={cells}
      active={active}
      onActive={(index) => useRequestsView.setState({ active: index })}
      open={open < 0 ? null : open}
      onOpen={(index) => {
        if (rows[index]?.id === openId) focusOpenRecord();
        else if (rows[index]) useRequestsView.setState({ openId: rows[index].id });
      }}
      {...(list !== 'trash' && { onDelete })}
      picks={picks}
      sort={sort}
      onSort={(by) => sortRequestsBy(by as ApplicationSort['by'])}
      listKey={`${accountId} ${list} ${text} ${sort.by} ${sort.direction}`}
    />
  );
}

function cellsOf(row: ApplicationRow, people: readonly string[]): Cells {
  return {
    title: (
      <WithPeople people={people}>
        <TitleCell title={row.title} isStrong />
      </WithPeople>
    ),
    standing: <StandingBadge row={row} />,
    readiness: <ReadinessBadge readiness={row.readiness} errors={row.errors} warnings={row.warnings} />,
    kind: <QuietCell>{kindText(row)}</QuietCell>,
    changed: <QuietCell>{formatRecent(changedAt(row))}</QuietCell>,
    changes: <ChangesCell id={row.id} accountId={row.accountId} />,
    asked: row.checkedAt && <QuietCell>{formatRecent(row.checkedAt)}</QuietCell>,
  };
}

/** The fields that an Update Request changes; the tooltip has all names. */
function ChangesCell(props: { id: number; accountId: string }) {
  const paths = useChangedFields(props.accountId, props.id);
  if (paths.length === 0) return null;
  return <QuietCell tip={listOfFields(paths)}>{countedFields(paths)}</QuietCell>;
}

/** Update Request or new application. */
export function kindText({ kind }: Pick<ApplicationRow, 'kind'>): string {
  return t(kind === 'update' ? 'requests.kind.update' : 'requests.kind.new');
}

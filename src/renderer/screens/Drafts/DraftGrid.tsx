import { useCallback, useEffect, useRef } from 'react';
import type { DraftRow, DraftSort } from '../../../shared/draft/draft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { focusGridSoon, RowGrid } from '../../parts/lists/RowGrid.tsx';
import { useIssnsUnchecked } from '../../state/data/journals.ts';
import { peopleWith, useOffice } from '../../state/data/office.ts';
import { findRow } from '../../state/data/pages.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { setActive, sortBy, useDraftsView } from '../../state/records/draftsView.ts';
import { countPicked, isPicked } from '../../state/records/picked.ts';
import { useDraftRows } from './DraftRows.tsx';
import {
  beginRange,
  openDraft,
  pickEverything,
  pickNone,
  pickRange,
  togglePick,
  trashPickedOr,
} from './gridActions.ts';
import { cellsOf, useDraftColumns } from './gridColumns.tsx';

/** The list of drafts as a grid; rows are fetched as they come into view. */
export function DraftGrid(props: { openId: number | null; label: string }) {
  const { openId } = props;
  const rows = useDraftRows();
  const { total, row, need, listKey, isCurrent } = rows;
  const { active, picked, sort, filter } = useDraftsView();
  const open = useOpenPlace(openId);
  const isUnchecked = useIssnsUnchecked();
  const openElsewhere = useOffice()?.open;
  const cells = useCallback(
    (row: DraftRow) =>
      cellsOf(row, { isUnchecked, people: peopleWith(openElsewhere, { kind: 'article', id: row.id }) }),
    [isUnchecked, openElsewhere],
  );
  useFocusOnClose(openId);
  useActiveFollowsDraft();
  return (
    <RowGrid
      name="drafts"
      label={props.label}
      hint={t('drafts.gridHint')}
      columns={useDraftColumns()}
      total={total ?? 0}
      row={row}
      cells={cells}
      need={need}
      active={active.index}
      onActive={(index) => setActive(index, row(index)?.id ?? null)}
      open={open}
      onOpen={(index) => {
        const draft = row(index);
        if (draft) openDraft(draft.id);
      }}
      {...(!filter.trashed && { onDelete: (index) => trashPickedOr(row(index)?.id) })}
      picks={{
        label: t('drafts.pickOne'),
        count: countPicked(picked, total ?? 0),
        isPicked: (index) => {
          const draft = row(index);
          return draft !== undefined && isPicked(picked, draft.id);
        },
        // Rows of the previous list, which are still shown, may not be in this one.
        toggle: (index) => {
          if (isCurrent) togglePick(row(index)?.id);
        },
        beginRange,
        pickRange: (first, last) => {
          if (isCurrent) void pickRange(first, last, total ?? 0);
        },
        pickAll: pickEverything,
        pickNone,
      }}
      sort={sort}
      onSort={(by) => sortBy(by as DraftSort['by'])}
      listKey={listKey}
    />
  );
}

/** The place of the open record in the list, which scrolls there if the record was opened from elsewhere. */
function useOpenPlace(openId: number | null): number | null {
  const accountId = useAccount()?.id;
  const rows = useDraftRows();
  const { filter, sort } = useDraftsView();
  const loaded = openId === null ? null : findRow(rows, ({ id }) => id === openId);
  const isAsked = openId !== null && accountId !== undefined && rows.total !== null && loaded === null;
  const { data } = useCall('drafts.place', isAsked ? { accountId, filter, sort, id: openId } : null);
  const place = loaded ?? (isAsked ? (data ?? null) : null);
  const followed = useRef<number | null>(null);
  useEffect(() => {
    if (openId === null) followed.current = null;
    if (openId === null || place === null || followed.current === openId) return;
    followed.current = openId;
    if (useDraftsView.getState().active.id !== openId) setActive(place, openId);
  }, [openId, place]);
  return place;
}

/** When the record closes, the focus returns to its row in the list. */
function useFocusOnClose(openId: number | null): void {
  const before = useRef(openId);
  useEffect(() => {
    const isClosed = before.current !== null && openId === null;
    before.current = openId;
    if (isClosed && document.activeElement === document.body) focusGridSoon();
  }, [openId]);
}

/** If rows move, for example after a save, the focus stays with its draft. */
function useActiveFollowsDraft(): void {
  const rows = useDraftRows();
  const { total } = rows;
  const active = useDraftsView((view) => view.active);
  const place = active.id === null ? null : findRow(rows, ({ id }) => id === active.id);
  const index = Math.max(0, Math.min(place ?? active.index, (total ?? 0) - 1));
  useEffect(() => {
    if (total !== null && total > 0 && index !== active.index) setActive(index, active.id);
  }, [total, index, active]);
}

import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { needRows, placeOf, useDraftRows } from '../../state/draftRows.ts';
import { setActive, useDraftsView } from '../../state/draftsView.ts';

export type GridVirtualizer = Virtualizer<HTMLDivElement, Element>;

/** Which rows of the list stand where; fetches them as they come into view and begins anew with every new query. */
export function useDraftVirtualizer(
  scroller: RefObject<HTMLDivElement | null>,
  size: { rowHeight: number; headerHeight: number },
): GridVirtualizer {
  const total = useDraftRows((state) => state.total) ?? 0;
  const active = useDraftsView((view) => view.active.index);
  const virtualizer: GridVirtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => size.rowHeight,
    scrollMargin: size.headerHeight,
    scrollPaddingStart: size.headerHeight,
    overscan: 8,
    // The active row is always there, so that the focus never falls out of the list.
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      if (rows.includes(active) || active >= total) return rows;
      return [active, ...rows].sort((a, b) => a - b);
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, size.rowHeight, size.headerHeight]);
  useRowsInView(virtualizer);
  useScrollToStart(virtualizer);
  useActiveFollowsDraft();
  return virtualizer;
}

function useRowsInView(virtualizer: GridVirtualizer): void {
  const chunks = useDraftRows((state) => state.chunks);
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    // `chunks` too: rows in view may have been dropped by a refresh.
    if (chunks) needRows(first, last);
  }, [first, last, chunks]);
}

/** A new query begins at its first row; a list that comes back shows the row it was left at. */
function useScrollToStart(virtualizer: GridVirtualizer): void {
  const key = useDraftRows((state) => state.key);
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    const isBack = shown.current === null;
    if (shown.current === key) return;
    shown.current = key;
    const { index } = useDraftsView.getState().active;
    if (isBack && index > 0) virtualizer.scrollToIndex(index, { align: 'center' });
    else virtualizer.scrollToOffset(0);
  }, [virtualizer, key]);
}

/** When rows move, for example by saving, the focus stays with its draft. */
function useActiveFollowsDraft(): void {
  const chunks = useDraftRows((state) => state.chunks);
  const total = useDraftRows((state) => state.total) ?? 0;
  const active = useDraftsView((view) => view.active);
  useEffect(() => {
    const place = active.id === null ? null : placeOf(chunks, active.id);
    const index = Math.max(0, Math.min(place ?? active.index, total - 1));
    if (total > 0 && index !== active.index) setActive(index, active.id);
  }, [chunks, total, active]);
}

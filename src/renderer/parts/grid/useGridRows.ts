import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

export type GridVirtualizer = Virtualizer<HTMLDivElement, Element>;

/** Positions the rows of a grid, requests those in view, and starts a different list (`listKey`) at its top. */
export function useGridRows(
  scroller: RefObject<HTMLDivElement | null>,
  props: {
    total: number;
    active: number;
    open: number | null;
    listKey: string;
    need?: (first: number, last: number) => void;
  },
  size: { rowHeight: number; top: number },
): GridVirtualizer {
  const { total, active, open, need, listKey } = props;
  const virtualizer: GridVirtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => size.rowHeight,
    scrollMargin: size.top,
    scrollPaddingStart: size.top,
    overscan: 8,
    // The active row is always rendered, so that the focus never falls out of the grid.
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      if (rows.includes(active) || active >= total) return rows;
      return [active, ...rows].sort((a, b) => a - b);
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, size.rowHeight, size.top]);
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => need?.(first, last), [need, first, last]);
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (shown.current === listKey) return;
    // A list that is shown again starts at the row where it was left.
    const isBack = shown.current === null;
    shown.current = listKey;
    if (isBack && active > 0) virtualizer.scrollToIndex(active, { align: 'center' });
    else virtualizer.scrollToOffset(0);
  }, [virtualizer, listKey, active]);
  useLayoutEffect(() => {
    // A record that was opened from elsewhere may be far away in the list, and rows get higher beside it.
    if (open !== null) virtualizer.scrollToIndex(open, { align: 'auto' });
  }, [virtualizer, open, size.rowHeight, size.top]);
  return virtualizer;
}

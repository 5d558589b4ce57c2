import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import type { GridPicks } from './gridPicks.ts';
import { pageOf, useGridKeys } from './useGridKeys.ts';
import type { GridVirtualizer } from './useGridRows.ts';

export interface GridActs {
  /** Identifies the list. */
  listKey: string;
  total: number;
  active: number;
  onActive: (index: number) => void;
  onOpen: (index: number) => void;
  onDelete?: (index: number) => void;
  picks?: GridPicks;
}

/** Keyboard and pointer handling of a grid: one tab stop, on a row or, above the first row, on a heading. */
export function useGridFocus(
  grid: RefObject<HTMLElement | null>,
  virtualizer: GridVirtualizer,
  acts: GridActs,
  { headings, firstHeading }: { headings: number; firstHeading: number },
) {
  const { active, listKey } = acts;
  const [at, setHeading] = useState<number | null>(null);
  const heading = at === null || headings === 0 ? null : Math.min(at, headings - 1);
  const anchor = useRef({ listKey, row: active });
  // The row where a range began may be any other one in another list.
  if (anchor.current.listKey !== listKey) anchor.current = { listKey, row: active };
  const { onKeyDown: onMoveKey } = useGridKeys(grid, {
    place: heading === null ? { row: active, column: 0 } : { row: -1, column: heading },
    rows: acts.total,
    columns: heading === null ? 1 : headings,
    page: pageOf(virtualizer.range),
    top: -1,
    selector: heading === null ? `[data-row="${active}"]` : `[data-heading="${heading}"]`,
    // The active row may have moved away from the focus, if rows were sorted or removed.
    isAstray: (focused) => {
      const row = focused.closest<HTMLElement>('[data-row]');
      return row !== null && row.dataset.row !== String(active);
    },
    scrollsItself: true,
    onMove: ({ row, column }, { shiftKey }) => {
      if (heading === null) moveTo(row, shiftKey);
      else if (row < 0) setHeading(column);
      else moveTo(active, false);
    },
  });

  const beginAt = (row: number) => {
    anchor.current = { listKey, row };
    acts.picks?.beginRange?.();
  };
  const pickTo = (row: number) => {
    const from = anchor.current.row;
    acts.picks?.pickRange(Math.min(from, row), Math.max(from, row));
  };
  const toggle = (row: number) => {
    anchor.current = { listKey, row };
    acts.picks?.toggle(row);
  };
  const moveTo = (row: number, isRange: boolean) => {
    if (row < 0 && headings > 0 && !isRange) {
      setHeading(heading ?? firstHeading);
      return;
    }
    const to = Math.max(0, row);
    setHeading(null);
    acts.onActive(to);
    virtualizer.scrollToIndex(to);
    if (isRange && acts.picks) pickTo(to);
    else beginAt(to);
  };
  const onRowKey = (event: KeyboardEvent): boolean => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (onMoveKey(event)) return true;
    if (event.key === 'Enter') {
      // The opened record only takes the focus if the grid does not have it.
      (document.activeElement as HTMLElement | null)?.blur();
      acts.onOpen(active);
    } else if (event.key === ' ' && event.shiftKey) pickTo(active);
    else if (event.key === ' ') toggle(active);
    else if (event.key === 'Delete' && acts.onDelete) acts.onDelete(active);
    else if (event.key === 'a' && isCommand && acts.picks) acts.picks.pickAll();
    else if (event.key === 'Escape' && acts.picks && acts.picks.count > 0) acts.picks.pickNone();
    else return false;
    return true;
  };
  /** Page keys do nothing in the headings. */
  const onHeadingKey = (event: KeyboardEvent): boolean =>
    !event.shiftKey && !event.key.startsWith('Page') && event.key !== 'ArrowUp' && onMoveKey(event);

  return {
    heading,
    onKeyDown: (event: KeyboardEvent) => {
      const { row, heading: column } = (event.target as HTMLElement).dataset;
      if (event.altKey || (row === undefined && column === undefined)) return;
      const isDone = column === undefined ? onRowKey(event) : onHeadingKey(event);
      if (isDone) event.preventDefault();
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const { row, heading: column } = event.target.dataset;
      if (column !== undefined) setHeading(Number(column));
      if (row === undefined) return;
      setHeading(null);
      if (Number(row) !== active) acts.onActive(Number(row));
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      const line = target.closest<HTMLElement>('[data-row]');
      if (!line) return;
      const index = Number(line.dataset.row);
      acts.onActive(index);
      if (event.shiftKey && acts.picks) {
        pickTo(index);
        line.focus({ preventScroll: true });
      } else if (acts.picks && (event.ctrlKey || event.metaKey || target.closest('[data-pick]'))) {
        toggle(index);
      } else {
        beginAt(index);
        acts.onOpen(index);
      }
    },
  };
}

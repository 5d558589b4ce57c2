import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { rowAfterKey } from '../gridKeys.ts';
import type { GridPicks } from './gridPicks.ts';
import type { GridVirtualizer } from './useGridRows.ts';

export interface GridActs {
  total: number;
  active: number;
  onActive: (index: number) => void;
  onOpen: (index: number) => void;
  onDelete?: (index: number) => void;
  picks?: GridPicks;
}

/**
 * Keyboard and pointer of a grid: one tab stop, on a row or (up from the first row) on one of its `headings`. `heading`
 * is the 0-based column whose heading has it, else null.
 */
export function useGridFocus(
  grid: RefObject<HTMLElement | null>,
  virtualizer: GridVirtualizer,
  acts: GridActs,
  headings: number,
) {
  const { active } = acts;
  const [at, setHeading] = useState<number | null>(null);
  const heading = at === null || headings === 0 ? null : Math.min(at, headings - 1);
  /** Where a range begins. */
  const anchor = useRef(active);
  const isWanted = useRef(false);

  useEffect(() => {
    // The active row may have moved under the focus: when rows are sorted anew, or are gone.
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]');
    if (focused && focused.dataset.row !== String(active) && grid.current?.contains(focused))
      isWanted.current = true;
    if (!isWanted.current) return;
    const selector = heading === null ? `[data-row="${active}"]` : `[data-heading="${heading}"]`;
    const target = grid.current?.querySelector<HTMLElement>(selector);
    target?.focus({ preventScroll: true });
    isWanted.current = !target;
  });

  const beginAt = (row: number) => {
    anchor.current = row;
    acts.picks?.beginRange?.();
  };
  const pickTo = (row: number) =>
    acts.picks?.pickRange(Math.min(anchor.current, row), Math.max(anchor.current, row));
  const toggle = (row: number) => {
    anchor.current = row;
    acts.picks?.toggle(row);
  };
  const moveTo = (row: number, isRange: boolean) => {
    isWanted.current = true;
    if (row < 0 && headings > 0 && !isRange) {
      setHeading(heading ?? 0);
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
    const row = isCommand ? null : rowAfterKey(event.key, { ...acts, page: pageOf(virtualizer.range) });
    if (row !== null) moveTo(row, event.shiftKey);
    else if (event.key === 'Enter') {
      // What opens takes the focus from a grid that has let go of it.
      (document.activeElement as HTMLElement | null)?.blur();
      acts.onOpen(active);
    } else if (event.key === ' ' && event.shiftKey) pickTo(active);
    else if (event.key === ' ') toggle(active);
    else if (event.key === 'Delete' && acts.onDelete) acts.onDelete(active);
    else if (event.key === 'a' && isCommand && acts.picks) acts.picks.pickAll();
    else if (event.key === 'Escape' && acts.picks) acts.picks.pickNone();
    else return false;
    return true;
  };
  const onHeadingKey = (event: KeyboardEvent, from: number): boolean => {
    const to = headingAfterKey(event.key, from, headings);
    if (event.shiftKey || to === undefined) return false;
    isWanted.current = true;
    if (to === null) moveTo(active, false);
    else setHeading(to);
    return true;
  };

  return {
    heading,
    onKeyDown: (event: KeyboardEvent) => {
      const { row, heading: column } = (event.target as HTMLElement).dataset;
      if (event.altKey || (row === undefined && column === undefined)) return;
      const isDone = column === undefined ? onRowKey(event) : onHeadingKey(event, Number(column));
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

/** The heading that a key leads to; null: back to the rows; undefined: the key is not about moving. */
function headingAfterKey(key: string, from: number, headings: number): number | null | undefined {
  const places: Readonly<Record<string, number | null>> = {
    ArrowDown: null,
    ArrowLeft: Math.max(0, from - 1),
    ArrowRight: Math.min(headings - 1, from + 1),
    Home: 0,
    End: headings - 1,
  };
  return places[key];
}

function pageOf(range: { startIndex: number; endIndex: number } | null): number {
  return range ? Math.max(1, range.endIndex - range.startIndex - 1) : 1;
}

import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/** A 0-based place in a grid; row -1 is the header. */
export interface Place {
  row: number;
  column: number;
}

export interface GridSize {
  rows: number;
  /** 1: keys move by whole rows. */
  columns: number;
  page: number;
  /** The topmost row that the arrow keys reach: -1 if they include the headings. */
  top: -1 | 0;
}

interface GridKeys extends GridSize {
  place: Place;
  onMove: (to: Place, event: KeyboardEvent) => void;
  /** The element at the tab stop. */
  selector: string;
  /** Returns true if the focus is in the grid, but no longer at the tab stop. */
  isAstray?: (focused: Element) => boolean;
  /** The grid itself scrolls to whatever takes the focus. */
  scrollsItself: boolean;
}

/** Keyboard handler of grids. `onKeyDown` returns true if the key moved; the new tab stop gets the focus. */
export function useGridKeys(root: RefObject<HTMLElement | null>, keys: GridKeys) {
  const { place, onMove, selector, isAstray, scrollsItself, ...size } = keys;
  const isWanted = useRef(false);
  useEffect(() => {
    const focused = document.activeElement;
    if (focused && isAstray?.(focused) && root.current?.contains(focused)) isWanted.current = true;
    if (!isWanted.current) return;
    const target = root.current?.querySelector<HTMLElement>(selector);
    target?.focus({ preventScroll: scrollsItself });
    isWanted.current = !target;
  });
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const to = placeAfterKey(event, place, size);
    if (to === null) return false;
    event.preventDefault();
    isWanted.current = true;
    onMove(to, event);
    return true;
  };
  return { onKeyDown };
}

/** The place that a key moves to, or null for a key that does not move. Home and End move within a row, with Ctrl to the corners. */
export function placeAfterKey(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: Place,
  { rows, columns, page, top }: GridSize,
): Place | null {
  const last = rows - 1;
  const isCorner = columns === 1 || ctrlKey || metaKey;
  if ((ctrlKey || metaKey) && key !== 'Home' && key !== 'End') return null;
  const inRow = (to: number) => ({ row: Math.min(last, Math.max(Math.min(0, last), to)), column });
  const inColumn = (to: number) => ({ row, column: Math.max(0, Math.min(columns - 1, to)) });
  switch (key) {
    case 'ArrowDown':
      return inRow(row + 1);
    case 'ArrowUp':
      return row > 0 ? inRow(row - 1) : { row: Math.min(last, top), column };
    case 'ArrowRight':
      return columns === 1 ? null : inColumn(column + 1);
    case 'ArrowLeft':
      return columns === 1 ? null : inColumn(column - 1);
    case 'PageDown':
      return inRow(Math.max(0, row) + page);
    case 'PageUp':
      return inRow(row - page);
    case 'Home':
      return isCorner ? { ...inRow(0), column: 0 } : inColumn(0);
    case 'End':
      return isCorner ? { ...inRow(last), column: columns - 1 } : inColumn(columns - 1);
    default:
      return null;
  }
}

/** How many rows of a virtualizer's range are in view. */
export function pageOf(range: { startIndex: number; endIndex: number } | null): number {
  return range ? Math.max(1, range.endIndex - range.startIndex - 1) : 1;
}

import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { rowAfterKey } from '../../parts/gridKeys.ts';
import { rowAt, useDraftRows } from '../../state/draftRows.ts';
import { setActive, setPicked, useDraftsView } from '../../state/draftsView.ts';
import { pick } from '../../state/picked.ts';
import {
  openDraft,
  pickEverything,
  pickNone,
  pickRange,
  setAnchor,
  togglePick,
  trashPicked,
} from './gridActions.ts';
import type { GridVirtualizer } from './useDraftVirtualizer.ts';

/**
 * The keyboard of the list: one tab stop, on a row or (up from the first row) on a heading.
 * `heading` is the column whose heading has it, else null.
 */
export function useGridFocus(
  grid: RefObject<HTMLDivElement | null>,
  virtualizer: GridVirtualizer,
  headings: number,
): {
  heading: number | null;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
} {
  const [heading, setHeading] = useState<number | null>(null);
  const isWanted = useRef(false);
  const index = useDraftsView((view) => view.active.index);

  useEffect(() => {
    // The active row may have moved under the focus: when drafts are sorted anew, or are gone.
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]');
    if (focused && focused.dataset.row !== String(index) && grid.current?.contains(focused))
      isWanted.current = true;
    if (!isWanted.current) return;
    const selector = heading === null ? `[data-row="${index}"]` : `[data-heading="${heading}"]`;
    const target = grid.current?.querySelector<HTMLElement>(selector);
    target?.focus({ preventScroll: true });
    isWanted.current = !target;
  });

  const moveTo = (row: number, isRange: boolean) => {
    isWanted.current = true;
    if (row < 0 && headings > 0) {
      setHeading(heading ?? 0);
      return;
    }
    const to = Math.max(0, row);
    setHeading(null);
    setActive(to, rowAt(useDraftRows.getState().chunks, to)?.id ?? null);
    virtualizer.scrollToIndex(to);
    if (isRange) void pickRange(to);
    else setAnchor(to);
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const { row, heading: at } = event.target.dataset;
    if (row !== undefined) setHeading(null);
    if (at !== undefined) setHeading(Number(at));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return;
    const isDone =
      heading === null
        ? onRowKey(event, index, virtualizer, moveTo)
        : onHeadingKey(event, heading, headings, (to) => {
            isWanted.current = true;
            if (to === null) moveTo(0, false);
            else setHeading(to);
          });
    if (isDone) event.preventDefault();
  };
  return { heading, onKeyDown, onFocus };
}

function onHeadingKey(
  event: KeyboardEvent,
  heading: number,
  headings: number,
  move: (to: number | null) => void,
): boolean {
  if (event.key === 'ArrowDown') move(null);
  else if (event.key === 'ArrowLeft') move(Math.max(0, heading - 1));
  else if (event.key === 'ArrowRight') move(Math.min(headings - 1, heading + 1));
  else if (event.key === 'Home') move(0);
  else if (event.key === 'End') move(headings - 1);
  else return false;
  return true;
}

function onRowKey(
  event: KeyboardEvent,
  index: number,
  virtualizer: GridVirtualizer,
  moveTo: (row: number, isRange: boolean) => void,
): boolean {
  const total = virtualizer.options.count;
  const { range } = virtualizer;
  const page = range ? Math.max(1, range.endIndex - range.startIndex - 1) : 1;
  const row = event.ctrlKey || event.metaKey ? null : rowAfterKey(event.key, { active: index, total, page });
  if (row !== null) {
    if (!(event.shiftKey && row < 0)) moveTo(row, event.shiftKey);
    return true;
  }
  const draft = rowAt(useDraftRows.getState().chunks, index);
  switch (event.key) {
    case 'Enter':
      if (draft) {
        // The record takes the focus from a list that has let go of it.
        (document.activeElement as HTMLElement | null)?.blur();
        openDraft(draft.id);
      }
      return true;
    case ' ':
      if (event.shiftKey) void pickRange(index);
      else togglePick(index);
      return true;
    case 'a':
      if (!(event.ctrlKey || event.metaKey)) return false;
      pickEverything();
      return true;
    case 'Escape':
      pickNone();
      return true;
    case 'Delete':
      return onDelete(draft?.id);
    default:
      return false;
  }
}

/** Deletes what is picked, or else the active row; in the trash only its own buttons delete. */
function onDelete(id: number | undefined): boolean {
  const { picked, filter } = useDraftsView.getState();
  if (filter.trashed) return false;
  const isNothing = !picked.all && picked.ids.size === 0;
  if (isNothing && id === undefined) return false;
  if (isNothing && id !== undefined) setPicked(pick(picked, [id], true));
  void trashPicked();
  return true;
}

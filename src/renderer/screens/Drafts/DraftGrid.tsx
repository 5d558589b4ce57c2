import { makeStyles } from '@fluentui/react-components';
import { type MouseEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowSlots } from '../../parts/rowSlots.ts';
import { useSpoken } from '../../parts/spoken.ts';
import { useWidth } from '../../parts/useWidth.ts';
import { rowAt, useDraftRows } from '../../state/draftRows.ts';
import { setActive, useDraftsView } from '../../state/draftsView.ts';
import { isPicked } from '../../state/picked.ts';
import { useSession } from '../../state/session.ts';
import { layoutFor, rowHeightFor } from './columns.ts';
import { DraftGridHeader, headerHeight } from './DraftGridHeader.tsx';
import { DraftGridRow } from './DraftGridRow.tsx';
import { openDraft, pickRange, setAnchor, togglePick } from './gridActions.ts';
import { useDraftVirtualizer } from './useDraftVirtualizer.ts';
import { useGridFocus } from './useGridFocus.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  scroller: { flexGrow: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden' },
  grid: { display: 'block' },
  rows: { display: 'block', position: 'relative' },
});

/** The list as a grid: one tab stop, rows fetched as they come into view, good at 100,000 of them. */
export function DraftGrid(props: { openId: number | null; label: string }) {
  const { t } = useTranslation();
  const spoken = useSpoken();
  const styles = useStyles();
  const total = useDraftRows((state) => state.total) ?? 0;
  const chunks = useDraftRows((state) => state.chunks);
  const active = useDraftsView((view) => view.active.index);
  const picked = useDraftsView((view) => view.picked);
  const density = useSession((session) => session.settings?.density ?? 'compact');
  const { ref: measure, width } = useWidth();
  const scroller = useRef<HTMLDivElement>(null);
  // The same one as long as the width is, or every row would be drawn anew with every step.
  const layout = useMemo(() => layoutFor(width), [width]);
  const rowHeight = rowHeightFor(layout, density);
  const top = layout.isStacked ? 0 : headerHeight;
  const virtualizer = useDraftVirtualizer(scroller, { rowHeight, headerHeight: top });
  const slots = useRowSlots(virtualizer.getVirtualItems().map(({ index }) => index));
  const headings = layout.isStacked ? 0 : layout.columns.length;
  const { heading, onKeyDown, onFocus } = useGridFocus(scroller, virtualizer, headings);
  useFocusOnClose(scroller, props.openId);

  return (
    <div ref={measure} className={styles.root}>
      <span id="drafts-hint" hidden>
        {t('drafts.gridHint')}
      </span>
      <div ref={scroller} className={styles.scroller}>
        <table
          role="grid"
          aria-label={props.label}
          aria-rowcount={total + (layout.isStacked ? 0 : 1)}
          aria-multiselectable="true"
          aria-describedby="drafts-hint"
          className={styles.grid}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onFocus={onFocus}
        >
          {!layout.isStacked && <DraftGridHeader layout={layout} focused={heading} />}
          <tbody
            className={styles.rows}
            style={{ height: virtualizer.getTotalSize() }}
            // They are read from top to bottom, however they follow one another in the page.
            aria-owns={slots.inOrder.map(rowId).join(' ')}
          >
            {slots.places.map(({ slot, index }) => {
              const row = rowAt(chunks, index);
              return (
                <DraftGridRow
                  key={slot}
                  id={rowId(slot)}
                  row={row}
                  index={index}
                  top={index * rowHeight}
                  height={rowHeight}
                  layout={layout}
                  isActive={index === active && heading === null}
                  isPicked={row !== undefined && isPicked(picked, row.id)}
                  spoken={spoken}
                  isOpen={row !== undefined && row.id === props.openId}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function rowId(slot: number): string {
  return `draft-row-${slot}`;
}

/** A click in the box picks, one with Shift or the command key too; any other opens. */
function onClick(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  const index = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? Number.NaN);
  const row = rowAt(useDraftRows.getState().chunks, index);
  if (!row) return;
  setActive(index, row.id);
  if (event.shiftKey) void pickRange(index);
  else if (event.ctrlKey || event.metaKey || target.closest('[data-pick]')) togglePick(index);
  else {
    setAnchor(index);
    openDraft(row.id);
  }
}

/** When the record closes, whoever was in it is back in the list, at its row. */
function useFocusOnClose(grid: RefObject<HTMLDivElement | null>, openId: number | null): void {
  const before = useRef(openId);
  useEffect(() => {
    const isClosed = before.current !== null && openId === null;
    before.current = openId;
    if (isClosed && document.activeElement === document.body) focusRow(grid.current);
  }, [grid, openId]);
}

function focusRow(grid: HTMLElement | null): void {
  grid?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
}

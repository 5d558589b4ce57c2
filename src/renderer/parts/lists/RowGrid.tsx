import { makeStyles } from '@fluentui/react-components';
import { type MouseEvent, useId, useMemo, useRef } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { ListName } from '../../../shared/settings.ts';
import { announce } from '../../state/announce.ts';
import { useSettings } from '../../state/data/session.ts';
import { openModal } from '../../state/dialogs/openModal.ts';
import { formatNumber } from '../../state/format.ts';
import { chooseWidth, useColumnChoice } from '../grid/columnChoice.ts';
import { GridHeader, type GridSort, type GridWidths, headerHeight } from '../grid/GridHeader.tsx';
import { type Cells, GridRow } from '../grid/GridRow.tsx';
import { clampWidth, type GridColumn, layoutGrid, rowHeightFor } from '../grid/gridLayout.ts';
import type { GridPicks } from '../grid/gridPicks.ts';
import { useGridFocus } from '../grid/useGridFocus.ts';
import { useGridRows } from '../grid/useGridRows.ts';
import { useLanguage } from '../texts/useLanguage.ts';
import { useWidth } from '../useWidth.ts';
import { useRowSlots } from './rowSlots.ts';

declare module 'react' {
  interface CSSProperties {
    /** Column tracks of the rows, set on the grid so that dragging a column does not render the rows. */
    '--columns'?: string;
  }
}

interface RowGridProps<T> {
  /** The list whose columns the user may choose; without it the defaults apply. */
  name?: ListName;
  label: string;
  hint: string;
  columns: readonly GridColumn[];
  total: number;
  /** undefined while it is being fetched. */
  row: (index: number) => T | undefined;
  /** Cells of a row by column; rows render again only if this function or their record changes. */
  cells: (row: T) => Cells;
  need?: (first: number, last: number) => void;
  /** The row that has the focus when the grid gets it. */
  active: number;
  onActive: (index: number) => void;
  /** The row whose record is shown beside the grid. */
  open: number | null;
  onOpen: (index: number) => void;
  /** The action of the Delete key on the focused row. */
  onDelete?: (index: number) => void;
  picks?: GridPicks;
  sort?: GridSort;
  onSort?: (by: string) => void;
  /** Identifies the list; a different list starts at its top. */
  listKey: string;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: '11rem' },
  scroller: { flexGrow: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden' },
  grid: { display: 'block' },
  rows: { display: 'block', position: 'relative' },
});

/**
 * A list of records as a grid with one tab stop: arrow keys move, Enter opens, the space bar selects, Shift selects a
 * range, headings sort. Only rows in view are rendered, so that it can hold 100,000.
 */
export function RowGrid<T>(props: RowGridProps<T>) {
  const styles = useStyles();
  const language = useLanguage();
  const hintId = useId();
  const { total, picks, active } = props;
  const { ref: measure, width } = useWidth();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const density = useSettings()?.density ?? 'compact';
  const { layout, widths } = useColumns(props, width, table);
  const { isStacked } = layout;
  const rowHeight = rowHeightFor(layout, density);
  const top = isStacked ? 0 : headerHeight;
  const virtualizer = useGridRows(scroller, props, { rowHeight, top });
  const slots = useRowSlots(virtualizer.getVirtualItems().map(({ index }) => index));
  const idOf = (slot: number) => `${hintId}-${slot}`;
  // The check box that selects all rows is a heading too.
  const firstHeading = picks ? 1 : 0;
  const { heading, onKeyDown, onFocus, onClick } = useGridFocus(scroller, virtualizer, props, {
    headings: isStacked ? 0 : layout.columns.length + firstHeading,
    firstHeading,
  });
  const pickAll = useMemo(() => {
    if (!picks || total === 0) return undefined;
    const toggle = () => (picks.count === total ? picks.pickNone() : picks.pickAll());
    return { total, count: picks.count, toggle };
  }, [picks, total]);
  const hints = [
    props.hint,
    !isStacked && props.onSort && t('grid.sortHint'),
    !isStacked && widths && t('grid.widthHint'),
  ];

  return (
    <div ref={measure} className={styles.root}>
      <span id={hintId} hidden>
        {hints.filter(Boolean).join(' ')}
      </span>
      <div ref={scroller} className={styles.scroller}>
        <table
          ref={table}
          role="grid"
          aria-label={props.label}
          aria-rowcount={total + (isStacked ? 0 : 1)}
          aria-multiselectable={picks ? true : undefined}
          aria-describedby={hintId}
          className={styles.grid}
          style={{ '--columns': layout.template }}
          onKeyDown={onKeyDown}
          onMouseDown={keepText}
          onClick={onClick}
          onFocus={onFocus}
        >
          {!isStacked && (
            <GridHeader
              layout={layout}
              pickAll={pickAll}
              firstHeading={firstHeading}
              sort={props.sort}
              onSort={props.onSort}
              widths={widths}
              focused={heading}
            />
          )}
          <tbody
            className={styles.rows}
            style={{ height: virtualizer.getTotalSize() }}
            // Screen readers read rows in this order, whatever their order in the page.
            aria-owns={slots.inOrder.map(idOf).join(' ')}
          >
            {slots.places.map(({ slot, index }) => (
              <GridRow
                key={slot}
                id={idOf(slot)}
                row={props.row(index)}
                cells={props.cells}
                index={index}
                top={index * rowHeight}
                height={rowHeight}
                layout={layout}
                pickLabel={picks?.label}
                isActive={index === active && heading === null}
                isPicked={picks?.isPicked(index) ?? false}
                isOpen={index === props.open}
                language={language}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/**
 * Returns the focus to the row that a record was opened from once the grid is rendered again, or to the tab above if no
 * row is left; a user or a dialog that moves it meanwhile keeps it.
 */
export function focusGridSoon(): void {
  const before = document.activeElement;
  const rows = '[role="grid"] [data-row][tabindex="0"], li[data-index][tabindex="0"]';
  let left = 10;
  const focus = () => {
    const { activeElement } = document;
    if (openModal() || (activeElement !== before && activeElement !== document.body)) return;
    const row = document.querySelector<HTMLElement>(rows);
    // A list that was hidden renders its rows when it has been measured again.
    if (!row && document.querySelector('[data-long-list]') && left-- > 0) requestAnimationFrame(focus);
    else (row ?? document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]'))?.focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

/** The columns that are shown, and functions that change their widths; dragging changes only the style of the grid. */
function useColumns<T>(
  { name, columns, picks }: RowGridProps<T>,
  width: number,
  table: { readonly current: HTMLTableElement | null },
) {
  const choice = useColumnChoice(name);
  const hasBoxes = picks !== undefined;
  const layout = useMemo(
    () => layoutGrid(columns, choice, { width, hasBoxes }),
    [columns, choice, width, hasBoxes],
  );
  const widths = useMemo<GridWidths | undefined>(
    () =>
      name && {
        onDrag: (key, to) => {
          const dragged = { ...choice, widths: { ...choice.widths, [key]: clampWidth(to) } };
          const { template } = layoutGrid(columns, dragged, { width, hasBoxes });
          table.current?.style.setProperty('--columns', template);
        },
        onWidth: (key, to) => {
          chooseWidth(name, key, to);
          const label = columns.find((column) => column.key === key)?.label ?? key;
          if (to !== null) announce(t('grid.width', { label, n: formatNumber(clampWidth(to)) }));
        },
      },
    [name, columns, choice, width, hasBoxes, table],
  );
  return { layout, widths };
}

/** Selects rows without selecting their text. */
function keepText(event: MouseEvent<HTMLElement>): void {
  if (event.shiftKey) event.preventDefault();
}

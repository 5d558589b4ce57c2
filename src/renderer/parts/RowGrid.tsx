import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useSession } from '../state/session.ts';
import { rowAfterKey } from './gridKeys.ts';
import { useWidth } from './useWidth.ts';

const headerHeight = 32;
/** Below this width in CSS pixels a row is two lines: the first column, and all others behind one another. */
const stackedBelow = 480;

export interface GridColumn {
  key: string;
  label: string;
  /** Width as a track of a CSS grid. */
  track: string;
  /** The grid's least width in CSS pixels for this column to be shown; 0: always. */
  from: number;
}

/** What can be picked in a grid; places are 0-based. */
export interface GridPicks {
  /** Name of a row's box. */
  label: string;
  isPicked: (index: number) => boolean;
  toggle: (index: number) => void;
  /** Picks these rows and no others. */
  pickRange: (first: number, last: number) => void;
  pickAll: () => void;
  pickNone: () => void;
}

interface RowGridProps {
  label: string;
  /** How it is used, for those who hear it. */
  hint: string;
  columns: readonly GridColumn[];
  total: number;
  /** Cells of a row by column; null while it is being fetched. */
  cells: (index: number) => Record<string, ReactNode> | null;
  need?: (first: number, last: number) => void;
  /** The row that has the focus when the grid gets it. */
  active: number;
  onActive: (index: number) => void;
  /** The row whose record is shown beside the grid. */
  open: number | null;
  onOpen: (index: number) => void;
  picks?: GridPicks;
  /** Changes with every other list: that begins at its top. */
  listKey: string;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: '11rem' },
  scroller: { flexGrow: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden' },
  grid: { display: 'block' },
  head: { display: 'contents' },
  headRow: {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    display: 'grid',
    alignItems: 'center',
    height: `${headerHeight}px`,
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase200,
  },
  heading: {
    minWidth: 0,
    paddingBlock: 0,
    paddingInline: tokens.spacingHorizontalS,
    textAlign: 'start',
    fontWeight: tokens.fontWeightSemibold,
  },
  rows: { display: 'block', position: 'relative' },
  row: {
    position: 'absolute',
    insetInline: 0,
    top: 0,
    display: 'grid',
    alignItems: 'center',
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: tokens.colorNeutralBackground1,
    cursor: 'pointer',
    // In the high-contrast theme these are light grounds, with dark text of their own.
    ':hover': {
      backgroundColor: tokens.colorNeutralBackground1Hover,
      color: tokens.colorNeutralForeground1Hover,
    },
    ':hover [data-quiet]': { color: tokens.colorNeutralForeground2Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  picked: {
    backgroundColor: tokens.colorBrandBackground2,
    boxShadow: `inset 0 0 0 2px ${tokens.colorTransparentStrokeInteractive}`,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover, color: tokens.colorNeutralForeground1 },
    ':hover [data-quiet]': { color: tokens.colorNeutralForeground2 },
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-4px' },
  },
  open: {
    '::before': {
      content: '""',
      position: 'absolute',
      insetBlock: 0,
      left: 0,
      borderLeft: `3px solid ${tokens.colorCompoundBrandStroke}`,
    },
  },
  cell: {
    display: 'block',
    minWidth: 0,
    paddingBlock: 0,
    paddingInline: tokens.spacingHorizontalS,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  stacked: { display: 'grid', rowGap: tokens.spacingVerticalXXS, minWidth: 0, padding: 0 },
  // What has no room as a whole goes to a line that is not seen, rather than being there in part.
  rest: {
    display: 'flex',
    flexWrap: 'wrap',
    alignContent: 'flex-start',
    height: '24px',
    rowGap: '24px',
    overflow: 'hidden',
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    '& > span': { maxWidth: '100%', boxSizing: 'border-box' },
  },
  check: { display: 'flex', alignItems: 'center', justifyContent: 'center', height: '100%', padding: 0 },
  box: {
    width: '16px',
    height: '16px',
    margin: 0,
    accentColor: tokens.colorCompoundBrandBackground,
    cursor: 'pointer',
  },
  hidden: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
});

/**
 * A list of records as a grid: one tab stop, arrow keys, Enter opens, the space bar picks, Shift picks a range; only rows
 * in view are drawn.
 */
export function RowGrid(props: RowGridProps) {
  const styles = useStyles();
  const hintId = useId();
  const { total, picks } = props;
  const { ref: measure, width } = useWidth();
  const scroller = useRef<HTMLDivElement>(null);
  const density = useSession((session) => session.settings?.density ?? 'compact');
  const isStacked = width < stackedBelow;
  const columns = props.columns.filter(({ from }) => isStacked || width >= from);
  const rowHeight = isStacked ? (density === 'compact' ? 58 : 68) : density === 'compact' ? 32 : 40;
  const top = isStacked ? 0 : headerHeight;
  const virtualizer = useRows(scroller, props, { rowHeight, top });
  const template = [
    ...(picks ? ['36px'] : []),
    ...(isStacked ? ['minmax(0, 1fr)'] : columns.map(({ track }) => track)),
  ].join(' ');
  /** Where a range begins. */
  const anchor = useRef(props.active);
  const onKey = useRowFocus(scroller, props, anchor);

  return (
    <div ref={measure} className={styles.root}>
      <span id={hintId} hidden>
        {props.hint}
      </span>
      <div ref={scroller} className={styles.scroller}>
        <table
          role="grid"
          aria-label={props.label}
          aria-rowcount={total + (isStacked ? 0 : 1)}
          aria-multiselectable={picks ? true : undefined}
          aria-describedby={hintId}
          className={styles.grid}
          onKeyDown={(event) => onKey(event, pageOf(virtualizer.range))}
          onMouseDown={keepText}
          onClick={(event) => onClick(event, props, anchor)}
          onFocus={(event) => takeActive(event, props)}
        >
          {!isStacked && (
            <thead className={styles.head}>
              <tr aria-rowindex={1} className={styles.headRow} style={{ gridTemplateColumns: template }}>
                {picks && (
                  <th scope="col" className={styles.heading}>
                    <span className={styles.hidden}>{picks.label}</span>
                  </th>
                )}
                {columns.map(({ key, label }) => (
                  <th key={key} scope="col" className={styles.heading}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => (
              <tr
                key={index}
                data-row={index}
                tabIndex={index === props.active ? 0 : -1}
                aria-rowindex={index + (isStacked ? 1 : 2)}
                aria-selected={picks ? picks.isPicked(index) : undefined}
                aria-current={index === props.open || undefined}
                className={mergeClasses(
                  styles.row,
                  picks?.isPicked(index) && styles.picked,
                  index === props.open && styles.open,
                )}
                style={{
                  transform: `translateY(${start - top}px)`,
                  height: rowHeight,
                  gridTemplateColumns: template,
                }}
              >
                {picks && <Box index={index} picks={picks} />}
                <Cells columns={columns} cells={props.cells(index)} isStacked={isStacked} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Gives the focus back to the row that a record was opened from, once the grid is drawn again; where its last row is gone, to the tab above it. */
export function focusGridSoon(): void {
  const places = ['[role="grid"] [data-row][tabindex="0"]', '[role="tab"][aria-selected="true"]'];
  const focus = () => {
    const found = places.map((place) => document.querySelector<HTMLElement>(place));
    found.find((one) => one !== null)?.focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

function Box(props: { index: number; picks: GridPicks }) {
  const styles = useStyles();
  // The row keeps the focus, not the box in it: the space bar would act twice.
  const keepFocus = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.parentElement?.focus({ preventScroll: true });
  };
  return (
    <td className={styles.check} data-pick onMouseDown={keepFocus}>
      <input
        type="checkbox"
        className={styles.box}
        tabIndex={-1}
        checked={props.picks.isPicked(props.index)}
        readOnly
        aria-label={props.picks.label}
      />
    </td>
  );
}

function Cells(props: {
  columns: readonly GridColumn[];
  cells: Record<string, ReactNode> | null;
  isStacked: boolean;
}) {
  const styles = useStyles();
  const { columns, cells } = props;
  const [first, ...others] = columns;
  if (!props.isStacked) {
    return columns.map(({ key }) => (
      <td key={key} className={styles.cell}>
        {cells ? cells[key] : '…'}
      </td>
    ));
  }
  return (
    <td className={styles.stacked}>
      <span className={styles.cell}>{cells ? cells[first!.key] : '…'}</span>
      <span className={styles.rest}>
        {others.map(
          ({ key }) =>
            cells?.[key] && (
              <span key={key} className={styles.cell}>
                {cells[key]}
              </span>
            ),
        )}
      </span>
    </td>
  );
}

/** Which rows stand where; asks for those in view, and begins another list at its top. */
function useRows(
  scroller: RefObject<HTMLDivElement | null>,
  props: RowGridProps,
  size: { rowHeight: number; top: number },
) {
  const { total, active, need, listKey } = props;
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => size.rowHeight,
    scrollMargin: size.top,
    scrollPaddingStart: size.top,
    overscan: 8,
    // The active row is always there, so that the focus never falls out of the grid.
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
    const isBack = shown.current === null;
    shown.current = listKey;
    if (isBack && active > 0) virtualizer.scrollToIndex(active, { align: 'center' });
    else virtualizer.scrollToOffset(0);
  }, [virtualizer, listKey, active]);
  return virtualizer;
}

/** Answers what the grid does with a key; the row it leads to gets the focus as soon as it is drawn. */
function useRowFocus(
  scroller: RefObject<HTMLDivElement | null>,
  props: RowGridProps,
  anchor: RefObject<number>,
): (event: KeyboardEvent, page: number) => void {
  const isWanted = useRef(false);
  const { active } = props;
  useEffect(() => {
    if (!isWanted.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
    isWanted.current = !row;
  });
  return (event, page) => {
    if (event.altKey || !(event.target as HTMLElement).matches('[data-row]')) return;
    const to = event.ctrlKey || event.metaKey ? null : rowAfterKey(event.key, { ...props, page });
    if (to !== null) {
      isWanted.current = true;
      const row = Math.max(0, to);
      if (event.shiftKey && props.picks) pickTo(row, props.picks, anchor);
      else anchor.current = row;
      props.onActive(row);
      event.preventDefault();
    } else if (onOtherKey(event, props)) {
      anchor.current = active;
      event.preventDefault();
    }
  };
}

function onOtherKey(event: KeyboardEvent, props: RowGridProps): boolean {
  const { active, picks } = props;
  if (event.key === 'Enter') {
    // What opens takes the focus from a grid that has let go of it.
    (document.activeElement as HTMLElement | null)?.blur();
    props.onOpen(active);
  } else if (event.key === ' ') picks?.toggle(active);
  else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && picks) picks.pickAll();
  else if (event.key === 'Escape' && picks) picks.pickNone();
  else return false;
  return true;
}

function pickTo(row: number, picks: GridPicks, anchor: RefObject<number>): void {
  picks.pickRange(Math.min(anchor.current, row), Math.max(anchor.current, row));
}

/** A range of rows is meant, not of the text in them. */
function keepText(event: MouseEvent<HTMLElement>): void {
  if (event.shiftKey) event.preventDefault();
}

function onClick(event: MouseEvent<HTMLElement>, props: RowGridProps, anchor: RefObject<number>): void {
  const target = event.target as HTMLElement;
  const index = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? Number.NaN);
  if (Number.isNaN(index)) return;
  props.onActive(index);
  if (event.shiftKey && props.picks) {
    pickTo(index, props.picks, anchor);
    target.closest<HTMLElement>('[data-row]')?.focus({ preventScroll: true });
    return;
  }
  anchor.current = index;
  if (props.picks && (target.closest('[data-pick]') || event.ctrlKey || event.metaKey)) {
    props.picks.toggle(index);
  } else props.onOpen(index);
}

function takeActive(event: FocusEvent<HTMLElement>, props: RowGridProps): void {
  const { row } = event.target.dataset;
  if (row !== undefined && Number(row) !== props.active) props.onActive(Number(row));
}

function pageOf(range: { startIndex: number; endIndex: number } | null): number {
  return range ? Math.max(1, range.endIndex - range.startIndex - 1) : 1;
}

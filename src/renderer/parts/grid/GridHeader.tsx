import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { ellipsis, focusRing, row, thinLine } from '../commonStyles.ts';
import type { GridColumn, GridLayout } from './gridLayout.ts';

/** Height of the headings in CSS pixels. */
export const headerHeight = 32;
const widthStep = 16;

/** How a list is sorted; `by` is the key of a column. */
export interface GridSort {
  by: string;
  direction: 'asc' | 'desc';
}

/** Reports a column's width in CSS pixels, while it is dragged and afterwards; null: the default width. */
export interface GridWidths {
  onDrag: (key: string, width: number) => void;
  onWidth: (key: string, width: number | null) => void;
}

const useStyles = makeStyles({
  head: { display: 'contents' },
  row: {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    display: 'grid',
    gridTemplateColumns: 'var(--columns)',
    alignItems: 'center',
    height: `${headerHeight}px`,
    boxSizing: 'border-box',
    borderBottom: thinLine,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  cell: {
    position: 'relative',
    display: 'block',
    minWidth: 0,
    height: '100%',
    padding: 0,
    textAlign: 'start',
  },
  pickAll: { ...row, justifyContent: 'center', height: '100%', cursor: 'pointer' },
  box: {
    width: '16px',
    height: '16px',
    margin: 0,
    accentColor: tokens.colorCompoundBrandBackground,
    cursor: 'pointer',
  },
  label: {
    ...row,
    gap: tokens.spacingHorizontalXXS,
    width: '100%',
    height: '100%',
    boxSizing: 'border-box',
    border: 'none',
    paddingInline: tokens.spacingHorizontalS,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textAlign: 'start',
    ':focus-visible': focusRing,
  },
  words: { ...ellipsis, minWidth: 0 },
  sort: {
    cursor: 'pointer',
    ':hover': {
      backgroundColor: tokens.colorNeutralBackground1Hover,
      color: tokens.colorNeutralForeground1Hover,
    },
  },
  // One pixel is visible, nine can be grabbed; keys and the column chooser do the same.
  grip: {
    position: 'absolute',
    insetBlock: 0,
    right: '-4px',
    width: '9px',
    zIndex: 1,
    cursor: 'col-resize',
    touchAction: 'none',
    '::after': {
      content: '""',
      position: 'absolute',
      insetBlock: '8px',
      left: '4px',
      width: '1px',
      backgroundColor: tokens.colorNeutralStroke1,
    },
    ':hover::after': { insetBlock: '2px', width: '2px', backgroundColor: tokens.colorCompoundBrandStroke },
  },
});

interface HeaderProps {
  layout: GridLayout;
  /** The check box that selects all rows, and how many are selected; undefined if rows cannot be selected. */
  pickAll: { total: number; count: number; toggle: () => void } | undefined;
  /** The place of the first column among the headings: 1 if a box comes before it. */
  firstHeading: number;
  sort: GridSort | undefined;
  onSort: ((by: string) => void) | undefined;
  widths: GridWidths | undefined;
  /** The heading that is in the tab order, if any. */
  focused: number | null;
}

/**
 * The headings of a grid: those that sort are buttons, and all can be resized by pointer or with Shift and the arrow
 * keys.
 */
export const GridHeader = memo(function GridHeader(props: HeaderProps) {
  const styles = useStyles();
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.row}>
        {props.firstHeading > 0 && (
          <th scope="col" className={styles.cell}>
            {props.pickAll && <PickAll {...props.pickAll} isFocused={props.focused === 0} />}
          </th>
        )}
        {props.layout.columns.map((column, index) => (
          <Heading key={column.key} {...props} column={column} index={index + props.firstHeading} />
        ))}
      </tr>
    </thead>
  );
});

function PickAll(props: { total: number; count: number; toggle: () => void; isFocused: boolean }) {
  const styles = useStyles();
  const { total, count } = props;
  const isSome = count > 0 && count < total;
  const label = t('grid.pickAll', { count: total });
  return (
    <label className={styles.pickAll} title={label}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={label}
        tabIndex={props.isFocused ? 0 : -1}
        data-heading={0}
        checked={count > 0 && !isSome}
        ref={(box) => {
          if (box) box.indeterminate = isSome;
        }}
        onChange={props.toggle}
      />
    </label>
  );
}

function Heading(props: HeaderProps & { column: GridColumn; index: number }) {
  const styles = useStyles();
  const { column, sort, onSort, widths } = props;
  const { key, label } = column;
  const direction = sort?.by === key ? sort.direction : null;
  const common = {
    tabIndex: props.focused === props.index ? 0 : -1,
    'data-heading': props.index,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => widths && onWidthKey(event, key, widths),
  };
  return (
    <th
      scope="col"
      className={styles.cell}
      aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
    >
      {column.isSortable && onSort ? (
        <button
          type="button"
          className={`${styles.label} ${styles.sort}`}
          {...common}
          onClick={() => onSort(key)}
        >
          <span className={styles.words}>{label}</span>
          {direction !== null && (direction === 'asc' ? <ArrowUpRegular /> : <ArrowDownRegular />)}
        </button>
      ) : (
        <span className={styles.label} {...common}>
          <span className={styles.words}>{label}</span>
        </span>
      )}
      {widths && <Grip columnKey={key} widths={widths} />}
    </th>
  );
}

function Grip(props: { columnKey: string; widths: GridWidths }) {
  const styles = useStyles();
  const { columnKey, widths } = props;
  const grip = useRef<{ x: number; width: number; now: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const width = widthOf(event.currentTarget);
    grip.current = { x: event.clientX, width, now: width };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!grip.current) return;
    grip.current.now = grip.current.width + event.clientX - grip.current.x;
    widths.onDrag(columnKey, grip.current.now);
  };
  const letGo = () => {
    const held = grip.current;
    grip.current = null;
    if (held && held.now !== held.width) widths.onWidth(columnKey, held.now);
  };
  return (
    <span
      aria-hidden="true"
      data-grip={columnKey}
      className={styles.grip}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDoubleClick={() => widths.onWidth(columnKey, null)}
    />
  );
}

function onWidthKey(event: KeyboardEvent<HTMLElement>, key: string, { onWidth }: GridWidths): void {
  const step = { ArrowLeft: -widthStep, ArrowRight: widthStep }[event.key];
  if (step === undefined || !event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  onWidth(key, widthOf(event.currentTarget) + step);
}

/** The width of the column whose heading contains an element. */
function widthOf(element: HTMLElement): number {
  return element.closest('th')!.getBoundingClientRect().width;
}

import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { type MouseEvent, memo, type ReactNode } from 'react';
import type { Language } from '../../../shared/languages.ts';
import { ellipsis, focusRing, row, secondary, wrapping } from '../commonStyles.ts';
import type { GridLayout } from './gridLayout.ts';

const useStyles = makeStyles({
  row: {
    position: 'absolute',
    insetInline: 0,
    top: 0,
    display: 'grid',
    gridTemplateColumns: 'var(--columns)',
    alignItems: 'center',
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: tokens.colorNeutralBackground1,
    cursor: 'pointer',
    // In the high-contrast theme these backgrounds are light, so they have their own dark text.
    ':hover': {
      backgroundColor: tokens.colorNeutralBackground1Hover,
      color: tokens.colorNeutralForeground1Hover,
    },
    ':hover [data-quiet]': { color: tokens.colorNeutralForeground2Hover },
    ':focus-visible': focusRing,
  },
  picked: {
    backgroundColor: tokens.colorBrandBackground2,
    // Visible only in the high-contrast theme, whose backgrounds are all alike.
    boxShadow: `inset 0 0 0 2px ${tokens.colorTransparentStrokeInteractive}`,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover, color: tokens.colorNeutralForeground1 },
    ':hover [data-quiet]': secondary,
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
    ...ellipsis,
    display: 'block',
    // With the browser's `inherit`, moving a row would recalculate the style of every cell.
    verticalAlign: 'middle',
    minWidth: 0,
    paddingBlock: 0,
    paddingInline: tokens.spacingHorizontalS,
    // Also where the text is from right to left: what is cut is then its end, on the left.
    textAlign: 'left',
  },
  stacked: { display: 'grid', rowGap: tokens.spacingVerticalXXS, minWidth: 0, padding: 0 },
  // Cells that do not fit wrap to a hidden line instead of being cut.
  rest: {
    ...wrapping,
    alignContent: 'flex-start',
    height: '24px',
    rowGap: '24px',
    overflow: 'hidden',
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    '& > span': { maxWidth: '100%', boxSizing: 'border-box' },
  },
  check: { ...row, verticalAlign: 'middle', justifyContent: 'center', height: '100%', padding: 0 },
  box: {
    width: '16px',
    height: '16px',
    margin: 0,
    accentColor: tokens.colorCompoundBrandBackground,
    cursor: 'pointer',
  },
  waiting: {
    height: '10px',
    marginInline: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground4,
  },
});

export type Cells<Key extends string = string> = Readonly<Record<Key, ReactNode>>;

interface RowProps<T> {
  id: string;
  /** undefined while it is being fetched. */
  row: T | undefined;
  cells: (row: T) => Cells;
  index: number;
  top: number;
  height: number;
  layout: GridLayout;
  /** The name of its check box; without it there is no box. */
  pickLabel: string | undefined;
  isActive: boolean;
  isPicked: boolean;
  isOpen: boolean;
  /** Passed by the grid, so that a row renders again in another language without subscribing to it. */
  language: Language;
}

/** One record of a grid, or a placeholder while it loads; renders again only if its props change. */
export const GridRow = memo(Row) as typeof Row;

function Row<T>(props: RowProps<T>) {
  const styles = useStyles();
  const { row, index, layout, pickLabel } = props;
  return (
    <tr
      id={props.id}
      data-row={index}
      tabIndex={props.isActive ? 0 : -1}
      aria-rowindex={index + (layout.isStacked ? 1 : 2)}
      aria-selected={pickLabel === undefined ? undefined : props.isPicked}
      aria-current={props.isOpen || undefined}
      aria-busy={row === undefined || undefined}
      className={mergeClasses(styles.row, props.isPicked && styles.picked, props.isOpen && styles.open)}
      style={{ transform: `translateY(${props.top}px)`, height: props.height }}
    >
      {pickLabel !== undefined && (
        <td className={styles.check} data-pick onMouseDown={focusRow}>
          <input
            type="checkbox"
            className={styles.box}
            tabIndex={-1}
            checked={props.isPicked}
            readOnly
            aria-label={pickLabel}
          />
        </td>
      )}
      {row === undefined ? (
        <WaitingCells layout={layout} />
      ) : (
        <FilledCells layout={layout} cells={props.cells(row)} />
      )}
    </tr>
  );
}

/** The row keeps the focus, not its check box, or the space bar would act twice. */
function focusRow(event: MouseEvent<HTMLElement>): void {
  event.preventDefault();
  event.currentTarget.parentElement?.focus({ preventScroll: true });
}

function WaitingCells({ layout }: { layout: GridLayout }) {
  const styles = useStyles();
  const shown = layout.isStacked ? layout.columns.slice(0, 1) : layout.columns;
  return shown.map(({ key }) => (
    <td key={key} className={styles.cell}>
      <div className={styles.waiting} />
    </td>
  ));
}

function FilledCells({ layout, cells }: { layout: GridLayout; cells: Cells }) {
  const styles = useStyles();
  const [first, ...others] = layout.columns;
  if (!layout.isStacked) {
    return layout.columns.map(({ key }) => (
      <td key={key} dir="auto" className={styles.cell}>
        {cells[key]}
      </td>
    ));
  }
  return (
    <td className={styles.stacked}>
      <span dir="auto" className={styles.cell}>
        {cells[first!.key]}
      </span>
      <span className={styles.rest}>
        {others.map(
          ({ key }) =>
            cells[key] && (
              <span key={key} className={styles.cell}>
                {cells[key]}
              </span>
            ),
        )}
      </span>
    </td>
  );
}

import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { visuallyHidden } from '../../parts/visuallyHidden.ts';

export interface Column {
  key: string;
  label: string;
  /** Width as a track of a CSS grid. */
  width: string;
}

const useStyles = makeStyles({
  scroller: { flexGrow: 1, minHeight: '200px', overflowY: 'auto', position: 'relative' },
  head: {
    display: 'block',
    position: 'sticky',
    top: 0,
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase200,
    // If rows are laid out as cards, only screen readers use the headings.
    '@container (max-width: 719px)': visuallyHidden,
  },
  table: { display: 'block' },
  heading: { textAlign: 'left', fontWeight: 'inherit', padding: 0 },
  body: { display: 'block', position: 'relative' },
  row: {
    display: 'grid',
    columnGap: tokens.spacingHorizontalM,
    alignItems: 'start',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalM,
    paddingBlock: tokens.spacingVerticalXS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@container (max-width: 719px)': {
      gridTemplateColumns: 'minmax(0, 1fr) !important',
      rowGap: tokens.spacingVerticalXXS,
      paddingBlock: tokens.spacingVerticalS,
    },
  },
  placed: { position: 'absolute', left: 0, right: 0, top: 0 },
  cell: { minWidth: 0, padding: 0, overflowWrap: 'anywhere', fontSize: tokens.fontSizeBase300 },
});

/** A table that renders only the rows in view, each as high as its text; as cards if it is narrow. */
export function VirtualTable(props: {
  label: string;
  columns: readonly Column[];
  total: number;
  /** Cells of a row by column; null while it is being fetched. */
  row: (index: number) => Record<string, ReactNode> | null;
  need: (first: number, last: number) => void;
}) {
  const styles = useStyles();
  const scroller = useRef<HTMLDivElement>(null);
  const { columns, need } = props;
  const virtualizer = useVirtualizer({
    count: props.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => 40,
    overscan: 8,
  });
  const rows = virtualizer.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => need(first, last), [need, first, last]);
  const tracks = { gridTemplateColumns: columns.map((column) => column.width).join(' ') };
  return (
    <div ref={scroller} className={styles.scroller}>
      <table className={styles.table} aria-label={props.label} aria-rowcount={props.total + 1}>
        <thead className={styles.head}>
          <tr aria-rowindex={1} className={styles.row} style={tracks}>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={styles.heading}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, start }) => {
            const cells = props.row(index);
            return (
              <tr
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                className={mergeClasses(styles.row, styles.placed)}
                style={{ ...tracks, transform: `translateY(${start}px)` }}
              >
                {columns.map((column) => (
                  <td key={column.key} className={styles.cell}>
                    {cells ? cells[column.key] : '…'}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { thinLine, visuallyHidden } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import type { UsedPages } from '../../state/data/usePages.ts';

/** The columns of a table: the key of each, and its width as a track of a CSS grid. */
export type Columns = readonly (readonly [key: string, width: string])[];

const useStyles = makeStyles({
  empty: { padding: tokens.spacingHorizontalL },
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
    borderBottom: thinLine,
    '@container (max-width: 719px)': {
      gridTemplateColumns: 'minmax(0, 1fr) !important',
      rowGap: tokens.spacingVerticalXXS,
      paddingBlock: tokens.spacingVerticalS,
    },
  },
  placed: { position: 'absolute', left: 0, right: 0, top: 0 },
  cell: { minWidth: 0, padding: 0, overflowWrap: 'anywhere', fontSize: tokens.fontSizeBase300 },
});

interface PagedTableProps<T> {
  label: string;
  empty: string;
  columns: Columns;
  pages: UsedPages<T>;
  cells: (row: T) => Record<string, ReactNode>;
}

/** A table whose rows are fetched as they come into view; as cards if it is narrow. */
export function PagedTable<T>(props: PagedTableProps<T>) {
  const styles = useStyles();
  const { total, error, retry } = props.pages;
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (total === null) return <Text className={styles.empty}>{t('common.loading')}</Text>;
  if (total === 0) return <Text className={styles.empty}>{props.empty}</Text>;
  return <Rows {...props} total={total} />;
}

/** Renders only the rows in view, each as high as its text. */
function Rows<T>(props: PagedTableProps<T> & { total: number }) {
  const styles = useStyles();
  const scroller = useRef<HTMLDivElement>(null);
  const { columns } = props;
  const { need, row } = props.pages;
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
  const tracks = { gridTemplateColumns: columns.map(([, width]) => width).join(' ') };
  return (
    <div ref={scroller} className={styles.scroller}>
      <table className={styles.table} aria-label={props.label} aria-rowcount={props.total + 1}>
        <thead className={styles.head}>
          <tr aria-rowindex={1} className={styles.row} style={tracks}>
            {columns.map(([key]) => (
              <th key={key} scope="col" className={styles.heading}>
                {t(`uploads.column.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, start }) => {
            const shown = row(index);
            const cells = shown && props.cells(shown);
            return (
              <tr
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                className={mergeClasses(styles.row, styles.placed)}
                style={{ ...tracks, transform: `translateY(${start}px)` }}
              >
                {columns.map(([key]) => (
                  <td key={key} className={styles.cell}>
                    {cells ? cells[key] : '…'}
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

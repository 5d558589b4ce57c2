import { makeStyles, tokens } from '@fluentui/react-components';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { pageOf, useGridKeys } from '../grid/useGridKeys.ts';

const useStyles = makeStyles({
  scroller: { flexGrow: 1, minHeight: '12rem', overflowY: 'auto', overflowX: 'hidden' },
  rows: { position: 'relative', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    position: 'absolute',
    insetInline: 0,
    top: 0,
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
});

/** A long list of rows of any height: renders only those in view, with one tab stop and arrow keys. */
export function LongList(props: {
  label: string;
  total: number;
  estimatedHeight: number;
  onRange: (first: number, last: number) => void;
  /** The action of the space bar on a row; `isRange` with Shift. */
  onSpace?: (index: number, isRange: boolean) => void;
  /** The action of Enter on a row. */
  onEnter?: (index: number) => void;
  /** The action of Ctrl+A on a row. */
  onSelectAll?: () => void;
  /** `isStop`: the row is the tab stop of the list. */
  children: (index: number, isStop: boolean) => ReactNode;
}) {
  const styles = useStyles();
  const { total, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => props.estimatedHeight,
    overscan: 8,
  });
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => onRange(first, last), [onRange, first, last]);
  const { onKeyDown } = useGridKeys(scroller, {
    place: { row: active, column: 0 },
    rows: total,
    columns: 1,
    page: pageOf(virtualizer.range),
    top: 0,
    selector: `[data-index="${active}"]`,
    scrollsItself: true,
    onMove: ({ row }) => {
      setActive(row);
      virtualizer.scrollToIndex(row);
    },
  });
  const items = virtualizer.getVirtualItems();
  // After scrolling with the wheel, Tab enters the list at the first row in view.
  const stop = items.some((item) => item.index === active) ? active : first;
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul
        data-long-list
        aria-label={props.label}
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={(event) => {
          // Links and buttons in a row keep their keys.
          if (!(event.target as HTMLElement).matches('[data-index]')) return;
          if (event.key === ' ' && props.onSpace) {
            event.preventDefault();
            props.onSpace(active, event.shiftKey);
          } else if (event.key === 'Enter' && props.onEnter) {
            event.preventDefault();
            props.onEnter(active);
          } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && props.onSelectAll) {
            event.preventDefault();
            props.onSelectAll();
          } else onKeyDown(event);
        }}
      >
        {items.map((item) => (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            aria-setsize={total}
            aria-posinset={item.index + 1}
            tabIndex={item.index === stop ? 0 : -1}
            data-index={item.index}
            className={styles.row}
            style={{ transform: `translateY(${item.start}px)` }}
            onFocus={() => setActive(item.index)}
          >
            {props.children(item.index, item.index === stop)}
          </li>
        ))}
      </ul>
    </div>
  );
}

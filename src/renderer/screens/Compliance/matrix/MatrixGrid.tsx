import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowSortDownRegular, ArrowSortUpRegular } from '@fluentui/react-icons';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef, useState } from 'react';
import type { Matrix, MatrixCell } from '../../../../shared/compliance/complianceCheck.ts';
import { describe, t } from '../../../../shared/i18n/i18n.ts';
import { cellTone, matrixCellText } from '../../../../shared/i18n/matrixText.ts';
import {
  column,
  ellipsis,
  smallSecondary,
  smallText,
  thinLine,
  visuallyHidden,
} from '../../../parts/commonStyles.ts';
import { type Place, pageOf, useGridKeys } from '../../../parts/grid/useGridKeys.ts';
import { useLanguage } from '../../../parts/texts/useLanguage.ts';
import { useWidth } from '../../../parts/useWidth.ts';
import { formatDay } from '../../../state/format.ts';
import { toneStyles } from '../toneStyles.ts';
import type { MatrixRow, MatrixSort } from './matrixRows.ts';

const rowHeight = 48;
const nameWidth = 236;
/** Of a column of answers: as wide as the window allows, between these. */
const columnWidths = { least: 112, most: 160 };

const useStyles = makeStyles({
  scroller: {
    flexGrow: 1,
    minHeight: '200px',
    overflow: 'auto',
    position: 'relative',
    // Keeps a focused cell from being hidden under the headings.
    scrollPaddingTop: '64px',
    scrollPaddingLeft: `${nameWidth}px`,
  },
  measure: { position: 'sticky', left: 0 },
  table: { display: 'block' },
  head: {
    display: 'block',
    position: 'sticky',
    top: 0,
    zIndex: 2,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  line: { display: 'grid', borderBottom: thinLine },
  body: { display: 'block', position: 'relative' },
  placed: { position: 'absolute', left: 0, top: 0 },
  heading: { padding: '3px', textAlign: 'start', minWidth: 0 },
  corner: { position: 'sticky', left: 0, zIndex: 1, backgroundColor: tokens.colorNeutralBackground1 },
  sorter: {
    width: '100%',
    height: '100%',
    minWidth: 0,
    alignItems: 'flex-end',
    justifyContent: 'space-between',
    paddingInline: tokens.spacingHorizontalXS,
    textAlign: 'start',
    fontWeight: tokens.fontWeightSemibold,
  },
  name: {
    ...column,
    position: 'sticky',
    left: 0,
    zIndex: 1,
    justifyContent: 'center',
    paddingInline: tokens.spacingHorizontalS,
    backgroundColor: tokens.colorNeutralBackground1,
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
    minWidth: 0,
  },
  // Cut after three lines; the whole name is in the tooltip.
  wrapped: {
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '3',
    overflowWrap: 'anywhere',
  },
  twoLines: { WebkitLineClamp: '2' },
  clipped: ellipsis,
  small: smallSecondary,
  cell: { padding: '3px', minWidth: 0 },
  button: {
    width: '100%',
    height: '100%',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalXS,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    ...smallText,
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  spoken: visuallyHidden,
  open: { outline: `2px solid ${tokens.colorCompoundBrandStroke}` },
});

/** Journals by funders, in words as well as colour: one tab stop, arrow keys, Enter opens the answer. */
export function MatrixGrid(props: {
  matrix: Matrix;
  rows: readonly MatrixRow[];
  sort: MatrixSort;
  onSort: (sort: MatrixSort) => void;
  open: MatrixCell | null;
  onOpen: (cell: MatrixCell) => void;
}) {
  const styles = useStyles();
  const scroller = useRef<HTMLDivElement>(null);
  const { matrix, rows, sort, onSort } = props;
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const { ref: measured, width: room } = useWidth();
  const { least, most } = columnWidths;
  const columnWidth = Math.max(least, Math.min(most, Math.floor((room - nameWidth) / matrix.funders.length)));
  const tracks = `${nameWidth}px repeat(${matrix.funders.length}, ${columnWidth}px)`;
  const width = nameWidth + columnWidth * matrix.funders.length;
  const row = Math.min(active.row, Math.max(0, rows.length - 1));
  const virtualizer = useVirtualizer({
    count: rows.length,
    // The cell that Tab leads to must exist wherever the grid is scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), row])].sort((a, b) => a - b),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const shown = virtualizer.getVirtualItems();
  const { onKeyDown } = useGridKeys(scroller, {
    place: { row, column: active.column },
    rows: rows.length,
    columns: matrix.funders.length,
    page: pageOf(virtualizer.range),
    top: 0,
    selector: `[data-cell="${row}-${active.column}"]`,
    scrollsItself: false,
    onMove: (to) => {
      virtualizer.scrollToIndex(to.row);
      setActive(to);
    },
  });
  return (
    <div ref={scroller} className={styles.scroller} data-matrix>
      <div ref={measured} className={styles.measure} />
      <table
        role="grid"
        className={styles.table}
        style={{ width }}
        aria-label={matrix.name}
        aria-rowcount={rows.length + 1}
        aria-colcount={matrix.funders.length + 1}
        onKeyDown={(event) => {
          if ((event.target as HTMLElement).matches('[data-cell]')) onKeyDown(event);
        }}
      >
        <thead className={styles.head}>
          <tr aria-rowindex={1} className={styles.line} style={{ gridTemplateColumns: tracks }}>
            <Heading sort={sort} by="journal" label={t('complianceScreen.journal')} onSort={onSort} />
            {matrix.funders.map(({ id, name }, place) => (
              <Heading key={id} sort={sort} by={place} label={name} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const line = rows[index]!;
            const journal = matrix.journals[line.journal];
            const organisation = matrix.organisations[line.organisation];
            return (
              <tr
                key={`${line.journal} ${line.organisation}`}
                aria-rowindex={index + 2}
                className={mergeClasses(styles.line, styles.placed)}
                style={{
                  gridTemplateColumns: tracks,
                  height: rowHeight,
                  width,
                  transform: `translateY(${start}px)`,
                }}
              >
                <th scope="row" className={styles.name}>
                  <span className={styles.clipped} title={journal?.title}>
                    {journal?.title}
                  </span>
                  {(matrix.organisations.length > 1 || organisation?.ror) && (
                    <span className={mergeClasses(styles.clipped, styles.small)}>
                      {organisation?.name || t('compliance.notAffiliated')}
                    </span>
                  )}
                </th>
                {line.cells.map((cell, column) => (
                  <Cell
                    key={matrix.funders[column]!.id}
                    cell={cell}
                    place={`${index}-${column}`}
                    isActive={index === row && column === active.column}
                    isOpen={cell !== null && cell.id === props.open?.id}
                    onOpen={props.onOpen}
                    onFocus={setActive}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Heading(props: {
  sort: MatrixSort;
  by: MatrixSort['by'];
  label: string;
  onSort: (sort: MatrixSort) => void;
}) {
  const styles = useStyles();
  const { sort, by, label } = props;
  const isSorted = sort.by === by;
  return (
    <th
      scope="col"
      className={mergeClasses(styles.heading, by === 'journal' && styles.corner)}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <Button
        appearance="subtle"
        size="small"
        className={styles.sorter}
        title={label}
        {...(isSorted ? { icon: sort.isDescending ? <ArrowSortDownRegular /> : <ArrowSortUpRegular /> } : {})}
        iconPosition="after"
        onClick={() => props.onSort({ by, isDescending: isSorted && !sort.isDescending })}
      >
        <span className={styles.wrapped}>{label}</span>
      </Button>
    </th>
  );
}

const Cell = memo(function Cell(props: {
  cell: MatrixCell | null;
  place: string;
  isActive: boolean;
  isOpen: boolean;
  onOpen: (cell: MatrixCell) => void;
  onFocus: (place: Place) => void;
}) {
  useLanguage();
  const styles = useStyles();
  const tones = toneStyles();
  const { cell, place } = props;
  const [row = 0, column = 0] = place.split('-').map(Number);
  if (!cell)
    return (
      <td className={styles.cell}>
        <span className={styles.spoken}>{t('complianceScreen.notAsked')}</span>
      </td>
    );
  const words = matrixCellText(cell);
  const label = cell.changes.length > 0 ? t('complianceScreen.cellChanged', { words }) : words;
  const title = [
    words,
    ...cell.changes.map(describe),
    describe(cell.message),
    cell.at ? formatDay(cell.at) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
  return (
    <td className={styles.cell}>
      <button
        type="button"
        data-cell={place}
        data-cell-id={cell.id}
        tabIndex={props.isActive ? 0 : -1}
        className={mergeClasses(styles.button, tones[cellTone(cell)], props.isOpen && styles.open)}
        title={title}
        onClick={() => props.onOpen(cell)}
        onFocus={() => props.onFocus({ row, column })}
      >
        <span className={mergeClasses(styles.wrapped, styles.twoLines)}>{label}</span>
      </button>
    </td>
  );
});

import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular } from '@fluentui/react-icons';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { sortBy, useDraftsView } from '../../state/draftsView.ts';
import { type ColumnName, type GridLayout, sortOf } from './columns.ts';

/** Height of the header row in CSS pixels. */
export const headerHeight = 32;

const useStyles = makeStyles({
  head: { display: 'contents' },
  row: {
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
    fontWeight: tokens.fontWeightSemibold,
  },
  cell: { display: 'block', minWidth: 0, height: '100%', padding: 0, textAlign: 'start' },
  hidden: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  plain: {
    display: 'flex',
    alignItems: 'center',
    height: '100%',
    paddingInline: tokens.spacingHorizontalS,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  sort: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXXS,
    width: '100%',
    height: '100%',
    border: 'none',
    paddingInline: tokens.spacingHorizontalS,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': {
      backgroundColor: tokens.colorNeutralBackground1Hover,
      color: tokens.colorNeutralForeground1Hover,
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
});

/** Headings of the list; each that can sort is a button. `focused` is the heading that is in the tab order, if one is. */
export const DraftGridHeader = memo(function DraftGridHeader(props: {
  layout: GridLayout;
  focused: number | null;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.row} style={{ gridTemplateColumns: props.layout.template }}>
        <th scope="col" className={styles.cell}>
          <span className={styles.hidden}>{t('drafts.column.picked')}</span>
        </th>
        {props.layout.columns.map((name, index) => (
          <Heading key={name} name={name} index={index} isFocused={props.focused === index} />
        ))}
      </tr>
    </thead>
  );
});

function Heading(props: { name: ColumnName; index: number; isFocused: boolean }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const sort = useDraftsView((view) => view.sort);
  const by = sortOf[props.name];
  const isSorted = by !== null && sort.by === by;
  const label = t(`drafts.column.${props.name}`);
  return (
    <th
      scope="col"
      className={styles.cell}
      aria-sort={isSorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {by === null ? (
        <span className={styles.plain} tabIndex={props.isFocused ? 0 : -1} data-heading={props.index}>
          {label}
        </span>
      ) : (
        <button
          type="button"
          className={styles.sort}
          tabIndex={props.isFocused ? 0 : -1}
          data-heading={props.index}
          onClick={() => sortBy(by)}
        >
          {label}
          {isSorted && (sort.direction === 'asc' ? <ArrowUpRegular /> : <ArrowDownRegular />)}
        </button>
      )}
    </th>
  );
}

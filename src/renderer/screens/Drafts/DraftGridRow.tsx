import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { type MouseEvent, memo, type ReactNode } from 'react';
import type { DraftRow } from '../../../shared/draft.ts';
import { type Language, t } from '../../../shared/words.ts';
import { ReadinessBadge, SyncBadge } from '../../parts/Badges.tsx';
import { formatRecent } from '../../parts/format.ts';
import type { ColumnName, GridLayout } from './columns.ts';

const useStyles = makeStyles({
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
    userSelect: 'none',
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
    // Seen in the high-contrast theme only, whose grounds are all alike.
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
    // A browser's own `inherit` would have every cell styled anew when its row moves.
    verticalAlign: 'middle',
    minWidth: 0,
    paddingBlock: 0,
    paddingInline: tokens.spacingHorizontalS,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  quiet: { color: tokens.colorNeutralForeground2 },
  untitled: { color: tokens.colorNeutralForeground2, fontStyle: 'italic' },
  check: {
    display: 'flex',
    verticalAlign: 'middle',
    alignItems: 'center',
    justifyContent: 'center',
    height: '100%',
    cursor: 'pointer',
  },
  box: {
    width: '16px',
    height: '16px',
    margin: 0,
    accentColor: tokens.colorCompoundBrandBackground,
    cursor: 'pointer',
  },
  stacked: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXS,
    justifyContent: 'center',
  },
  second: {
    display: 'flex',
    flexWrap: 'nowrap',
    gap: tokens.spacingHorizontalXS,
    paddingInline: tokens.spacingHorizontalS,
  },
  waiting: {
    height: '10px',
    marginInline: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground4,
  },
});

/** One record of the list, or the place of one that is still to come. */
export const DraftGridRow = memo(function DraftGridRow(props: {
  id: string;
  row: DraftRow | undefined;
  index: number;
  top: number;
  height: number;
  layout: GridLayout;
  isActive: boolean;
  isPicked: boolean;
  isOpen: boolean;
  /** Given by the list, so that a row is drawn anew in another language without listening for it itself. */
  spoken: Language;
}) {
  const styles = useStyles();
  const { row, index, layout } = props;
  return (
    <tr
      id={props.id}
      tabIndex={props.isActive ? 0 : -1}
      data-row={index}
      aria-rowindex={index + (layout.isStacked ? 1 : 2)}
      aria-selected={props.isPicked}
      aria-current={props.isOpen || undefined}
      aria-busy={row === undefined || undefined}
      className={mergeClasses(styles.row, props.isPicked && styles.picked, props.isOpen && styles.open)}
      style={{
        transform: `translateY(${props.top}px)`,
        height: props.height,
        gridTemplateColumns: layout.template,
      }}
    >
      <td className={styles.check} data-pick onMouseDown={focusRow}>
        <input
          type="checkbox"
          className={styles.box}
          tabIndex={-1}
          checked={props.isPicked}
          readOnly
          aria-label={t('drafts.pickOne')}
        />
      </td>
      {layout.isStacked ? (
        <td className={styles.stacked}>{row ? <Stacked row={row} /> : <Waiting />}</td>
      ) : (
        layout.columns.map((name) => (
          <td key={name} className={styles.cell}>
            {row ? <Cell name={name} row={row} /> : <Waiting />}
          </td>
        ))
      )}
    </tr>
  );
});

/** The row keeps the focus, not the box in it: the space bar would act twice. */
function focusRow(event: MouseEvent<HTMLElement>): void {
  event.preventDefault();
  event.currentTarget.parentElement?.focus({ preventScroll: true });
}

function Waiting() {
  const styles = useStyles();
  return <div className={styles.waiting} />;
}

function Stacked(props: { row: DraftRow }) {
  const styles = useStyles();
  return (
    <>
      <span className={styles.cell}>
        <Cell name="title" row={props.row} />
      </span>
      <span className={styles.second}>
        <Cell name="readiness" row={props.row} />
        <Cell name="sync" row={props.row} />
      </span>
    </>
  );
}

function Cell(props: { name: ColumnName; row: DraftRow }): ReactNode {
  const styles = useStyles();
  const { row } = props;
  switch (props.name) {
    case 'title':
      return row.title ? (
        <span title={row.title}>{row.title}</span>
      ) : (
        <span className={styles.untitled} data-quiet>
          {t('common.untitled')}
        </span>
      );
    case 'authors':
      return (
        <span className={styles.quiet} data-quiet>
          {row.authors}
        </span>
      );
    case 'journal':
      return (
        <span className={styles.quiet} data-quiet>
          {row.journal}
        </span>
      );
    case 'year':
      return row.year;
    case 'readiness':
      return <ReadinessBadge readiness={row.readiness} errors={row.errors} warnings={row.warnings} />;
    case 'sync':
      return <SyncBadge sync={row.sync} sentAt={row.sentAt} />;
    case 'updated':
      return (
        <span className={styles.quiet} data-quiet>
          {formatRecent(row.updatedAt)}
        </span>
      );
  }
}

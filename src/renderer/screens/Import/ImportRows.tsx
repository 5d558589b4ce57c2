import {
  Badge,
  type BadgeProps,
  Button,
  Checkbox,
  makeStyles,
  mergeClasses,
  Text,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useRef } from 'react';
import type { ImportFilter, ImportRow, ImportStatus } from '../../../shared/draft/importing.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { ReadinessBadge } from '../../parts/Badges.tsx';
import { listButton, row, secondary, wrappingRow } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { LongList } from '../../parts/lists/LongList.tsx';
import { BeforeAfter } from '../../parts/texts/BeforeAfter.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { useIssnsUnchecked } from '../../state/data/journals.ts';
import { usePages } from '../../state/data/usePages.ts';
import { tickRecords } from '../../state/dialogs/imports.ts';
import { formatNumber } from '../../state/format.ts';
import { type OwnRemarks, ownRemarks, reasonText } from './ownRemarks.ts';

const useStyles = makeStyles({
  row: {
    ...wrappingRow,
    columnGap: tokens.spacingHorizontalS,
    rowGap: tokens.spacingVerticalXXS,
    minHeight: '32px',
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    boxSizing: 'border-box',
  },
  withBox: {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr)',
    alignItems: 'start',
    paddingInlineStart: tokens.spacingHorizontalXS,
  },
  leftOut: secondary,
  bar: {
    ...row,
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    paddingInline: tokens.spacingHorizontalM,
    paddingBlock: tokens.spacingVerticalXS,
  },
  shown: { flexGrow: 1 },
  title: { flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' },
  name: {
    ...listButton,
    padding: 0,
    minWidth: '24px',
    minHeight: '24px',
    overflowWrap: 'anywhere',
    ':hover': { textDecorationLine: 'underline' },
  },
  // A background would need other colours of everything in the row.
  open: { boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandStroke}` },
  quiet: secondary,
  badges: { display: 'flex', gap: tokens.spacingHorizontalXS },
  changes: {
    flexBasis: '100%',
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalL,
    fontSize: tokens.fontSizeBase200,
  },
  before: { ...secondary, overflowWrap: 'anywhere' },
  after: { overflowWrap: 'anywhere' },
});

const outcomeColors: Record<ImportRow['outcome'], BadgeProps['color']> = {
  new: 'success',
  update: 'brand',
  unchanged: 'informative',
  'twice-in-file': 'warning',
};

/** The records of an import that match a filter, each with a box: only those that are ticked will be imported. */
export function ImportRows(props: {
  status: ImportStatus;
  filter: ImportFilter;
  /** The position of the record that is open beside the list. */
  open: number | null;
  onOpen: (row: ImportRow) => void;
  onShowAll: () => void;
}) {
  const styles = useStyles();
  const { status, filter } = props;
  const { id } = status;
  const isUnchecked = useIssnsUnchecked();
  const { row, need, error, total } = usePages('imports.rows', { id, filter }, ({ rows }) => rows);
  const { run, error: tickError, reset } = useOwnAction((work: () => Promise<void>) => work());
  /** The position of the record that was ticked or unticked last: a range begins there and gets the same state. */
  const anchor = useRef<{ position: number; isTicked: boolean } | null>(null);
  const count = total ?? 0;

  const tick = (isTicked: boolean, between?: { from: number; to: number }) =>
    run(async () => {
      const done = await tickRecords({ id, filter, isTicked, ...(between && { between }) });
      announce(t(isTicked ? 'import.tick.ticked' : 'import.tick.unticked', countText(done)));
    });
  // The list may be another one by the time when the call arrives, so records are named by their positions.
  const toggle = (index: number, isRange: boolean) => {
    const one = row(index);
    const begun = anchor.current;
    if (!one) return;
    if (isRange && begun) tick(begun.isTicked, { from: begun.position, to: one.position });
    else if (isImported(one)) {
      anchor.current = { position: one.position, isTicked: one.isLeftOut };
      tick(one.isLeftOut, { from: one.position, to: one.position });
    }
  };
  if (error) return <ErrorPanel error={error} />;
  const isFiltered = filter.show !== 'all' || filter.finding !== undefined;
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.shown}>
          {total === null ? t('common.loading') : t('import.tick.shown', countText(count))}
        </span>
        {isFiltered && (
          <Button size="small" appearance="subtle" icon={<DismissRegular />} onClick={props.onShowAll}>
            {t('import.tick.showAll')}
          </Button>
        )}
        <Button size="small" disabledFocusable={count === 0} onClick={() => tick(true)}>
          {t('import.tick.all')}
        </Button>
        <Button size="small" disabledFocusable={count === 0} onClick={() => tick(false)}>
          {t('import.tick.none')}
        </Button>
      </div>
      {tickError && <ErrorPanel error={tickError} onDismiss={reset} />}
      {total === 0 ? (
        <Text className={styles.bar}>{t('import.tick.empty')}</Text>
      ) : (
        <LongList
          label={t('import.rows')}
          total={count}
          estimatedHeight={33}
          onRange={need}
          onSpace={toggle}
          onEnter={(index) => {
            const one = row(index);
            if (one) props.onOpen(one);
          }}
          onSelectAll={() => tick(true)}
        >
          {(index, isStop) => (
            <TickedRow
              row={row(index)}
              status={status}
              isUnchecked={isUnchecked}
              isStop={isStop}
              isOpen={props.open !== null && row(index)?.position === props.open}
              leavesList={filter.show === 'leftOut'}
              onOpen={props.onOpen}
              onToggle={(isRange) => toggle(index, isRange)}
            />
          )}
        </LongList>
      )}
    </>
  );
}

/** Only new records and updates are imported; they have a box. */
function isImported({ outcome }: ImportRow): boolean {
  return outcome === 'new' || outcome === 'update';
}

function countText(count: number): { count: number; n: string } {
  return { count, n: formatNumber(count) };
}

interface RowProps {
  row: ImportRow | undefined;
  status: ImportStatus;
  isUnchecked: boolean;
  isStop: boolean;
  isOpen: boolean;
  onOpen: (row: ImportRow) => void;
}

function TickedRow(
  props: RowProps & {
    /** Once it is ticked, the next record is in its place. */
    leavesList: boolean;
    onToggle: (isRange: boolean) => void;
  },
) {
  const styles = useStyles();
  const { row } = props;
  return (
    <div
      className={mergeClasses(styles.withBox, row?.isLeftOut && styles.leftOut, props.isOpen && styles.open)}
    >
      {row && isImported(row) ? (
        <Checkbox
          aria-label={t('import.tick.one', { title: row.title || t('common.untitled') })}
          tabIndex={props.isStop ? 0 : -1}
          checked={!row.isLeftOut}
          onClick={(event) => {
            // The second click of a double click was meant for the record that was here.
            const isSecond = props.leavesList && event.detail > 1;
            if (!event.shiftKey && !isSecond) return;
            event.preventDefault();
            if (!isSecond) props.onToggle(true);
          }}
          onChange={() => props.onToggle(false)}
        />
      ) : (
        <span />
      )}
      <Row {...props} />
    </div>
  );
}

function Row(props: RowProps) {
  const styles = useStyles();
  const { row } = props;
  if (!row) return <div className={styles.row}>{t('common.loading')}</div>;
  const place = row.line === null ? 'import.record' : 'import.recordAtLine';
  const about = [
    row.journal,
    row.year,
    row.doi,
    props.status.files > 1 ? row.file : '',
    t(place, { index: row.index, line: row.line }),
  ];
  return (
    <div className={styles.row}>
      <span className={styles.title}>
        <button
          type="button"
          className={styles.name}
          tabIndex={props.isStop ? 0 : -1}
          aria-expanded={props.isOpen}
          onClick={() => props.onOpen(row)}
        >
          {row.title || t('common.untitled')}
        </button>{' '}
        <Text size={200} className={styles.quiet}>
          {about.filter(Boolean).join(' · ')}
        </Text>
      </span>
      <span className={styles.badges}>
        <Badge appearance="tint" shape="rounded" color={outcomeColors[row.outcome]}>
          {t(`import.outcome.${row.outcome}`)}
        </Badge>
        {/* A duplicate is left out, so it is not called ready. */}
        {row.outcome !== 'twice-in-file' && (
          <ReadinessBadge
            readiness={row.readiness}
            errors={row.errors}
            warnings={row.warnings}
            isUnchecked={props.isUnchecked}
          />
        )}
      </span>
      <Details row={row} own={ownRemarks(row, props.status)} />
    </div>
  );
}

function Details(props: { row: ImportRow; own: OwnRemarks }) {
  const styles = useStyles();
  const { notes, findings } = props.own;
  // A duplicate is left out, whatever else is wrong with it.
  const kinds = props.row.outcome === 'twice-in-file' ? [] : findings;
  if (props.row.changes.length + notes.length + kinds.length === 0) return null;
  return (
    <ul className={styles.changes}>
      {props.row.changes.map(({ path, label, before, after }) => (
        <li key={path}>
          {label ? describe(label) : fieldText(path)}:{' '}
          <BeforeAfter
            before={<del className={styles.before}>{before || t('import.nothing')}</del>}
            after={<ins className={styles.after}>{after || t('import.nothing')}</ins>}
          />
        </li>
      ))}
      {kinds.map((code) => (
        <li key={code} className={styles.before}>
          {t(`finding.${code}.kind`)}
        </li>
      ))}
      {notes.map((note) => (
        <li key={JSON.stringify(note)} className={styles.before}>
          {note.key.startsWith('import.note.') ? reasonText(note) : describe(note)}
        </li>
      ))}
    </ul>
  );
}

import { Badge, type BadgeProps, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ImportRow } from '../../../shared/draft/importing.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { ReadinessBadge } from '../../parts/Badges.tsx';
import { secondary, wrappingRow } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { LongList } from '../../parts/LongList.tsx';
import { useIssnsUnchecked } from '../../state/journals.ts';
import { usePages } from '../../state/usePages.ts';

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
  title: { flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' },
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

/** Every record of an import: what it would become, whether it is ready, and how it would change an existing draft. */
export function ImportRows(props: { id: number; total: number; showFiles: boolean }) {
  const { id } = props;
  const isUnchecked = useIssnsUnchecked();
  const { row, need, error } = usePages('imports.rows', { id }, ({ rows }) => rows);
  if (error) return <ErrorPanel error={error} />;
  return (
    <LongList label={t('import.rows')} total={props.total} estimatedHeight={33} onRange={need}>
      {(index) => <Row row={row(index)} showFile={props.showFiles} isUnchecked={isUnchecked} />}
    </LongList>
  );
}

function Row(props: { row: ImportRow | undefined; showFile: boolean; isUnchecked: boolean }) {
  const styles = useStyles();
  const { row } = props;
  if (!row) return <div className={styles.row}>{t('common.loading')}</div>;
  const place = row.line === null ? 'import.record' : 'import.recordAtLine';
  const about = [
    row.journal,
    row.year,
    row.doi,
    props.showFile ? row.file : '',
    t(place, { index: row.index, line: row.line }),
  ];
  return (
    <div className={styles.row}>
      <span className={styles.title}>
        {row.title || t('common.untitled')}{' '}
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
      {(row.changes.length > 0 || row.notes.length > 0) && <Details row={row} />}
    </div>
  );
}

function Details(props: { row: ImportRow }) {
  const styles = useStyles();
  return (
    <ul className={styles.changes}>
      {props.row.changes.map(({ path, before, after }) => (
        <li key={path}>
          {fieldText(path)}: <del className={styles.before}>{before || t('import.nothing')}</del>
          {' → '}
          <ins className={styles.after}>{after || t('import.nothing')}</ins>
        </li>
      ))}
      {props.row.notes.map((note) => (
        <li key={JSON.stringify(note)} className={styles.before}>
          {describe(note)}
        </li>
      ))}
    </ul>
  );
}

import { makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import type { ImportRow, ImportStatus } from '../../../shared/draft/importing.ts';
import type { ImportSource } from '../../../shared/draft/importSource.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { heading3, monospace, outlined, smallSecondary, stack } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { RecordPane } from '../../parts/lists/RecordPane.tsx';
import { useCall } from '../../state/data/queries.ts';
import { formatNumber } from '../../state/format.ts';
import { Fields } from './Fields.tsx';
import { errorsAndWarnings } from './ownRemarks.ts';

const useStyles = makeStyles({
  beside: {
    ...stack,
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
    // The pane is a container (RecordPane), so this is about its own width.
    '@container (min-width: 540px)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
  part: { ...stack, rowGap: tokens.spacingVerticalS, minWidth: 0 },
  heading: heading3,
  place: smallSecondary,
  notes: {
    ...smallSecondary,
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalL,
    overflowWrap: 'anywhere',
  },
  text: {
    ...monospace,
    ...outlined,
    margin: 0,
    padding: tokens.spacingHorizontalS,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    backgroundColor: tokens.colorNeutralBackground2,
  },
});

/** A record as it will be imported, beside the place in the file from which it came. */
export function ImportedRecord(props: {
  status: ImportStatus;
  row: ImportRow;
  isAlone: boolean;
  onClose: () => void;
}) {
  const styles = useStyles();
  const { status, isAlone, onClose } = props;
  const { position } = props.row;
  const { data, error } = useCall('imports.record', { id: status.id, position }, { gcTime: 0 });
  const row = data?.row ?? props.row;
  const title = row.title || t('common.untitled');
  return (
    <RecordPane
      key={position}
      label={t('import.pane.label', { title })}
      recordKey={position}
      isAlone={isAlone}
      backLabel={t('import.pane.back')}
      closeLabel={t('import.pane.close')}
      title={title}
      isText
      isBelowTitle
      onClose={onClose}
    >
      <div className={styles.beside}>
        <section className={styles.part} aria-label={t('import.pane.article')}>
          <h3 className={styles.heading}>{t('import.pane.article')}</h3>
          {error && <ErrorPanel error={error} />}
          {!data && !error && <Spinner size="tiny" label={t('common.loading')} />}
          {data && data.fields.length === 0 && <Text>{t(`import.pane.nothing.${nothingOf(row)}`)}</Text>}
          <Fields
            fields={(data?.fields ?? []).map(({ path, text }) => ({
              key: path,
              name: fieldText(path),
              text,
            }))}
          />
          {data && <Remarks row={data.row} />}
        </section>
        <section className={styles.part} aria-label={t('import.pane.source')}>
          <h3 className={styles.heading}>{t('import.pane.source')}</h3>
          <Text className={styles.place}>
            {[row.file, t(row.line === null ? 'import.record' : 'import.recordAtLine', { ...row })].join(
              ' · ',
            )}
          </Text>
          <Source importId={status.id} position={position} />
        </section>
      </div>
    </RecordPane>
  );
}

/** Why nothing is written: the draft is the same already, or the record is left out. */
function nothingOf({ outcome }: ImportRow): 'unchanged' | 'twice' {
  return outcome === 'twice-in-file' ? 'twice' : 'unchanged';
}

function Remarks({ row: { notes, findings } }: { row: ImportRow }) {
  const styles = useStyles();
  const codes = errorsAndWarnings(findings);
  if (notes.length + codes.length === 0) return null;
  return (
    <ul className={styles.notes} aria-label={t('import.pane.remarks')}>
      {codes.map((code) => (
        <li key={code}>{t(`finding.${code}.kind`)}</li>
      ))}
      {notes.map((note) => (
        <li key={JSON.stringify(note)}>{describe(note)}</li>
      ))}
    </ul>
  );
}

function Source(props: { importId: number; position: number }) {
  const styles = useStyles();
  const { importId: id, position } = props;
  const { data, error } = useCall('imports.source', { id, position }, { gcTime: 0 });
  if (error) return <ErrorPanel error={error} />;
  if (data === undefined) return <Spinner size="tiny" label={t('common.loading')} />;
  if (data === null) return <Text>{t('import.pane.noSource')}</Text>;
  return (
    <>
      {data.kind === 'text' ? <pre className={styles.text}>{data.text}</pre> : <Rows rows={data.rows} />}
      {data.kind === 'text' && data.line === null && (
        <Text className={styles.place}>{t('import.pane.laidOut')}</Text>
      )}
      {data.isCut && <Text className={styles.place}>{t('import.pane.cut')}</Text>}
    </>
  );
}

function Rows({ rows }: Pick<Extract<ImportSource, { kind: 'rows' }>, 'rows'>) {
  const styles = useStyles();
  return rows.map(({ line, cells }) => (
    <div key={line} className={styles.part}>
      {rows.length > 1 && (
        <Text className={styles.place}>{t('import.pane.row', { n: formatNumber(line) })}</Text>
      )}
      <Fields
        fields={cells.map(({ heading, value }, at) => ({
          key: at,
          name: heading || t('import.map.noHeading'),
          text: value,
        }))}
      />
    </div>
  ));
}

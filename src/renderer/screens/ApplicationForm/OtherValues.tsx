import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { LockClosed16Regular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { removeAt, setAt } from '../../../shared/draft/fieldPath.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { useFieldLines } from '../../parts/application/FieldLines.tsx';
import { useView } from '../../parts/application/updateView.ts';
import { valueWords } from '../../parts/application/valueWords.ts';
import { useForm, useRecordPart } from '../../parts/form/formContext.ts';
import { fieldId, notesId } from '../../parts/form/place.ts';
import { FieldNotes } from '../../parts/form/RecordField.tsx';
import { type OtherValue, otherValues, systemValues } from './otherValues.ts';

const useStyles = makeStyles({
  text: { color: tokens.colorNeutralForeground2 },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', rowGap: tokens.spacingVerticalS },
  row: { display: 'flex', alignItems: 'flex-start', columnGap: tokens.spacingHorizontalS },
  value: { flexGrow: 1, minWidth: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  label: { fontWeight: tokens.fontWeightSemibold },
});

/** What came with the record and has no field, and what only the directory sets for the journal. */
export function OtherValues() {
  const { t } = useTranslation();
  const styles = useStyles();
  // Its own list for each record; drawn anew where one of the values is another.
  const key = useRecordPart((record) => JSON.stringify(otherValues(record)));
  const base = useView((view) => view.base);
  const ignored = useView((view) => view.ignored);
  // What the journal has as well stands in the list of the directory's own values.
  const values = (JSON.parse(key) as OtherValue[]).filter(
    ({ path, isSystem }) => !isSystem || base === null || ignored.has(path),
  );
  const kept = base ? systemValues(base) : [];
  return (
    <>
      {kept.length > 0 && (
        <>
          <Text className={styles.text}>{t('application.other.system')}</Text>
          <ul className={styles.list}>
            {kept.map(({ path, value }) => (
              <li key={path} className={styles.row}>
                <LockClosed16Regular />
                <span className={styles.value}>
                  <span className={styles.label}>{fieldText(path)}:</span>{' '}
                  {valueWords(path, value)?.replaceAll('\n', ', ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {values.length > 0 && (
        <>
          <Text className={styles.text}>{t('application.other.unknown')}</Text>
          <ul className={styles.list}>
            {values.map((one) => (
              <li key={one.path}>
                <OtherRow {...one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function OtherRow({ path, value }: OtherValue) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { session } = useForm();
  const { lines } = useFieldLines(path);
  const label = fieldText(path);
  const remove = () =>
    session.edit((record) => removeAt(record, path), {
      section: 'other',
      text: t('article.other.removed', { label }),
      revert: (record) => setAt(record, path, value),
    });
  return (
    <div data-field={path}>
      <div className={styles.row}>
        <span className={styles.value}>
          <span className={styles.label}>{t('common.labelled', { label })}</span> {valueWords(path, value)}
        </span>
        <Button
          id={fieldId(path)}
          size="small"
          aria-label={t('article.other.remove', { label })}
          aria-describedby={notesId(path)}
          onClick={remove}
        >
          {t('application.remove')}
        </Button>
      </div>
      <div id={notesId(path)}>
        <FieldNotes field={path} />
        {lines}
      </div>
    </div>
  );
}

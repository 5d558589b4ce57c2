import { makeStyles, Select, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { serviceMonth } from '../../../shared/text/dates.ts';
import { readText, setText } from '../../parts/article/articleEdits.ts';
import { FieldRow } from '../../parts/form/FieldRow.tsx';
import { useForm, useRecordPart } from '../../parts/form/formContext.ts';
import { fieldId } from '../../parts/form/place.ts';
import { RecordField } from '../../parts/form/RecordField.tsx';
import { formatMonth } from '../../state/format.ts';
import { TextField } from './TextField.tsx';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))',
    alignItems: 'start',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalS,
    '& select': { minWidth: 0 },
  },
});

const fields = [
  'bibjson.year',
  'bibjson.month',
  'bibjson.journal.volume',
  'bibjson.journal.number',
  'bibjson.journal.start_page',
  'bibjson.journal.end_page',
];
const trimmed = (text: string) => text.trim();

/** Year and month, volume, number, pages. */
export function PublicationSection() {
  const { t } = useTranslation();
  const styles = useStyles();
  const text = (path: string, name: string) => (
    <TextField path={path} label={t(`field.${name}`)} tidy={trimmed} hasNotesBelow />
  );
  return (
    <FieldRow fields={fields} className={styles.grid}>
      {text('bibjson.year', 'year')}
      <MonthField />
      {text('bibjson.journal.volume', 'volume')}
      {text('bibjson.journal.number', 'number')}
      {text('bibjson.journal.start_page', 'startPage')}
      {text('bibjson.journal.end_page', 'endPage')}
    </FieldRow>
  );
}

const months = Array.from({ length: 12 }, (_, place) => place + 1);

/** The month by its name; text that the directory does not recognize is kept and shown unchanged. */
function MonthField() {
  const { t } = useTranslation();
  const { session } = useForm();
  const path = 'bibjson.month';
  const text = useRecordPart((record) => readText(record, path));
  const month = serviceMonth(text);
  return (
    <RecordField field={path} label={t('field.month')} hasNotesBelow>
      <Select
        id={fieldId(path)}
        value={month === null ? text : String(month)}
        onChange={(_, data) => session.edit((before) => setText(before, path, data.value))}
      >
        <option value="">{t('common.notGiven')}</option>
        {text !== '' && month === null && <option value={text}>{text}</option>}
        {months.map((one) => (
          <option key={one} value={String(one)}>
            {formatMonth(one)}
          </option>
        ))}
      </Select>
    </RecordField>
  );
}

import { makeStyles, Select, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { serviceMonth } from '../../../shared/text/dates.ts';
import { readText, setText } from '../../parts/article/articleEdits.ts';
import { fieldId } from '../../parts/form/place.ts';
import { formatMonth } from '../../state/format.ts';
import { ArticleField } from './ArticleField.tsx';
import { FieldRow } from './FieldRow.tsx';
import { useForm } from './formContext.ts';
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

/** The month by its name; a text that the directory does not know is kept and shown as it is. */
function MonthField() {
  const { t } = useTranslation();
  const { record, edit } = useForm();
  const path = 'bibjson.month';
  const text = readText(record, path);
  const month = serviceMonth(text);
  return (
    <ArticleField field={path} label={t('field.month')} hasNotesBelow>
      <Select
        id={fieldId(path)}
        value={month === null ? text : String(month)}
        onChange={(_, data) => edit((before) => setText(before, path, data.value))}
      >
        <option value="">{t('common.notGiven')}</option>
        {text !== '' && month === null && <option value={text}>{text}</option>}
        {months.map((one) => (
          <option key={one} value={String(one)}>
            {formatMonth(one)}
          </option>
        ))}
      </Select>
    </ArticleField>
  );
}

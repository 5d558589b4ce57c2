import { makeStyles, Select, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { serviceMonth } from '../../../shared/dates.ts';
import { formatLocale } from '../../parts/format.ts';
import { readText, setText } from './articleEdits.ts';
import { FormField } from './FormField.tsx';
import { useForm } from './formContext.ts';
import { fieldId } from './placeOf.ts';
import { TextField } from './TextField.tsx';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))',
    alignItems: 'start',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalS,
  },
  month: { '& select': { minWidth: 0 } },
});

const trimmed = (text: string) => text.trim();

/** Year and month, volume, number, pages. */
export function PublicationSection() {
  const { t } = useTranslation();
  const styles = useStyles();
  const block = 'bibjson.journal';
  return (
    <div className={styles.grid}>
      <TextField
        path="bibjson.year"
        label={t('article.field.year')}
        tidy={trimmed}
        input={{ inputMode: 'numeric' }}
      />
      <MonthField className={styles.month} />
      <TextField path={`${block}.volume`} label={t('article.field.volume')} tidy={trimmed} />
      <TextField path={`${block}.number`} label={t('article.field.number')} tidy={trimmed} />
      <TextField path={`${block}.start_page`} label={t('article.field.startPage')} tidy={trimmed} />
      <TextField path={`${block}.end_page`} label={t('article.field.endPage')} tidy={trimmed} />
    </div>
  );
}

/** The month by its name; a text that the directory does not know is kept and shown as it is. */
function MonthField(props: { className: string }) {
  const { t } = useTranslation();
  const { record, edit } = useForm();
  const path = 'bibjson.month';
  const text = readText(record, path);
  const month = serviceMonth(text);
  const name = (place: number) =>
    new Intl.DateTimeFormat(formatLocale(), { month: 'long' }).format(new Date(2024, place, 1));
  return (
    <FormField field={path} label={t('article.field.month')}>
      <Select
        id={fieldId(path)}
        className={props.className}
        value={month === null ? text : String(month)}
        onChange={(_, data) => edit((before) => setText(before, path, data.value))}
      >
        <option value="">{t('article.notGiven')}</option>
        {text !== '' && month === null && <option value={text}>{text}</option>}
        {Array.from({ length: 12 }, (_, place) => (
          <option key={name(place)} value={String(place + 1)}>
            {name(place)}
          </option>
        ))}
      </Select>
    </FormField>
  );
}

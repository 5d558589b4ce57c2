import { Select } from '@fluentui/react-components';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { serviceMonth } from '../../../shared/text/dates.ts';
import { setText } from '../../parts/article/articleEdits.ts';
import { useForm, useRecordPart } from '../../parts/form/formContext.ts';
import { fieldId } from '../../parts/form/place.ts';
import { RecordField } from '../../parts/form/RecordField.tsx';
import { RecordInput } from '../../parts/form/RecordInput.tsx';
import { readText } from '../../parts/form/recordEdits.ts';
import { formatMonth } from '../../state/format.ts';

/** A short text in a row of fields. */
export function ShortTextControl({ path }: { path: string }) {
  return (
    <RecordField field={path} label={fieldText(path)} hasNotesBelow>
      <RecordInput path={path} write={setText} tidy={(text) => text.trim()} />
    </RecordField>
  );
}

const months = Array.from({ length: 12 }, (_, index) => index + 1);

/** The month by its name; text that the directory does not recognise is kept and shown unchanged. */
export function MonthControl({ path }: { path: string }) {
  const { session } = useForm();
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

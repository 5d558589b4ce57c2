import { Radio, RadioGroup } from '@fluentui/react-components';
import type { FieldFact } from '../../../shared/application/applicationFields.ts';
import { displaysLicence } from '../../../shared/application/licenceDisplay.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../commonStyles.ts';
import { useForm, useNotes, useRecordPart } from '../form/formContext.ts';
import { fieldId } from '../form/place.ts';
import { answer, dropped, withoutNo } from './applicationEdits.ts';
import { ChoiceFrame } from './FieldFrame.tsx';

/** A question with yes or no. Answering no removes the values that belong to yes, in one step that can be undone. */
export function QuestionControl({ fact }: { fact: FieldFact }) {
  const styles = useCommonStyles();
  const { session } = useForm();
  const { path, control } = fact;
  const isDisplay = control === 'licenceDisplay';
  const value = useRecordPart((record) => (isDisplay ? displaysLicence(record) : getAt(record, path)));
  const hasError = useNotes(path).some((note) => note.severity === 'error');
  const choose = (isYes: boolean) => {
    const before = session.store.getState().record;
    const next = isDisplay ? [isYes ? 'Embed' : 'No'] : isYes;
    const count = isYes ? 0 : dropped(before, path).length;
    const change = (record: DraftRecord) => answer(record, path, next);
    if (count === 0) return session.edit(change);
    session.edit(change, {
      section: fact.section,
      text: t('application.droppedWithNo', { count }),
      revert: (record) => withoutNo(record, before, path),
    });
  };
  return (
    <ChoiceFrame fact={fact}>
      {(labels) => (
        <RadioGroup
          {...labels}
          layout="horizontal"
          className={styles.flexWrap}
          aria-invalid={hasError || undefined}
          value={value === true ? 'yes' : value === false ? 'no' : ''}
          onChange={(_, data) => choose(data.value === 'yes')}
        >
          <Radio id={fieldId(path)} value="yes" label={t('common.yes')} />
          <Radio value="no" label={t('common.no')} />
        </RadioGroup>
      )}
    </ChoiceFrame>
  );
}

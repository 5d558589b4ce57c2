import { codeTyped, nameOf } from '../../../shared/i18n/vocabularyNames.ts';
import { useForm, useRecordPart } from '../form/formContext.ts';
import { fieldId } from '../form/place.ts';
import { readText } from '../form/recordEdits.ts';
import { setText } from './applicationEdits.ts';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldFact } from './fieldFacts.ts';
import { VocabularyBox } from './VocabularyBox.tsx';

/** One country, chosen or typed by code or name. */
export function CountryControl({ fact }: { fact: FieldFact }) {
  const { session } = useForm();
  const { path } = fact;
  const code = useRecordPart((record) => readText(record, path));
  const put = (text: string) => session.edit((record) => setText(record, path, text));
  return (
    <FieldFrame fact={fact}>
      <VocabularyBox
        id={fieldId(path)}
        list="country"
        text={code === '' ? '' : nameOf('country', code)}
        codes={code === '' ? [] : [code]}
        onPick={put}
        onText={(text) => put(codeTyped('country', text))}
      />
    </FieldFrame>
  );
}

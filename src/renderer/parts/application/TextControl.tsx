import { Input } from '@fluentui/react-components';
import { LockClosed16Regular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { parseIssn } from '../../../shared/text/identifiers.ts';
import { useForm, useRecordPart, useValue } from '../form/formContext.ts';
import { LockableInput } from '../form/LockableInput.tsx';
import { fieldId } from '../form/place.ts';
import { readText, setNumber, setText } from './applicationEdits.ts';
import { FieldFrame, useIsFixed } from './FieldFrame.tsx';
import type { FieldFact } from './fieldFacts.ts';
import { useView } from './updateView.ts';
import { valueWords } from './valueWords.ts';

/** A line of text: words, an address, an ISSN, a number. */
export function TextControl({ fact }: { fact: FieldFact }) {
  const { session } = useForm();
  const { path, control } = fact;
  const text = useRecordPart((record) => readText(record, path));
  const isFixed = useIsFixed(path);
  if (isFixed) return <FixedText fact={fact} />;
  const set = control === 'number' ? setNumber : setText;
  const leave = () => {
    const tidied = (control === 'issn' ? parseIssn(text) : null) ?? text.trim();
    if (tidied !== text) session.edit((record) => set(record, path, tidied));
  };
  return (
    <FieldFrame fact={fact}>
      <Input
        id={fieldId(path)}
        value={text}
        inputMode={inputModes[control]}
        onChange={(_, data) => session.edit((record) => set(record, path, data.value))}
        onBlur={leave}
      />
    </FieldFrame>
  );
}

const inputModes: Partial<Record<FieldFact['control'], 'url' | 'numeric'>> = {
  url: 'url',
  number: 'numeric',
};

/** The directory's value, which can be read, reached and copied but not changed here, with the reason. */
function FixedText({ fact }: { fact: FieldFact }) {
  const { t } = useTranslation();
  const { path } = fact;
  const base = useView((view) => view.base);
  const proposed = useValue(path);
  const kept = base ? getAt(base, path) : proposed;
  // Where the draft has another value, the warning gives the reason.
  const isIgnored = useView((view) => view.ignored.has(path));
  return (
    <FieldFrame fact={fact} hint={isIgnored ? '' : t('application.fixed')}>
      <LockableInput
        id={fieldId(path)}
        isLocked
        value={valueWords(path, kept) ?? ''}
        // The directory shows nobody whom it has as the contact.
        placeholder={t(fact.section === 'contact' ? 'application.notPublic' : 'common.nothing')}
        contentBefore={<LockClosed16Regular />}
      />
    </FieldFrame>
  );
}

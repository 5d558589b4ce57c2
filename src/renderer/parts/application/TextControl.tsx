import { LockClosed16Regular } from '@fluentui/react-icons';
import type { FieldFact } from '../../../shared/application/applicationFields.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { parseIssn } from '../../../shared/text/identifiers.ts';
import { useValue } from '../form/formContext.ts';
import { LockableInput } from '../form/LockableInput.tsx';
import { fieldId } from '../form/place.ts';
import { RecordInput } from '../form/RecordInput.tsx';
import { TextButton } from '../texts/TextButton.tsx';
import { setNumber, setText } from './applicationEdits.ts';
import { applicationValueText } from './applicationValueText.ts';
import { FieldFrame, useIsFixed } from './FieldFrame.tsx';
import { useUpdate, useView } from './updateView.ts';

/** A one-line text, address, ISSN or number. */
export function TextControl({ fact }: { fact: FieldFact }) {
  const { path, control } = fact;
  const isFixed = useIsFixed(path);
  if (isFixed) return <FixedText fact={fact} />;
  return (
    <FieldFrame fact={fact}>
      <RecordInput
        path={path}
        inputMode={inputModes[control]}
        write={control === 'number' ? setNumber : setText}
        tidy={(text) => (control === 'issn' ? parseIssn(text) : null) ?? text.trim()}
      />
    </FieldFrame>
  );
}

const inputModes: Partial<Record<FieldFact['control'], 'url' | 'numeric'>> = {
  url: 'url',
  number: 'numeric',
};

/** The directory's value, which can be read, focused and copied but not changed, with the reason. */
function FixedText({ fact }: { fact: FieldFact }) {
  const { path } = fact;
  const base = useView((view) => view.base);
  const proposed = useValue(path);
  const kept = base ? getAt(base, path) : proposed;
  // If the draft has another value, the warning gives the reason.
  const isIgnored = useView((view) => view.ignored.has(path));
  const { writeMessage } = useUpdate();
  const reason = (
    <>
      {t('application.fixed')}{' '}
      <TextButton
        aria-label={t('application.askStaffAbout', { field: fieldText(path) })}
        onClick={() => writeMessage([path])}
      >
        {t('application.askStaff')}
      </TextButton>
    </>
  );
  return (
    <FieldFrame fact={fact} hint={isIgnored ? '' : reason}>
      <LockableInput
        id={fieldId(path)}
        isLocked
        value={applicationValueText(path, kept) ?? ''}
        // The directory does not publish its contacts.
        placeholder={t(fact.section === 'contact' ? 'application.notPublic' : 'common.nothing')}
        contentBefore={<LockClosed16Regular />}
      />
    </FieldFrame>
  );
}

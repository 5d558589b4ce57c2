import { memo } from 'react';
import { useStore } from 'zustand';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { ApplicationField } from '../../parts/application/ApplicationField.tsx';
import { type FieldFact, factsOf, type Section } from '../../parts/application/fieldFacts.ts';
import { hasSection } from '../../parts/application/hasSection.ts';
import { otherApplicationValues } from '../../parts/application/otherApplicationValues.ts';
import { useView } from '../../parts/application/updateView.ts';
import { FormSection } from '../../parts/form/FormSection.tsx';
import { useForm, useRecordPart } from '../../parts/form/formContext.ts';
import type { SectionEvents } from '../../parts/form/RecordForm.tsx';
import { useLanguage } from '../../parts/useLanguage.ts';
import type { RecordSession } from '../../state/recordSession.ts';
import { OtherData } from './OtherData.tsx';

/** One section with its fields; absent while it has none to show. */
export const ApplicationSection = memo(function ApplicationSection(
  props: SectionEvents & { session: RecordSession<Application>; section: Section },
) {
  useLanguage();
  const { session, section } = props;
  const facts = factsOf(section);
  const isThere = useIsThere(section, facts);
  const hasUndo = useStore(session.store, ({ undo }) => undo?.section === section);
  // A step can be reverted even if its field is no longer shown.
  if (!isThere && !hasUndo) return null;
  return (
    <FormSection
      session={session}
      section={section}
      heading="h2"
      title={t(`application.section.${section}`)}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
    >
      {facts.map((fact) => (
        <ApplicationField key={fact.path} fact={fact} />
      ))}
      {section === 'other' && <OtherData />}
    </FormSection>
  );
});

/** Returns true if the section has content, or a change while only changes are shown. */
function useIsThere(section: Section, facts: readonly FieldFact[]): boolean {
  const { account } = useForm();
  const paths = facts.map((fact) => fact.path);
  const isSaidOf = useView(({ changes, ignored, stored }) =>
    paths.some((path) => changes.has(path) || ignored.has(path) || stored.has(path)),
  );
  const isChangesOnly = useView((view) => view.isChangesOnly && view.base !== null);
  const base = useView((view) => view.base);
  const hasContent = useRecordPart((record) => hasSection(section, record, base, account.dialect));
  const hasOther = useRecordPart(
    (record) => section === 'other' && otherApplicationValues(record).length > 0,
  );
  if (isChangesOnly && section === 'other') return hasOther;
  if (isChangesOnly) return isSaidOf;
  return hasContent || isSaidOf;
}

import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import { ApplicationField } from '../../parts/application/ApplicationField.tsx';
import { type FieldFact, factsOf, type Section } from '../../parts/application/fieldFacts.ts';
import { useView } from '../../parts/application/updateView.ts';
import { FormSection } from '../../parts/form/FormSection.tsx';
import { useForm, useRecordPart } from '../../parts/form/formContext.ts';
import type { RecordSession } from '../../state/recordSession.ts';
import { hasSection } from './hasSection.ts';
import { OtherValues } from './OtherValues.tsx';
import { otherValues } from './otherValues.ts';

/** One section with its fields; not there while it has none to show. */
export const ApplicationSection = memo(function ApplicationSection(props: {
  session: RecordSession<Application>;
  section: Section;
  onFocus: Parameters<typeof FormSection>[0]['onFocus'];
  onBlur: Parameters<typeof FormSection>[0]['onBlur'];
}) {
  const { t } = useTranslation();
  const { session, section } = props;
  const facts = factsOf(section);
  const isThere = useIsThere(section, facts);
  const undo = useStore(session.store, (state) => (state.undo?.section === section ? state.undo : null));
  // What was taken back can be undone, also where its field is shown no more.
  if (!isThere && !undo) return null;
  return (
    <FormSection
      section={section}
      heading="h2"
      title={t(`application.section.${section}`)}
      undo={undo ? { text: undo.text, onUndo: session.revert } : null}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
    >
      {facts.map((fact) => (
        <ApplicationField key={fact.path} fact={fact} />
      ))}
      {section === 'other' && <OtherValues />}
    </FormSection>
  );
});

/** Always there but for the last two and but for sections without a change where only changes are shown. */
function useIsThere(section: Section, facts: readonly FieldFact[]): boolean {
  const { account } = useForm();
  const paths = facts.map((fact) => fact.path);
  const isSaidOf = useView(({ changes, ignored, stored }) =>
    paths.some((path) => changes.has(path) || ignored.has(path) || stored.has(path)),
  );
  const isChangesOnly = useView((view) => view.isChangesOnly && view.base !== null);
  const base = useView((view) => view.base);
  const hasContent = useRecordPart((record) => hasSection(section, record, base, account.dialect));
  const hasOther = useRecordPart((record) => section === 'other' && otherValues(record).length > 0);
  if (isChangesOnly && section === 'other') return hasOther;
  if (isChangesOnly) return isSaidOf;
  return hasContent || isSaidOf;
}

import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { LockClosed16Regular } from '@fluentui/react-icons';
import { memo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { FieldFact, SectionName } from '../../../shared/application/applicationFields.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { ApplicationField, isUsed } from '../../parts/application/ApplicationField.tsx';
import { applicationForm } from '../../parts/application/applicationDefinition.ts';
import { factsOf } from '../../parts/application/applicationPlaces.ts';
import { applicationValueText } from '../../parts/application/applicationValueText.ts';
import { FieldLines } from '../../parts/application/FieldLines.tsx';
import { hasSection } from '../../parts/application/hasSection.ts';
import {
  isSystemValue,
  otherApplicationValues,
  systemValues,
} from '../../parts/application/otherApplicationValues.ts';
import { useView } from '../../parts/application/updateView.ts';
import { OtherValues } from '../../parts/form/comparison/OtherValues.tsx';
import { useForm, useRecordPart } from '../../parts/form/formContext.ts';
import { FormSection } from '../../parts/form/page/FormSection.tsx';
import type { SectionEvents } from '../../parts/form/RecordForm.tsx';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import type { RecordSession } from '../../state/records/recordSession.ts';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', rowGap: tokens.spacingVerticalS },
  row: { display: 'flex', alignItems: 'flex-start', columnGap: tokens.spacingHorizontalS },
  value: { flexGrow: 1, minWidth: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  label: { fontWeight: tokens.fontWeightSemibold },
});

/** One section with its fields; absent while it has none to show. */
export const ApplicationSection = memo(function ApplicationSection(
  props: SectionEvents & { session: RecordSession<Application>; section: SectionName },
) {
  useLanguage();
  const { session, section } = props;
  const facts = factsOf(section);
  const isThere = useIsThere(section, facts);
  const hasUndo = useStore(session.store, ({ undo }) => undo?.section === section);
  // A step can be reverted even if its field is no longer shown.
  if (!isThere && !hasUndo && !facts.some(isUsed)) return null;
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
function useIsThere(section: SectionName, facts: readonly FieldFact[]): boolean {
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

/** The values that only the directory sets for the journal, and those of the record without a field. */
function OtherData() {
  const styles = useStyles();
  const { store } = useForm().session;
  const paths = useStore(
    store,
    useShallow(({ record }) => applicationForm.otherPaths(record)),
  );
  const base = useView((view) => view.base);
  const ignored = useView((view) => view.ignored);
  const kept = base ? systemValues(base) : [];
  return (
    <>
      {kept.length > 0 && (
        <>
          <Text>{t('application.other.system')}</Text>
          <ul className={styles.list}>
            {kept.map(({ path, value }) => (
              <li key={path} className={styles.row}>
                <LockClosed16Regular />
                <span className={styles.value}>
                  <span className={styles.label}>{fieldText(path)}:</span>{' '}
                  {applicationValueText(path, value)?.replaceAll('\n', ', ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <OtherValues
        name={t('application.section.other')}
        text={t('application.other.unknown')}
        // The list above shows the system values that the journal has as well.
        paths={paths.filter((path) => !isSystemValue(path) || base === null || ignored.has(path))}
        textOf={applicationValueText}
        below={(path) => <FieldLines path={path} />}
      />
    </>
  );
}

import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo, type ReactElement } from 'react';
import type { ApplicationControl, FieldFact } from '../../../shared/application/applicationFields.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { readText } from '../../../shared/draft/recordEdits.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { codeTyped, nameOf } from '../../../shared/i18n/vocabularyNames.ts';
import { stack, visuallyHidden } from '../commonStyles.ts';
import { useForm, useRecordPart } from '../form/formContext.ts';
import { fieldId } from '../form/place.ts';
import { useLanguage } from '../texts/useLanguage.ts';
import { setText } from './applicationEdits.ts';
import { isRelevant } from './applicationPlaces.ts';
import { applicationValueText } from './applicationValueText.ts';
import { FieldFrame } from './FieldFrame.tsx';
import { LanguagesControl } from './LanguagesControl.tsx';
import { LicencesControl } from './LicencesControl.tsx';
import { PricesControl } from './PricesControl.tsx';
import { QuestionControl } from './QuestionControl.tsx';
import { ChoicesControl, TagsControl } from './TagsControl.tsx';
import { TextControl } from './TextControl.tsx';
import { useView } from './updateView.ts';
import { VocabularyBox } from './VocabularyBox.tsx';

const useStyles = makeStyles({
  pair: {
    ...stack,
    gap: tokens.spacingHorizontalXL,
    rowGap: tokens.spacingVerticalXS,
    alignItems: 'start',
    '@container (min-width: 760px)': { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' },
  },
  theirs: { display: 'grid', rowGap: tokens.spacingVerticalXXS },
  label: { position: 'relative', fontWeight: tokens.fontWeightSemibold },
  // Side by side, the columns have their own headings.
  prefix: { '@container (min-width: 760px)': visuallyHidden },
  value: {
    padding: `5px ${tokens.spacingHorizontalS}`,
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  none: { color: tokens.colorNeutralForeground3 },
  differs: { borderLeft: `3px solid ${tokens.colorBrandStroke1}`, paddingLeft: tokens.spacingHorizontalS },
});

const controls: Record<ApplicationControl, (props: { fact: FieldFact }) => ReactElement> = {
  text: TextControl,
  url: TextControl,
  issn: TextControl,
  number: TextControl,
  question: QuestionControl,
  licenceDisplay: QuestionControl,
  country: CountryControl,
  languages: LanguagesControl,
  keywords: TagsControl,
  names: TagsControl,
  choices: ChoicesControl,
  licences: LicencesControl,
  prices: PricesControl,
};

/** One field if it is shown: the proposed value, beside the journal's value if both are shown. */
export const ApplicationField = memo(function ApplicationField({ fact }: { fact: FieldFact }) {
  useLanguage();
  const styles = useStyles();
  const isShown = useIsShown(fact);
  const isSideBySide = useView((view) => view.isSideBySide && view.base !== null);
  const isChanged = useView((view) => view.changes.has(fact.path) || view.ignored.has(fact.path));
  if (!isShown && !isUsed(fact)) return null;
  const Control = controls[fact.control];
  if (!isSideBySide) return <Control fact={fact} />;
  return (
    <div className={styles.pair}>
      <TheirValue path={fact.path} />
      <div className={mergeClasses(isChanged && styles.differs)}>
        <Control fact={fact} />
      </div>
    </div>
  );
});

/** The user is in the field, which stays, even if its text is for a moment none to show. */
export function isUsed({ path }: FieldFact): boolean {
  return document.activeElement?.closest(`[data-field="${path}"]`) != null;
}

/** Returns true if the field matters for this record and the view, or has a change to report. */
function useIsShown(fact: FieldFact): boolean {
  const { account } = useForm();
  const hasReport = useView(
    (view) => view.changes.has(fact.path) || view.ignored.has(fact.path) || view.stored.has(fact.path),
  );
  const isChangesOnly = useView((view) => view.isChangesOnly && view.base !== null);
  const isRelevantNow = useRecordPart((record) => isRelevant(fact, record, account.dialect));
  return hasReport || (isRelevantNow && !isChangesOnly);
}

/** The journal's own value, for comparison. */
function TheirValue({ path }: { path: string }) {
  const styles = useStyles();
  const value = useView((view) => getAt(view.base, path));
  const inWords = applicationValueText(path, value);
  return (
    <div className={styles.theirs}>
      <span className={styles.label}>
        <span className={styles.prefix}>{t('application.theirs')} </span>
        {fieldText(path)}
      </span>
      <span className={mergeClasses(styles.value, inWords === undefined && styles.none)}>
        {inWords ?? t('common.nothing')}
      </span>
    </div>
  );
}

/** One country, chosen or typed by code or name. */
function CountryControl({ fact }: { fact: FieldFact }) {
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

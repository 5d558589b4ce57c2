import { makeStyles, Select, Text, tokens } from '@fluentui/react-components';
import { memo, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { ArticleSection as Section } from '../../../shared/article/articleFields.ts';
import { readText } from '../../../shared/draft/recordEdits.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { serviceMonth } from '../../../shared/text/dates.ts';
import { articleForm } from '../../parts/article/articleDefinition.ts';
import { setText } from '../../parts/article/articleEdits.ts';
import { type FormField, formFields } from '../../parts/article/articlePlaces.ts';
import { OtherValues } from '../../parts/form/comparison/OtherValues.tsx';
import { FieldRow } from '../../parts/form/FieldRow.tsx';
import { useForm, useRecordPart } from '../../parts/form/formContext.ts';
import { FormSection } from '../../parts/form/page/FormSection.tsx';
import { fieldId } from '../../parts/form/place.ts';
import { RecordField } from '../../parts/form/RecordField.tsx';
import type { SectionEvents } from '../../parts/form/RecordForm.tsx';
import { RecordInput } from '../../parts/form/RecordInput.tsx';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { formatMonth, formatNumber } from '../../state/format.ts';
import { AuthorsControl } from './AuthorsControl.tsx';
import { useArticle, useDraftPart } from './articleContext.ts';
import { CrossrefPanel } from './CrossrefPanel.tsx';
import { DuplicatesPanel } from './DuplicatesPanel.tsx';
import { JournalControl } from './JournalControl.tsx';
import { KeywordsControl } from './KeywordsControl.tsx';
import { DoiControl, LinksControl } from './LinkControls.tsx';
import { AbstractControl, TitleControl } from './TitleControls.tsx';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))',
    alignItems: 'start',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalS,
    '& select': { minWidth: 0 },
  },
  notes: { margin: 0, paddingLeft: tokens.spacingHorizontalXL },
});

const controls: Record<FormField['control'], (props: { path: string }) => ReactElement> = {
  journal: JournalControl,
  title: TitleControl,
  abstract: AbstractControl,
  authors: AuthorsControl,
  doi: DoiControl,
  links: LinksControl,
  text: ShortTextControl,
  month: MonthControl,
  keywords: KeywordsControl,
};

export const ArticleSection = memo(function ArticleSection(props: SectionEvents & { section: Section }) {
  useLanguage();
  const styles = useStyles();
  const { session } = useArticle();
  const { section, onFocus, onBlur } = props;
  const fields = formFields.filter((field) => field.section === section);
  const content = fields.map(({ path, control }) => {
    const Control = controls[control];
    return <Control key={path} path={path} />;
  });
  return (
    <FormSection
      session={session}
      section={section}
      title={t(`article.section.${section}`)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {section === 'publication' ? (
        <FieldRow fields={fields.map(({ path }) => path)} className={styles.row}>
          {content}
        </FieldRow>
      ) : (
        content
      )}
      {section === 'links' && <CrossrefPanel />}
      {section === 'links' && <DuplicatesPanel />}
      {section === 'other' && <OtherData />}
    </FormSection>
  );
});

/** The origin of the record, the notes of its import, and its values without a field. */
function OtherData() {
  const styles = useStyles();
  const place = useDraftPart((draft) => draft.place);
  const notes = useDraftPart((draft) => draft.notes);
  const { store } = useForm().session;
  const paths = useStore(
    store,
    useShallow(({ record }) => articleForm.otherPaths(record)),
  );
  return (
    <>
      {place && (
        <Text>
          {t(place.line === null ? 'article.other.place' : 'article.other.placeLine', {
            file: place.file,
            index: formatNumber(place.index),
            line: formatNumber(place.line ?? 0),
          })}
        </Text>
      )}
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={t('article.other.notes')}>
          {[...new Set(notes.map((note) => describe(note)))].map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <OtherValues name={t('article.section.other')} text={t('article.other.kept')} paths={paths} />
      {paths.length === 0 && !place && notes.length === 0 && <Text>{t('article.other.none')}</Text>}
    </>
  );
}

/** A short text in a row of fields. */
function ShortTextControl({ path }: { path: string }) {
  return (
    <RecordField field={path} label={fieldText(path)} hasNotesBelow>
      <RecordInput path={path} write={setText} tidy={(text) => text.trim()} />
    </RecordField>
  );
}

const months = Array.from({ length: 12 }, (_, index) => index + 1);

/** The month by its name; text that the directory does not recognise is kept and shown unchanged. */
function MonthControl({ path }: { path: string }) {
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

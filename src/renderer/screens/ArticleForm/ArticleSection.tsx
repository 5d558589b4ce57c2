import { makeStyles, tokens } from '@fluentui/react-components';
import { memo, type ReactElement } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { type ArticleField, articleFields, type Section } from '../../parts/article/articleFields.ts';
import { FieldRow } from '../../parts/form/FieldRow.tsx';
import { FormSection } from '../../parts/form/FormSection.tsx';
import type { SectionEvents } from '../../parts/form/RecordForm.tsx';
import { useLanguage } from '../../parts/useLanguage.ts';
import { AuthorsControl } from './AuthorsControl.tsx';
import { useArticle } from './articleContext.ts';
import { DuplicatesPanel } from './DuplicatesPanel.tsx';
import { JournalControl } from './JournalControl.tsx';
import { KeywordsControl } from './KeywordsControl.tsx';
import { DoiControl, LinksControl } from './LinkControls.tsx';
import { OtherData } from './OtherData.tsx';
import { MonthControl, ShortTextControl } from './PublicationControls.tsx';
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
});

const controls: Record<ArticleField['control'], (props: { path: string }) => ReactElement> = {
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
  const fields = articleFields.filter((field) => field.section === section);
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
      {section === 'links' && <DuplicatesPanel />}
      {section === 'other' && <OtherData />}
    </FormSection>
  );
});

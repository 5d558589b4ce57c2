import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { articleDiffOrder } from '../../parts/article/articleDiffOrder.ts';
import { compareRecords } from '../../parts/form/compareRecords.ts';
import { FieldComparison } from '../../parts/form/FieldComparison.tsx';
import { useLanguage } from '../../parts/useLanguage.ts';
import { comparableArticle } from './comparableArticle.ts';

/** Compares an article of the directory with the draft that has the same DOI or address. */
export function ArticleComparison(props: { there: DraftRecord; here: DraftRecord }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { there, here } = props;
  const differences = useMemo(
    () => compareRecords(comparableArticle(there), comparableArticle(here), articleDiffOrder),
    [language, there, here],
  );
  return (
    <>
      {differences.every(({ isSame }) => isSame) && <p>{t('search.compare.same')}</p>}
      <FieldComparison
        name={t('search.compare.table')}
        titles={{ left: t('search.compare.there'), right: t('search.compare.here') }}
        differences={differences}
      />
    </>
  );
}

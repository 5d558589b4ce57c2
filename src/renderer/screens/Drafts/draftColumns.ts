import { useMemo } from 'react';
import type { DraftSort } from '../../../shared/draft/draft.ts';
import { isAssigned } from '../../../shared/draft/facets.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Language } from '../../../shared/languages.ts';
import type { GridColumn } from '../../parts/grid/gridLayout.ts';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { useIsShared } from '../../state/data/office.ts';

/** The columns that the list of drafts can show; the last ones are optional. */
export const draftColumns: readonly (Omit<GridColumn, 'label' | 'isSortable'> & { key: DraftSort['by'] })[] =
  [
    { key: 'title', track: 'minmax(0, 3fr)', from: 0 },
    { key: 'authors', track: 'minmax(0, 2fr)', from: 1000, isStacked: false },
    { key: 'journal', track: 'minmax(0, 2fr)', from: 730, isStacked: false },
    { key: 'year', track: '60px', from: 620, isStacked: false },
    { key: 'readiness', track: '112px', from: 0 },
    { key: 'sync', track: '176px', from: 0 },
    { key: 'review', track: '136px', from: 760 },
    { key: 'assignee', track: '96px', from: 860 },
    { key: 'updated', track: '88px', from: 840, isStacked: false },
    { key: 'doi', track: 'minmax(0, 1fr)', from: 480, isStacked: false, isOptional: true },
    { key: 'issue', track: '80px', from: 480, isStacked: false, isOptional: true },
    { key: 'finding', track: 'minmax(0, 2fr)', from: 480, isStacked: false, isOptional: true },
    { key: 'sent', track: '104px', from: 480, isStacked: false, isOptional: true },
  ];

/** Wider tracks for the badges of a language with longer words than English. */
const roomy: Partial<Record<Language, Readonly<Record<string, string>>>> = {
  fr: { readiness: '168px', sync: '196px' },
};

/** The track of a column in that language. */
export function trackIn(language: Language, { key, track }: Pick<GridColumn, 'key' | 'track'>): string {
  return roomy[language]?.[key] ?? track;
}

/** The columns of the list of drafts, in the current language. */
export function useDraftColumns(): readonly GridColumn[] {
  const language = useLanguage();
  const isShared = useIsShared();
  return useMemo(
    () =>
      draftColumns
        .filter(({ key }) => isShared || !isAssigned(key))
        .map((fact) => ({
          ...fact,
          track: trackIn(language, fact),
          label: t(`drafts.column.${fact.key}`),
          isSortable: true,
        })),
    [language, isShared],
  );
}

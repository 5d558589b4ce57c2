import { useMemo } from 'react';
import type { ApplicationSort } from '../../../shared/application/applicationDraft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { GridColumn } from '../../parts/grid/gridLayout.ts';
import { useLanguage } from '../../parts/texts/useLanguage.ts';

const columnFacts: readonly (Omit<GridColumn, 'label'> & { key: ApplicationSort['by'] | 'changes' })[] = [
  { key: 'title', track: 'minmax(0, 3fr)', from: 0 },
  { key: 'standing', track: 'minmax(170px, 2fr)', from: 0 },
  { key: 'readiness', track: '124px', from: 520 },
  { key: 'kind', track: '136px', from: 700 },
  { key: 'changed', track: '100px', from: 820 },
  { key: 'asked', track: '104px', from: 920 },
  { key: 'changes', track: 'minmax(0, 2fr)', from: 480, isStacked: false, isOptional: true },
];

/** The columns of the list of applications and Update Requests. */
export function useRequestColumns(): readonly GridColumn[] {
  const language = useLanguage();
  return useMemo(
    () =>
      columnFacts.map((fact) => ({
        ...fact,
        label: t(`requests.column.${fact.key}`),
        isSortable: fact.key !== 'changes',
      })),
    [language],
  );
}

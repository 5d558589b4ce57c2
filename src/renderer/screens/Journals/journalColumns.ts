import { useMemo } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { GridColumn } from '../../parts/grid/gridLayout.ts';
import { useLanguage } from '../../parts/texts/useLanguage.ts';

const columnFacts: readonly Omit<GridColumn, 'label' | 'isSortable'>[] = [
  { key: 'title', track: 'minmax(0, 4fr)', from: 0 },
  { key: 'request', track: '196px', from: 480 },
  { key: 'issns', track: '190px', from: 680 },
  { key: 'publisher', track: 'minmax(0, 2fr)', from: 760 },
  { key: 'drafts', track: '92px', from: 880 },
];

/** Columns with local data, which the directory cannot sort by. */
const onlyHere: readonly string[] = ['request', 'drafts'];

/** The columns of a list of journals: the account's own, or those found in the directory. */
export function useJournalColumns(scope: 'mine' | 'directory'): readonly GridColumn[] {
  const language = useLanguage();
  return useMemo(
    () =>
      columnFacts.map((fact) => ({
        ...fact,
        label: t(`journals.column.${fact.key}`),
        isSortable: scope === 'mine' || !onlyHere.includes(fact.key),
      })),
    [scope, language],
  );
}

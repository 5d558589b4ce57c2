import { type ReactNode, useMemo } from 'react';
import type { DraftRow, DraftSort } from '../../../shared/draft/draft.ts';
import { isAssigned } from '../../../shared/draft/facets.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Language } from '../../../shared/languages.ts';
import { ReadinessBadge, ReviewBadge, SyncBadge } from '../../parts/Badges.tsx';
import { QuietCell, TitleCell } from '../../parts/grid/cells.tsx';
import type { Cells } from '../../parts/grid/GridRow.tsx';
import type { GridColumn } from '../../parts/grid/gridLayout.ts';
import { WithPeople } from '../../parts/office/WithPeople.tsx';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { useIsShared } from '../../state/data/office.ts';
import { formatDay, formatRecent } from '../../state/format.ts';

/** What the cells of a row show besides the row: the colleagues who have it open, and whether ISSNs are not checked. */
interface RowContext {
  people: readonly string[];
  isUnchecked: boolean;
}

interface DraftColumn extends Omit<GridColumn, 'key' | 'label' | 'isSortable'> {
  cell: (row: DraftRow, context: RowContext) => ReactNode;
}

const quiet = (text: string) => <QuietCell tip={text}>{text}</QuietCell>;

/** The columns that the list of drafts can show, with their cells; the last ones are optional. */
const columns: Readonly<Record<DraftSort['by'], DraftColumn>> = {
  title: {
    track: 'minmax(0, 3fr)',
    from: 0,
    cell: ({ title }, { people }) => (
      <WithPeople people={people}>
        <TitleCell title={title} />
      </WithPeople>
    ),
  },
  authors: { track: 'minmax(0, 2fr)', from: 1000, isStacked: false, cell: ({ authors }) => quiet(authors) },
  journal: { track: 'minmax(0, 2fr)', from: 730, isStacked: false, cell: ({ journal }) => quiet(journal) },
  year: { track: '60px', from: 620, isStacked: false, cell: ({ year }) => year },
  readiness: {
    track: '112px',
    from: 0,
    cell: ({ readiness, undecided, errors, warnings, sync }, { isUnchecked }) => (
      <ReadinessBadge
        readiness={readiness}
        undecided={undecided}
        errors={errors}
        warnings={warnings}
        isUnchecked={isUnchecked}
        isRefused={sync === 'refused'}
      />
    ),
  },
  sync: {
    track: '176px',
    from: 0,
    cell: ({ sync, sentAt, deletedAt, retry }) => (
      <SyncBadge sync={sync} sentAt={sentAt} deletedAt={deletedAt} retry={retry} />
    ),
  },
  review: { track: '136px', from: 760, cell: ({ review }) => <ReviewBadge review={review} /> },
  assignee: { track: '96px', from: 860, cell: ({ assignee }) => quiet(assignee ?? '') },
  updated: {
    track: '88px',
    from: 840,
    isStacked: false,
    cell: ({ updatedAt }) => <QuietCell>{formatRecent(updatedAt)}</QuietCell>,
  },
  doi: {
    track: 'minmax(0, 1fr)',
    from: 480,
    isStacked: false,
    isOptional: true,
    cell: ({ doi }) => quiet(doi),
  },
  issue: { track: '80px', from: 480, isStacked: false, isOptional: true, cell: ({ issue }) => issue },
  finding: {
    track: 'minmax(0, 2fr)',
    from: 480,
    isStacked: false,
    isOptional: true,
    cell: ({ finding, undecided }) =>
      quiet(undecided === null ? describe(finding) : t(`drafts.undecided.${undecided}`)),
  },
  sent: {
    track: '104px',
    from: 480,
    isStacked: false,
    isOptional: true,
    cell: ({ sentAt }) => <QuietCell>{sentAt === null ? '' : formatDay(sentAt)}</QuietCell>,
  },
};

export const draftColumns = (Object.keys(columns) as DraftSort['by'][]).map((key) => ({
  key,
  ...columns[key],
}));

export function cellsOf(row: DraftRow, context: RowContext): Cells {
  if (row.finding?.key === 'drafts.unreadable') return unreadableCells(row);
  return Object.fromEntries(draftColumns.map(({ key, cell }) => [key, cell(row, context)]));
}

/** Nothing else is known of a row that cannot be read. */
function unreadableCells({ title: known, finding }: DraftRow): Cells {
  const title = t('drafts.unreadableTitle', { title: known || t('common.untitled') });
  return {
    title: <span title={`${title}\n${describe(finding)}`}>{title}</span>,
    finding: quiet(describe(finding)),
  };
}

/** Wider tracks for the badges in other languages, whose words are longer than in English. */
const roomy: Readonly<Record<string, string>> = { readiness: '168px', sync: '196px' };

/** The track of a column in that language. */
export function trackIn(language: Language, { key, track }: Pick<GridColumn, 'key' | 'track'>): string {
  return (language === 'en' ? undefined : roomy[key]) ?? track;
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

import type { DraftFilter } from '../../../shared/draft/draft.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { isCountedYear } from '../../../shared/overview/countedYears.ts';
import { ageLimits, type CoverageName, coverageNames } from '../../../shared/overview/coverage.ts';
import type { JournalOverview, Overview, YearOverview } from '../../../shared/overview/overview.ts';
import type { WatchDay } from '../../../shared/watch/watch.ts';
import { formatDay, formatMonthOf, formatNumber, formatPercent } from '../../state/format.ts';
import { go, hrefOf } from '../../state/navigation/route.ts';
import { defaultSort, filterToQuery } from '../../state/records/filterQuery.ts';
import { type RequestList, showAllRequests } from '../../state/records/requestsView.ts';

/** The records behind a number. */
type Behind = { drafts: DraftFilter } | { requests: RequestList } | { screen: 'journals' | 'watch' };

export interface Cell {
  /** null: unknown. */
  value: number | null;
  /** As shown; default: the number. */
  text?: string;
  behind?: Behind;
}

/** Numbers that are shown as a chart or a table, with one row for each bar or group of bars. */
export interface Figure {
  name: 'years' | 'coverage' | 'sent' | 'refusals' | 'requests' | 'journals' | 'present' | 'deleted';
  /** `bars`: horizontal, of the first series; `groups`: side by side; `stacks`: on top of each other; null: only a table. */
  chart: 'bars' | 'groups' | 'stacks' | null;
  /** The heading of the first column. */
  rowHead: string;
  series: readonly { key: string; name: string }[];
  rows: readonly { key: string; label: string; cells: readonly Cell[] }[];
}

/** The journal and year that the figures are about; null: all. */
export interface Choice {
  journal: string | null;
  year: string | null;
}

/** The journals that a figure is limited to; null: it is about all. */
type Chosen = readonly JournalOverview[] | null;

/** All figures of the screen; those about articles depend on the choice. */
export function figuresOf(overview: Overview, choice: Choice): Figure[] {
  const journals = overview.journals.filter(({ key }) => choice.journal === null || key === choice.journal);
  const chosen = choice.journal === null ? null : journals;
  return [
    yearsFigure(journals, chosen),
    coverageFigure(journals, chosen, choice),
    journalsFigure(journals, choice),
    sentFigure(overview),
    refusalsFigure(overview),
    requestsFigure(overview),
  ];
}

/** Points of time that a figure has at most. */
const maxPoints = 13;

/** The articles at the directory over time, and those that it deleted and people put right; days while there are few, then the ends of months. */
export function watchFigures(history: readonly WatchDay[]): Figure[] {
  const isDays = history.length <= maxPoints;
  const ends = new Map(history.map((day) => [day.day.slice(0, 7), day]));
  const points = (isDays ? history : [...ends.values()]).slice(-maxPoints);
  const pointsOf = (...names: ('present' | 'deleted' | 'putRight')[]) => ({
    chart: 'groups' as const,
    rowHead: t('overview.date'),
    series: names.map((name) => ({ key: name, name: t(`overview.${name}`) })),
    rows: points.map((point) => ({
      key: point.day,
      label: isDays ? formatDay(point.day) : formatMonthOf(point.day.slice(0, 7)),
      cells: names.map((name) => ({
        value: point[name],
        ...(name === 'present' ? {} : toWatch(point[name])),
      })),
    })),
  });
  return [
    { name: 'present', ...pointsOf('present') },
    { name: 'deleted', ...pointsOf('deleted', 'putRight') },
  ];
}

function toWatch(count: number): Pick<Cell, 'behind'> {
  return count > 0 ? { behind: { screen: 'watch' } } : {};
}

/** The years of the journals, latest first. */
export function yearsOf(journals: readonly JournalOverview[]): string[] {
  const years = new Set(journals.flatMap((journal) => journal.years.map(({ year }) => year)));
  return [...years].sort((a, b) => (a < b ? 1 : -1));
}

function yearsFigure(journals: readonly JournalOverview[], chosen: Chosen): Figure {
  const years = yearsOf(journals).reverse();
  const rows = years.map((year) => {
    const sums = addUp(journals, year);
    return {
      key: year,
      label: year || t('overview.otherYears'),
      cells: [{ value: sums.directory }, countCell(sums.drafts, { drafts: filterOf(chosen, year) })],
    };
  });
  return {
    name: 'years',
    chart: hasNumbers(rows) ? 'groups' : null,
    rowHead: t('overview.year'),
    series: [
      { key: 'directory', name: t('overview.atDirectory') },
      { key: 'drafts', name: t('overview.inColophon') },
    ],
    rows,
  };
}

function coverageFigure(journals: readonly JournalOverview[], chosen: Chosen, choice: Choice): Figure {
  const sums = addUp(journals, choice.year);
  return {
    name: 'coverage',
    chart: 'bars',
    rowHead: t('overview.element'),
    series: [{ key: 'share', name: t('overview.share') }],
    rows: coverageNames.map((name) => ({
      key: name,
      label: t(`overview.coverage.${name}`),
      cells: [shareCell(sums, name, filterOf(chosen, choice.year))],
    })),
  };
}

function journalsFigure(journals: readonly JournalOverview[], choice: Choice): Figure {
  return {
    name: 'journals',
    chart: null,
    rowHead: t('overview.journal'),
    series: [
      { key: 'directory', name: t('overview.atDirectory') },
      { key: 'drafts', name: t('overview.inColophon') },
      ...coverageNames.map((name) => ({ key: name, name: t(`overview.coverage.${name}`) })),
    ],
    rows: journals.map((journal) => {
      const sums = addUp([journal], choice.year);
      const filter = filterOf([journal], choice.year);
      return {
        key: journal.key,
        label: journal.title || t('overview.noJournal'),
        cells: [
          { value: sums.directory },
          countCell(sums.drafts, { drafts: filter }),
          ...coverageNames.map((name) => shareCell(sums, name, filter)),
        ],
      };
    }),
  };
}

function sentFigure({ sent }: Overview): Figure {
  return {
    name: 'sent',
    chart: 'stacks',
    rowHead: t('overview.month'),
    series: [
      { key: 'articles', name: t('overview.articles') },
      { key: 'applications', name: t('overview.applications') },
    ],
    rows: sent.map(({ month, articles, applications }) => ({
      key: month,
      label: formatMonthOf(month),
      cells: [
        countCell(articles, { drafts: { sentIn: month } }),
        countCell(applications, { requests: 'all' }),
      ],
    })),
  };
}

function refusalsFigure({ refusals }: Overview): Figure {
  return {
    name: 'refusals',
    chart: 'bars',
    rowHead: t('overview.reason'),
    series: [
      { key: 'articles', name: t('overview.articles') },
      { key: 'applications', name: t('overview.applications') },
    ],
    rows: refusals.map(({ code, message, articles, applications }) => ({
      key: code,
      label: describe(message),
      cells: [
        countCell(articles, { drafts: { refusal: code } }),
        countCell(applications, { requests: 'problems' }),
      ],
    })),
  };
}

function requestsFigure({ requests }: Overview): Figure {
  return {
    name: 'requests',
    chart: 'stacks',
    rowHead: t('overview.state'),
    series: [
      ...ageLimits.map((days) => ({
        key: String(days),
        name: t('overview.upToDays', { count: days, n: formatNumber(days) }),
      })),
      { key: 'older', name: t('overview.longer') },
    ],
    rows: requests.map(({ group, ages }) => ({
      key: group,
      label: t(`requests.list.${group}`),
      cells: ages.map((value) => countCell(value, { requests: group })),
    })),
  };
}

/** A number of records, with a link to them unless it is 0. */
function countCell(value: number, behind: Behind): Cell {
  return { value, ...(value > 0 && { behind }) };
}

/** The share of drafts that have an element, with a link to those that do not. */
function shareCell(sums: YearOverview, name: CoverageName, filter: DraftFilter): Cell {
  const { drafts } = sums;
  if (drafts === 0) return { value: null };
  const share = sums.coverage[name] / drafts;
  const behind: Behind =
    name === 'licence' ? { screen: 'journals' } : { drafts: { ...filter, missing: [name] } };
  // Only a complete share is shown as 100 %.
  const percent = share < 1 ? Math.min(99, Math.round(share * 100)) : 100;
  return { value: percent, text: formatPercent(percent / 100), ...(share < 1 && { behind }) };
}

function filterOf(chosen: Chosen, year: string | null): DraftFilter {
  return {
    ...(chosen === null ? {} : { journal: chosen.flatMap(({ keys }) => keys) }),
    ...(year === null ? {} : { year: [year] }),
  };
}

/** Whether a figure has nothing to show. A year has articles, even if nobody knows how many. */
export function isEmpty({ name, rows }: Figure): boolean {
  return name === 'years' ? rows.length === 0 : !hasNumbers(rows);
}

function hasNumbers(rows: Figure['rows']): boolean {
  return rows.some(({ cells }) => cells.some(({ value }) => value));
}

/** The sums over journals of a year, or of all years. */
function addUp(journals: readonly JournalOverview[], year: string | null): YearOverview {
  const sums: YearOverview = {
    year: year ?? '',
    drafts: 0,
    directory: atDirectory(journals, year),
    coverage: Object.fromEntries(coverageNames.map((name) => [name, 0])) as YearOverview['coverage'],
  };
  for (const one of journals.flatMap((journal) => journal.years)) {
    if (year !== null && one.year !== year) continue;
    sums.drafts += one.drafts;
    for (const name of coverageNames) sums.coverage[name] += one.coverage[name];
  }
  return sums;
}

/** The articles of the account's journals at the directory; null if the number of one of the journals is unknown. */
function atDirectory(journals: readonly JournalOverview[], year: string | null): number | null {
  // Journals without an ISSN, and those of other accounts, are never counted.
  const counts = journals
    .filter(({ id, key }) => id !== null && key !== '/')
    .map((journal) => countOf(journal, year));
  const known = counts.filter((count) => count !== null);
  return known.length === 0 || known.length < counts.length
    ? null
    : known.reduce((sum, count) => sum + count, 0);
}

function countOf({ countedAt, years }: JournalOverview, year: string | null): number | null {
  if (countedAt === null) return null;
  if (year === null) return years.reduce((sum, { directory }) => sum + (directory ?? 0), 0);
  const one = years.find((entry) => entry.year === year);
  if (one) return one.directory;
  // Those that were counted together may be of this year.
  const hasOthers = years.some((entry) => entry.year === '' && entry.directory);
  return hasOthers && !isCountedYear(year, countedAt) ? null : 0;
}

/** The text of a cell. */
export function cellText({ value, text }: Cell): string {
  return value === null ? '–' : (text ?? formatNumber(value));
}

/** Shows the records behind a number. */
export function openBehind({ behind }: Cell): void {
  if (!behind) return;
  if ('requests' in behind) showAllRequests(behind.requests);
  go(hrefBehind(behind));
}

/** The address of the records behind a number. */
export function hrefBehind(behind: Behind): string {
  if ('requests' in behind) return '#/update-requests';
  if ('screen' in behind) return `#/${behind.screen}`;
  const query = filterToQuery({ filter: behind.drafts, sort: defaultSort });
  return hrefOf({ screen: 'drafts', draftId: null, field: null, query });
}

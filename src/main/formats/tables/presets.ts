import type { ColumnTarget, TablePreset } from '../../../shared/tables/columnTargets.ts';
import type { ColumnMapping } from '../../../shared/tables/tableMapping.ts';
import { headingMeaning, headingWords } from './headings/headings.ts';

/** The system that wrote a table, by its headings (reference/import-formats.md 4.6 to 4.8). */
export function presetOf(headings: readonly string[]): TablePreset | null {
  const names = new Set(headings.slice(0, 500).map(folded));
  if (firstAuthorColumns(headings).length >= 6) return 'ojs-report';
  const isOf = ({ signs }: System) => signs.some((all) => all.every((name) => names.has(name)));
  return systemNames.find((name) => isOf(systems[name])) ?? null;
}

/** The columns with those overridden that mean something else in the table of a system. */
export function applyPreset(preset: TablePreset | null, columns: readonly ColumnMapping[]): ColumnMapping[] {
  if (preset === 'ojs-report') return reportColumns(columns);
  if (preset === null) return [...columns];
  const { targets, hasOnlyThese } = systems[preset];
  return columns.map((column) => {
    const { heading } = column;
    const target = targets.get(folded(heading)) ?? (hasOnlyThese ? 'ignored' : undefined);
    return target === undefined ? column : hasOnlyThese ? { heading, target } : { ...column, target };
  });
}

/** How the tables of a system are recognised, and what their headings mean, by their words without blanks. */
interface System {
  /** The headings of one of these lists occur. */
  signs: readonly (readonly string[])[];
  /** The columns that mean something else than elsewhere. */
  targets: ReadonlyMap<string, ColumnTarget>;
  /** No other column is imported, whatever its heading means elsewhere. */
  hasOnlyThese?: true;
}

function targetsOf(list: Partial<Record<ColumnTarget, string>>): ReadonlyMap<string, ColumnTarget> {
  return new Map(
    Object.entries(list).flatMap(([target, names]) =>
      names.split(' ').map((name) => [name, target as ColumnTarget] as const),
    ),
  );
}

const systems: Record<Exclude<TablePreset, 'ojs-report'>, System> = {
  // Its `issue` is a path, and `fulltext_url` its PDF viewer.
  'digital-commons': {
    signs: [['calcurl'], ['author1fname']],
    targets: targetsOf({
      ignored: 'issue disciplines',
      pdfUrl: 'fulltexturl',
      url: 'calcurl',
      recordType: 'documenttype',
    }),
  },
  janeway: {
    signs: [['janewayid'], ['authoriscorporateyn', 'authorgivenname']],
    targets: targetsOf({ ignored: 'articleid janewayid fileimportidentifier', status: 'stage' }),
  },
  'ojs-csv': {
    signs: [['journalpath', 'articletitle']],
    targets: targetsOf({
      title: 'articletitle',
      titlePrefix: 'articleprefix',
      subtitle: 'articlesubtitle',
      abstract: 'articleabstract',
      galley: 'articlegalleyfilename',
      ignored: 'subjects sectiontitle issuetitle issuedescription',
    }),
  },
  'omp-csv': {
    signs: [['presspath', 'authorstring']],
    targets: targetsOf({ authors: 'authorstring', galley: 'filename', ignored: 'subjects' }),
  },
  ojsxml: {
    signs: [['sectionabbrev', 'articletitle', 'galleylabel']],
    targets: targetsOf({ galley: 'filename', ignored: 'issuetitle sectiontitle galleylabel' }),
  },
  'tsv-converter': {
    signs: [
      ['title', 'articleseq'],
      ['title', 'authorgivenname1', 'filename1'],
    ],
    targets: targetsOf({
      titlePrefix: 'prefix',
      ignored: 'articleseq sectionseq issuetitle subjects disciplines',
    }),
  },
  // The EID is a number of its own, and its affiliations are those of all authors.
  scopus: {
    signs: [['eid', 'sourcetitle', 'title']],
    targets: targetsOf({
      authors: 'authorfullnames',
      affiliations: 'authorswithaffiliations',
      title: 'title',
      year: 'year',
      journalTitle: 'sourcetitle',
      volume: 'volume',
      number: 'issue',
      articleNumber: 'artno',
      startPage: 'pagestart',
      endPage: 'pageend',
      doi: 'doi',
      abstract: 'abstract',
      keywords: 'authorkeywords',
      issn: 'issn',
      language: 'languageoriginaldocument',
      recordType: 'documenttype',
    }),
    hasOnlyThese: true,
  },
  // In the form with tags, such as `PT`, and in that with words.
  'web-of-science': {
    signs: [
      ['pt', 'au', 'ti', 'so', 'py'],
      ['articletitle', 'sourcetitle', 'authorfullnames'],
    ],
    targets: targetsOf({
      authors: 'af authorfullnames',
      affiliations: 'c1 addresses',
      orcids: 'oi orcids',
      title: 'ti articletitle',
      journalTitle: 'so sourcetitle',
      language: 'la language',
      recordType: 'dt documenttype',
      keywords: 'de authorkeywords',
      abstract: 'ab abstract',
      pissn: 'sn issn',
      eissn: 'ei eissn',
      month: 'pd publicationdate',
      year: 'py publicationyear',
      volume: 'vl volume',
      number: 'is issue',
      startPage: 'bp startpage',
      endPage: 'ep endpage',
      articleNumber: 'ar articlenumber',
      doi: 'di doi',
      otherDoi: 'dl doilink',
    }),
    hasOnlyThese: true,
  },
  dimensions: {
    signs: [
      ['publicationid', 'title', 'dimensionsurl'],
      ['publicationid', 'title', 'authorsrawaffiliation'],
    ],
    targets: targetsOf({
      title: 'title',
      abstract: 'abstract',
      authors: 'authors',
      affiliations: 'authorsrawaffiliation',
      journalTitle: 'sourcetitle',
      issn: 'issn',
      date: 'publicationdate publicationdateonline',
      printDate: 'publicationdateprint',
      year: 'pubyear',
      volume: 'volume',
      number: 'issue',
      pages: 'pagination',
      doi: 'doi',
      url: 'sourcelinkout',
      recordType: 'documenttype publicationtype',
    }),
    hasOnlyThese: true,
  },
  lens: {
    signs: [['lensid', 'title', 'sourcetitle']],
    targets: targetsOf({
      title: 'title',
      abstract: 'abstract',
      authors: 'author authors',
      keywords: 'keywords',
      language: 'language',
      journalTitle: 'sourcetitle',
      issn: 'issn issns sourceissn',
      date: 'datepublished',
      year: 'publicationyear yearpublished',
      volume: 'volume',
      number: 'issuenumber',
      startPage: 'startpage',
      endPage: 'endpage',
      doi: 'doi',
      recordType: 'publicationtype',
    }),
    hasOnlyThese: true,
  },
};
const systemNames = Object.keys(systems) as (keyof typeof systems)[];

function folded(heading: string): string {
  // A tag such as `DE` is also a word that elsewhere adds nothing.
  return heading.length > 200 ? '' : headingWords(heading).join('') || heading.trim().toLowerCase();
}

/** Columns before those of the authors, and of each author, in a report. */
const columnsBefore = 3;
const authorColumns: ColumnTarget[] = [
  ...(['authorGiven', 'authorFamily', 'authorOrcid', 'authorOther'] as const),
  ...(['authorAffiliation', 'authorOther', 'authorOther', 'authorOther'] as const),
];
/** The column of the DOI, after those of the authors, which old versions do not have. */
const doiAfter = 12;
const columnsAfter: Record<number, ColumnTarget> = {
  1: 'language',
  8: 'keywords',
  10: 'status',
  [doiAfter]: 'doi',
  15: 'date',
};

/** The role is in the last brackets: `Bio Statement (e.g., department and rank) (Author 1)`. */
const numbered = /^(.+) \((.+) (\d{1,3})\)$/;

/** The consecutive headings of the first author in a report: `Given Name (Author 1)` in any language. */
function firstAuthorColumns(headings: readonly string[]): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const heading of headings.slice(columnsBefore, columnsBefore + 20)) {
    const parts = heading.length < 200 ? numbered.exec(heading.trim()) : null;
    if (parts?.[3] !== '1' || (found.length > 0 && parts[2] !== found[0]![2])) break;
    found.push(parts);
  }
  return found;
}

/** The headings of a report are in the language of its user; the order of the columns is always the same. */
function reportColumns(columns: readonly ColumnMapping[]): ColumnMapping[] {
  const first = firstAuthorColumns(columns.map(({ heading }) => heading));
  const role = first[0]![2]!;
  const isOfAuthor = ({ heading }: ColumnMapping) => numbered.exec(heading.trim())?.[2] === role;
  const lastAuthor = columns.findLastIndex(isOfAuthor);
  const hasDoi = /doi/i.test(columns[lastAuthor + 1 + doiAfter]?.heading ?? '');
  return columns.map((column, at) => {
    const { heading } = column;
    if (at < columnsBefore) return { heading, target: (['ignored', 'title', 'abstract'] as const)[at]! };
    const author = isOfAuthor(column) ? Number(numbered.exec(heading.trim())![3]) : null;
    if (author !== null) {
      const known = headingMeaning(`${numbered.exec(heading.trim())![1]} (author 1)`);
      const byPlace =
        first.length === authorColumns.length
          ? authorColumns[(at - columnsBefore) % first.length]!
          : 'authorOther';
      const target = known && known.target !== 'authorOther' && known.author === 1 ? known.target : byPlace;
      return { heading, target, author };
    }
    const after = at - lastAuthor - 1;
    const isKnown = !numbered.test(heading.trim()) && (hasDoi || after < doiAfter);
    return { heading, target: (isKnown ? columnsAfter[after] : undefined) ?? 'ignored' };
  });
}

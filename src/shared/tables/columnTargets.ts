import {
  articleFields,
  type HeadedFieldName,
  type PlainTextName,
  plainTexts,
} from '../article/articleFields.ts';

/** The groups of the list in which a column is mapped to a field. */
export const targetGroups = [
  'text',
  'authors',
  'author',
  'journal',
  'date',
  'pages',
  'identifiers',
  'check',
] as const;
type TargetGroup = (typeof targetGroups)[number];

/** What a column of a table can hold; several columns may have the same target. */
interface Target {
  /** The group in which it is offered; null: never. */
  group: TargetGroup | null;
  /** The fields of the article that its cells can fill. */
  fills: readonly HeadedFieldName[];
  /** True if it has the name of a field in the form. */
  isField?: true;
}

/** The targets that are not simply a text of the article, in the order in which they are offered. */
const composedTargets = {
  title: { group: 'text', fills: ['title'], isField: true },
  // A leading article, in front of the title.
  titlePrefix: { group: 'text', fills: ['title'] },
  subtitle: { group: 'text', fills: ['title'] },
  abstract: { group: 'text', fills: ['abstract'], isField: true },
  keywords: { group: 'text', fills: ['keywords'], isField: true },
  language: { group: 'text', fills: [], isField: true },
  // All authors in one cell, and parallel lists in the same order.
  authors: { group: 'authors', fills: ['authorName'] },
  affiliations: { group: 'authors', fills: ['affiliation'] },
  orcids: { group: 'authors', fills: ['orcid'] },
  // Of the author with the column’s number, or of the row’s only author.
  authorName: { group: 'author', fills: ['authorName'] },
  authorGiven: { group: 'author', fills: ['authorName'] },
  authorMiddle: { group: 'author', fills: ['authorName'] },
  authorFamily: { group: 'author', fills: ['authorName'] },
  authorSuffix: { group: 'author', fills: ['authorName'] },
  authorAffiliation: { group: 'author', fills: ['affiliation'] },
  authorDepartment: { group: 'author', fills: ['affiliation'] },
  authorOrcid: { group: 'author', fills: ['orcid'] },
  authorIsGroup: { group: 'author', fills: [] },
  // Belongs to an author but is not imported, such as an e-mail address.
  authorOther: { group: null, fills: [] },
  journalTitle: { group: 'journal', fills: ['journalTitle'], isField: true },
  pissn: { group: 'journal', fills: ['pissn'], isField: true },
  eissn: { group: 'journal', fills: ['eissn'], isField: true },
  // Only the journal tells its kind.
  issn: { group: 'journal', fills: ['pissn', 'eissn'] },
  date: { group: 'date', fills: ['year', 'month'] },
  printDate: { group: 'date', fills: ['year', 'month'] },
  issueDate: { group: 'date', fills: ['year', 'month'] },
  year: { group: 'date', fills: ['year'], isField: true },
  month: { group: 'date', fills: ['month'], isField: true },
  pages: { group: 'pages', fills: ['startPage', 'endPage'] },
  startPage: { group: 'pages', fills: ['startPage'], isField: true },
  endPage: { group: 'pages', fills: ['endPage'], isField: true },
  otherPages: { group: 'pages', fills: ['startPage', 'endPage'] },
  articleNumber: { group: 'pages', fills: ['startPage', 'endPage'] },
  doi: { group: 'identifiers', fills: ['doi'], isField: true },
  // Used if there is no other DOI; the same applies to `otherPages`.
  otherDoi: { group: 'identifiers', fills: ['doi'] },
  url: { group: 'identifiers', fills: ['address'] },
  pdfUrl: { group: 'identifiers', fills: ['address'] },
  // Addresses of full texts, or names of their files, which are not imported.
  galley: { group: 'identifiers', fills: ['address'] },
  urlType: { group: 'identifiers', fills: [] },
  recordId: { group: 'identifiers', fills: ['recordId'], isField: true },
  status: { group: 'check', fills: [] },
  recordType: { group: 'check', fills: [] },
  // Not imported.
  ignored: { group: null, fills: [] },
} as const satisfies Record<string, Target>;

export type ColumnTarget = keyof typeof composedTargets | PlainTextName;
/** The fields of one author. */
export type AuthorTarget = Exclude<Extract<ColumnTarget, `author${string}`>, 'authors'>;

const plainTargets = Object.fromEntries(
  plainTexts.map(({ name }): [string, Target] => [
    name,
    { group: articleFields[name].columnGroup, fills: [name], isField: true },
  ]),
) as Record<PlainTextName, Target>;

export const targetFacts: Readonly<Record<ColumnTarget, Target>> = { ...composedTargets, ...plainTargets };

export const columnTargets = Object.keys(targetFacts) as readonly ColumnTarget[];

/** The texts between the entries of a list, if the user chose none; also as Arabic, Persian and East Asian texts write them. */
export const commonSeparators = ['|', '\n', ';', '؛', '；', '、'];

/** Systems whose tables have their own rules. */
export const tablePresets = [
  ...(['digital-commons', 'janeway', 'ojs-report', 'ojs-csv', 'omp-csv', 'ojsxml', 'tsv-converter'] as const),
  ...(['scopus', 'web-of-science', 'dimensions', 'lens'] as const),
] as const;
export type TablePreset = (typeof tablePresets)[number];

/** The article fields that a table column can fill; several columns may have the same target. */
export const articleTargets = [
  'title',
  'subtitle',
  'abstract',
  'keywords',
  'language',
  'doi',
  // Used if there is no other DOI; the same applies to similar targets below.
  'otherDoi',
  'pissn',
  'eissn',
  'issn',
  'journal',
  'year',
  'month',
  'date',
  'printDate',
  'issueDate',
  'volume',
  'number',
  'pages',
  'otherPages',
  'startPage',
  'endPage',
  'articleNumber',
  'url',
  'pdfUrl',
  'urlType',
  'publisherRecordId',
  'status',
  'recordType',
  // All authors in one cell, and parallel lists in the same order.
  'authors',
  'affiliations',
  'orcids',
] as const;

/** The fields of one author: of the author with the column's number, or of the row's only author. */
export const authorTargets = [
  'authorName',
  'authorGiven',
  'authorMiddle',
  'authorFamily',
  'authorSuffix',
  'authorAffiliation',
  'authorDepartment',
  'authorOrcid',
  'authorIsGroup',
  // Belongs to an author but is not imported, such as an e-mail address.
  'authorOther',
] as const;

/** `ignored`: not imported. */
export const columnTargets = [...articleTargets, ...authorTargets, 'ignored'] as const;

export type AuthorTarget = (typeof authorTargets)[number];
export type ColumnTarget = (typeof columnTargets)[number];

/** Systems whose tables have their own rules. */
export const tablePresets = ['digital-commons', 'janeway', 'ojs-report'] as const;
export type TablePreset = (typeof tablePresets)[number];

import type { ColumnTarget } from '../../../shared/tables/columnTargets.ts';

/** Parts of a record that a column of a table can fill. */
export const ownableFields = [
  'title',
  'abstract',
  'keywords',
  'year',
  'month',
  'link',
  'doi',
  'pissn',
  'eissn',
  'journal.title',
  'journal.volume',
  'journal.number',
  'journal.start_page',
  'journal.end_page',
  'author',
  'author.affiliation',
  'author.orcid_id',
  'publisher_record_id',
] as const;

export type OwnableField = (typeof ownableFields)[number];

/** The parts of a draft that a file has columns for; `all`: the file has the whole record. */
export type OwnedFields = 'all' | readonly OwnableField[];

const pages: OwnableField[] = ['journal.start_page', 'journal.end_page'];
const date: OwnableField[] = ['year', 'month'];

const fieldsOfTarget: Record<ColumnTarget, readonly OwnableField[]> = {
  title: ['title'],
  subtitle: ['title'],
  abstract: ['abstract'],
  keywords: ['keywords'],
  language: [],
  doi: ['doi'],
  otherDoi: ['doi'],
  pissn: ['pissn'],
  eissn: ['eissn'],
  // Only the journal tells its kind.
  issn: ['pissn', 'eissn'],
  journal: ['journal.title'],
  year: ['year'],
  month: ['month'],
  date,
  printDate: date,
  issueDate: date,
  volume: ['journal.volume'],
  number: ['journal.number'],
  pages,
  otherPages: pages,
  startPage: ['journal.start_page'],
  endPage: ['journal.end_page'],
  articleNumber: pages,
  url: ['link'],
  pdfUrl: ['link'],
  urlType: [],
  publisherRecordId: ['publisher_record_id'],
  status: [],
  recordType: [],
  authors: ['author'],
  affiliations: ['author.affiliation'],
  orcids: ['author.orcid_id'],
  authorName: ['author'],
  authorGiven: ['author'],
  authorMiddle: ['author'],
  authorFamily: ['author'],
  authorSuffix: ['author'],
  authorAffiliation: ['author.affiliation'],
  authorDepartment: ['author.affiliation'],
  authorOrcid: ['author.orcid_id'],
  authorIsGroup: [],
  authorOther: [],
  ignored: [],
};

/** The parts of a record that columns with these targets can fill. */
export function ownedFields(targets: readonly ColumnTarget[]): OwnableField[] {
  return [...new Set(targets.flatMap((target) => fieldsOfTarget[target]))];
}

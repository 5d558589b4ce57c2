import { asList, asObject } from '../json.ts';
import type { Message } from '../message.ts';

const fields: Record<string, string> = {
  severalDois: 'bibjson.identifier',
  equalIssns: 'bibjson.identifier',
  issnGuessed: 'bibjson.identifier',
  issnLeft: 'bibjson.identifier',
  notADoi: 'bibjson.identifier',
  sameDoi: 'bibjson.identifier',
  notAnIssn: 'bibjson.identifier',
  placeholderIssn: 'bibjson.identifier',
  doiOfAddress: 'bibjson.identifier',
  doiEnd: 'bibjson.identifier',
  otherIdentifier: 'bibjson.identifier',
  sameUrl: 'bibjson.link',
  crawlerLinks: 'bibjson.link',
  otherTitles: 'bibjson.title',
  secondTitle: 'bibjson.title',
  otherAbstracts: 'bibjson.abstract',
  provenance: 'bibjson.abstract',
  abstractLanguage: 'bibjson.abstract',
  otherKeywords: 'bibjson.keywords',
  keywordsCut: 'bibjson.keywords',
  keywordMarks: 'bibjson.keywords',
  otherYears: 'bibjson.year',
  noDate: 'bibjson.year',
  otherCalendar: 'bibjson.year',
  implausibleYear: 'bibjson.year',
  convertedDate: 'bibjson.year',
  dividedIssue: 'bibjson.journal.volume',
  dayFirst: 'bibjson.month',
  monthDropped: 'bibjson.month',
  otherPages: 'bibjson.journal.start_page',
  pageRanges: 'bibjson.journal.start_page',
  numberAsPage: 'bibjson.journal.start_page',
  numberDropped: 'bibjson.journal.start_page',
  etAl: 'bibjson.author',
  authorsSorted: 'bibjson.author',
  anonymous: 'bibjson.author',
  surplusEntries: 'bibjson.author',
  nameAdditions: 'bibjson.author',
  placeholder: 'bibjson.author',
  singleLetter: 'bibjson.author',
  severalNames: 'bibjson.author',
  noLetters: 'bibjson.author',
  authorsInLetters: 'bibjson.author',
  unverifiedOrcids: 'bibjson.author',
  affiliationOrcids: 'bibjson.author',
  familyFirst: 'bibjson.author',
  sharedAffiliation: 'bibjson.author',
  fewerAffiliations: 'bibjson.author',
  fewerOrcids: 'bibjson.author',
  onBehalfOf: 'bibjson.author',
  unlinkedAffiliations: 'bibjson.author',
  completedLinks: 'bibjson.link',
  unusableLinks: 'bibjson.link',
};

/** The member of the author whom a note names. */
const authorMembers: Record<string, string> = {
  affiliations: 'affiliation',
  firstAffiliation: 'affiliation',
  institutionParts: 'affiliation',
  unknownAffiliation: 'affiliation',
  otherNames: 'name',
  wrongOrcid: 'orcid_id',
};

/** Values of the file that were not imported, or that a spreadsheet may have changed. */
const lostValues = [
  ...['notADoi', 'noDate', 'otherCalendar', 'monthDropped', 'wrongOrcid', 'unknownAffiliation'],
  ...['dateCell', 'roundedCell', 'formulaCell', 'surplusEntries', 'fewerAffiliations'],
  ...['notAnIssn', 'placeholderIssn', 'implausibleYear', 'secondTitle', 'doiOfAddress'],
  ...[
    'singleLetter',
    'noLetters',
    'severalNames',
    'pageRanges',
    'authorsInLetters',
    'affiliationOrcids',
    'fewerOrcids',
    'unlinkedAffiliations',
    'unusableLinks',
  ],
];

/** The last part of the key of a note from reading a file: `wrongOrcid`. */
function nameOf({ key }: Message): string {
  return /^import\.(?:note|error)\.(\w+)$/.exec(key)?.[1] ?? '';
}

/** The path of the field that a note from reading a file concerns; empty if it concerns none. */
export function notePath(note: Message, record: unknown): string {
  const name = nameOf(note);
  const member = Object.hasOwn(authorMembers, name) ? authorMembers[name] : undefined;
  if (member === undefined) return Object.hasOwn(fields, name) ? fields[name]! : '';
  const authors = asList(asObject(asObject(record).bibjson).author);
  const at = authors.findIndex((author) => asObject(author).name === note.params?.name);
  return at < 0 ? 'bibjson.author' : `bibjson.author[${at}].${member}`;
}

/** True for a remark on whether a record and a draft are the same article. */
export function isIdentityRemark({ key }: Message): boolean {
  return key.startsWith('import.identity.');
}

/** Errors: the record contradicts itself. Warnings: a value was not imported. Null for other notes. */
export function noteSeverity(note: Message): 'error' | 'warning' | null {
  if (note.key.startsWith('import.error.')) return 'error';
  return isIdentityRemark(note) || lostValues.includes(nameOf(note)) ? 'warning' : null;
}

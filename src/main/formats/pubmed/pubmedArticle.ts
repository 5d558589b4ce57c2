import { msg } from '../../../shared/message.ts';
import type { StatedKind } from '../article/articleKind.ts';
import { articleOf } from '../article/articleOf.ts';
import type { Reader } from '../reader.ts';
import {
  emptyArticle,
  type SourceArticle,
  type SourceAuthor,
  type SourceDate,
  type SourceIssn,
  type SourceKeywords,
  type SourceTitle,
  type Wording,
} from '../sourceArticle.ts';
import { headedLine } from '../text/headedLine.ts';
import { splitOnlyKeyword } from '../text/keywordText.ts';
import { markupLine, markupLines } from '../text/markupText.ts';
import { joinPages, medlinePages, type Pages } from '../text/pages.ts';
import { withoutLabel } from '../text/withoutLabel.ts';
import {
  isCode,
  isCount,
  isDate,
  isIdentifier,
  isInitials,
  isLanguage,
  isPages,
  isUsed,
  isWord,
  xmlShapes,
} from '../unused/shapes.ts';
import type { PartRules, Shape } from '../unused/sourcePart.ts';
import { readXml } from '../xml/readXml.ts';
import { ordinaryXml } from '../xml/xmlFormat.ts';
import { attributeOf, childOf, childrenOf, lineOf, type XmlElement } from '../xml/xmlTree.ts';
import { pubmedAbstracts, pubmedTitles } from './pubmedTexts.ts';

const pubmed = {
  ...ordinaryXml,
  roots: new Set(['ArticleSet', 'PubmedArticleSet', 'PubmedArticle', 'Article']),
  records: new Set(['Article', 'PubmedArticle', 'PubmedBookArticle']),
};

/** Reads PubMed XML: that of publishers and that of MEDLINE. */
export const readPubmed: Reader = (file, choices) =>
  readXml(file, {
    ...pubmed,
    read: (record) =>
      record.name === 'PubmedBookArticle'
        ? { message: msg('import.read.notAnArticle', { name: record.name }) }
        : articleOf(pubmedArticle(record), choices),
  });

/**
 * The article of PubMed XML (reference/import-formats.md 4.13): an `Article` of a publisher's `ArticleSet`, or a
 * `PubmedArticle` of MEDLINE, whose data are in three places.
 */
export function pubmedArticle(record: XmlElement): SourceArticle {
  const citation = childOf(record, 'MedlineCitation');
  const article = childOf(citation, 'Article') ?? record;
  const data = childOf(record, 'PubmedData') ?? article;
  const journal = childOf(article, 'Journal');
  const issue = childOf(journal, 'JournalIssue') ?? journal;
  const language = lineOf(childOf(article, 'Language'));
  const authors = childrenOf(article, 'AuthorList')
    .filter((list) => attributeOf(list, 'Type').toLowerCase() !== 'editors')
    .flatMap((list) => childrenOf(list, 'Author'));
  return {
    ...emptyArticle,
    language: language || null,
    titles: sourceTitles(article, language),
    abstracts: sourceAbstracts(article, citation, language),
    keywords: sourceKeywords(article, citation),
    dates: sourceDates(article, issue),
    dois: dois(article, data),
    issns: childrenOf(journal, 'ISSN').concat(childrenOf(journal, 'Issn')).map(sourceIssn),
    journal: lineOf(childOf(journal, 'Title')) || lineOf(childOf(journal, 'JournalTitle')),
    volume: lineOf(childOf(issue, 'Volume')),
    number: lineOf(childOf(issue, 'Issue')),
    pages: sourcePages(article),
    authors: authors.flatMap(sourceAuthor),
    kinds: statedKinds(article, citation),
    origin: { parts: [record], rules },
  };
}

const rules: PartRules = {
  dropped: new Map([
    ['OtherID', msg('import.part.identifiers')],
    ['History', msg('import.part.history')],
    ['GrantList', msg('import.part.funding')],
    ['ReferenceList', msg('import.part.referenceList')],
    ['CopyrightInformation', msg('import.part.licence')],
    ['MedlineJournalInfo', msg('import.part.journalDetails')],
    ['CommentsCorrectionsList', msg('import.part.relations')],
  ]),
  named: new Map([
    ['PMID', msg('import.part.identifiers')],
    ['ArticleId', msg('import.part.identifiers')],
    ['ELocationID', msg('import.part.identifiers')],
    ['Journal', msg('import.part.journalDetails')],
    ['PublicationType', msg('import.part.documentType')],
    ['PublicationTypeList', msg('import.part.documentType')],
    ['Author', msg('import.part.authorDetails')],
  ]),
  shapes: new Map<string, Shape>([
    ...xmlShapes,
    ['DateCompleted', isDate],
    ['DateRevised', isDate],
    ['DateCreated', isDate],
    ['PubDate', isDate],
    ['PubDate/Year', isUsed],
    ['PubDate/MedlineDate', isUsed],
    ['ArticleDate', isDate],
    ['ArticleDate/Year', isUsed],
    ['Language', isLanguage],
    ['CitationSubset', isCode],
    ['PublicationStatus', isWord],
    ['NumberOfReferences', isCount],
    ['Initials', isInitials],
    ['MedlinePgn', isPages],
    ['EndPage', isPages],
    ['LastPage', isPages],
    ['PublicationType', isWord],
    ['@UI', isIdentifier],
    ['@Language', isLanguage],
    ['@Status', isStatus],
    ['@Owner', isCode],
    ['@PubModel', isStatus],
    ['@Name', isStatus],
    ['CoiStatement', isUsed],
  ]),
};

/** How far the database has come with a record, and how the article appeared. */
function isStatus(value: string): boolean {
  return /^(?:MEDLINE|In-Process|In-Data-Review|PubMed-not-MEDLINE|OLDMEDLINE|Completed|Publisher|Print|Electronic|Print-Electronic|Electronic-Print|Electronic-eCollection|NLM|NASA|PIP|KIE|NOTNLM|HMD)$/i.test(
    value,
  );
}

function sourceTitles(article: XmlElement, language: string): SourceTitle[] {
  const original = markupLine(childOf(article, 'VernacularTitle'));
  return pubmedTitles(markupLine(childOf(article, 'ArticleTitle')), original, language);
}

function sourceAbstracts(article: XmlElement, citation: XmlElement | undefined, language: string): Wording[] {
  const others = [...childrenOf(article, 'OtherAbstract'), ...childrenOf(citation, 'OtherAbstract')]
    .filter(
      (abstract) => !/plain-language|graphical|teaser|toc|key-?points/i.test(attributeOf(abstract, 'Type')),
    )
    .map((abstract) => ({
      language: attributeOf(abstract, 'Language') || null,
      text: abstractText(abstract),
    }));
  return pubmedAbstracts(childrenOf(article, 'Abstract').map(abstractText), others, language);
}

/** Sections of an abstract have their heading in an attribute. */
function abstractText(abstract: XmlElement): string {
  const sections = childrenOf(abstract, 'AbstractText');
  if (sections.length === 0) return markupLines(abstract);
  return sections
    .map((section) => {
      const label = attributeOf(section, 'Label').trim();
      return headedLine(label === 'UNLABELLED' ? '' : label, markupLines(section));
    })
    .join('\n');
}

function sourceKeywords(article: XmlElement, citation: XmlElement | undefined): SourceKeywords[] {
  const objects = childrenOf(childOf(article, 'ObjectList'), 'Object').filter(
    (object) => attributeOf(object, 'Type').toLowerCase() === 'keyword',
  );
  const values = objects.flatMap((object) =>
    childrenOf(object, 'Param').filter((param) => attributeOf(param, 'Name').toLowerCase() === 'value'),
  );
  const lists = [...childrenOf(citation, 'KeywordList'), ...childrenOf(article, 'KeywordList')];
  return [values, ...lists.map((list) => childrenOf(list, 'Keyword'))].map((keywords) => ({
    language: null,
    list: splitOnlyKeyword(keywords.map(markupLine)),
  }));
}

function sourceDates(article: XmlElement, issue: XmlElement | undefined): SourceDate[] {
  return [
    ...childrenOf(article, 'ArticleDate').map((date) => sourceDate(date, 'online')),
    ...childrenOf(issue, 'PubDate').map((date) => sourceDate(date, dateKind(attributeOf(date, 'PubStatus')))),
  ];
}

function dateKind(status: string): SourceDate['kind'] {
  if (/^(?:epub|ahead)/i.test(status)) return 'online';
  return /^ecollection/i.test(status) ? 'collection' : 'print';
}

/** `MedlineDate` is free text such as `2024 May-Jun` or `2023 Dec-2024 Jan`. */
function sourceDate(date: XmlElement, kind: SourceDate['kind']): SourceDate {
  const free = /(?<!\d)(\d{4})(?!\d)(.*)/.exec(lineOf(childOf(date, 'MedlineDate')));
  if (free) return { kind, year: free[1]!, month: free[2]! };
  const month = lineOf(childOf(date, 'Month')) || lineOf(childOf(date, 'Season'));
  return { kind, year: lineOf(childOf(date, 'Year')), month };
}

/** Lists of identifiers inside references are those of other articles, so only these two places are read. */
function dois(article: XmlElement, data: XmlElement): string[] {
  const isDoi = (element: XmlElement, type: string) => attributeOf(element, type).toLowerCase() === 'doi';
  return [
    ...childrenOf(article, 'ELocationID').filter(
      (id) => isDoi(id, 'EIdType') && attributeOf(id, 'ValidYN') !== 'N',
    ),
    ...childrenOf(childOf(data, 'ArticleIdList'), 'ArticleId').filter((id) => isDoi(id, 'IdType')),
  ].map(lineOf);
}

function sourceIssn(issn: XmlElement): SourceIssn {
  const type = attributeOf(issn, 'IssnType').toLowerCase();
  const kind = type === 'print' ? 'print' : type === 'electronic' ? 'electronic' : null;
  return { value: lineOf(issn), kind };
}

function sourcePages(article: XmlElement): Pages {
  const pagination = childOf(article, 'Pagination');
  const first = lineOf(childOf(article, 'FirstPage')) || lineOf(childOf(pagination, 'StartPage'));
  const last = lineOf(childOf(article, 'LastPage')) || lineOf(childOf(pagination, 'EndPage'));
  return first === '' ? medlinePages(lineOf(childOf(pagination, 'MedlinePgn'))) : joinPages(first, last);
}

function sourceAuthor(author: XmlElement): SourceAuthor[] {
  if (attributeOf(author, 'ValidYN') === 'N') return [];
  const part = (name: string) => {
    const element = childOf(author, name);
    return attributeOf(element, 'EmptyYN') === 'Y' ? '' : markupLine(element);
  };
  const first = part('ForeName') || part('FirstName') || part('Initials');
  const family = part('LastName');
  const affiliations = [
    ...childrenOf(author, 'AffiliationInfo').map((info) => ({
      name: affiliationText(childOf(info, 'Affiliation')),
      ...rorOf(info),
    })),
    ...childrenOf(author, 'Affiliation').map((one) => ({ name: affiliationText(one) })),
  ];
  const orcid = childrenOf(author, 'Identifier').find(
    (id) => attributeOf(id, 'Source').toUpperCase() === 'ORCID',
  );
  const given = [first, part('MiddleName')].filter((name) => name !== '').join(' ');
  const name =
    family === '' && given === '' ? part('CollectiveName') : { given, family, suffix: part('Suffix') };
  return [{ name, affiliations, orcid: lineOf(orcid) }];
}

function affiliationText(element: XmlElement | undefined): string {
  return withoutLabel(markupLine(element));
}

function rorOf(info: XmlElement): { ror?: string } {
  const ror = childrenOf(info, 'Identifier').find((id) => attributeOf(id, 'Source').toUpperCase() === 'ROR');
  return ror ? { ror: lineOf(ror) } : {};
}

/** Corrections and retractions have their own records, to which the articles refer. */
function statedKinds(article: XmlElement, citation: XmlElement | undefined): StatedKind[] {
  const types = [
    ...childrenOf(article, 'PublicationType'),
    ...childrenOf(childOf(article, 'PublicationTypeList'), 'PublicationType'),
  ].map(lineOf);
  const lists = [article, citation].map((parent) => childOf(parent, 'CommentsCorrectionsList'));
  const references = lists
    .flatMap((list) => childrenOf(list, 'CommentsCorrections'))
    .map((reference) => attributeOf(reference, 'RefType'));
  return [...types, ...references].map((text) => ({ text }));
}

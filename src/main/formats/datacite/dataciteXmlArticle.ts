import { type Message, msg } from '../../../shared/message.ts';
import { droppedParts, type PartNames } from '../droppedParts.ts';
import {
  emptyArticle,
  type SourceArticle,
  type SourceAuthor,
  type SourceDate,
  type SourceIssn,
  type SourceKeywords,
  type SourceTitle,
} from '../sourceArticle.ts';
import { splitOnlyKeyword } from '../text/keywordText.ts';
import { markupLine, markupLines } from '../text/markupText.ts';
import { turnName } from '../text/names.ts';
import { joinPages } from '../text/pages.ts';
import { readDate } from '../text/sourceDates.ts';
import { attributeOf, childOf, childrenOf, elementsOf, lineOf, type XmlElement } from '../xml/xmlTree.ts';

/** The article of a `resource` in DataCite's XML, version 3 or 4 (reference/import-formats.md 4.14). */
export function dataciteXmlArticle(resource: XmlElement): SourceArticle {
  const within = (list: string, name: string) => childrenOf(childOf(resource, list), name);
  const container = within('relatedItems', 'relatedItem').find((item) =>
    hasType(item, 'relationType', 'ispublishedin'),
  );
  const titles = within('titles', 'title');
  const language = languageOf(resource, titles);
  return {
    ...emptyArticle,
    language,
    titles: sourceTitles(titles, language),
    abstracts: within('descriptions', 'description')
      .filter((description) => hasType(description, 'descriptionType', 'abstract'))
      .map((description) => ({
        language: attributeOf(description, 'lang') || language,
        text: markupLines(description),
      })),
    keywords: sourceKeywords(within('subjects', 'subject'), language),
    dates: [
      ...within('dates', 'date')
        .filter((date) => hasType(date, 'dateType', 'issued'))
        .flatMap((date) => sourceDate('online', lineOf(date))),
      ...sourceDate('collection', lineOf(childOf(resource, 'publicationYear'))),
    ],
    dois: childrenOf(resource, 'identifier')
      .filter((id) => hasType(id, 'identifierType', 'doi'))
      .map(lineOf),
    issns: container
      ? containerIssns(container)
      : relatedIssns(within('relatedIdentifiers', 'relatedIdentifier')),
    journal: lineOf(childOf(container, 'titles', 'title')),
    volume: lineOf(childOf(container, 'volume')),
    number: lineOf(childOf(container, 'issue')),
    pages: joinPages(lineOf(childOf(container, 'firstPage')), lineOf(childOf(container, 'lastPage'))),
    articleNumber: lineOf(
      childrenOf(container, 'number').find((number) => hasType(number, 'numberType', 'article')),
    ),
    authors: within('creators', 'creator').map(sourceAuthor),
    doubt: doubtAbout(resource),
    dropped: droppedParts(elementsOf(resource), taken, partNames),
  };
}

const taken = new Set(
  (
    'identifier creators titles publicationYear resourceType subjects dates language relatedIdentifiers ' +
    'relatedItems descriptions'
  ).split(' '),
);
const partNames: PartNames = new Map([
  ['publisher', msg('import.part.publisher')],
  ['rightsList', msg('import.part.licence')],
  ['fundingReferences', msg('import.part.funding')],
  ['alternateIdentifiers', msg('import.part.identifiers')],
  ['sizes', null],
  ['formats', null],
  ['version', null],
]);

function hasType(element: XmlElement, attribute: string, type: string): boolean {
  return attributeOf(element, attribute).toLowerCase() === type;
}

/** Titles without a type are in the article's language, which must therefore be known if there are translations. */
function languageOf(resource: XmlElement, titles: readonly XmlElement[]): string {
  const main = titles.find((title) => attributeOf(title, 'titleType') === '');
  return lineOf(childOf(resource, 'language')) || attributeOf(main, 'lang') || 'und';
}

/** The title without a type, with the subtitles, and its translations; other titles are not offered. */
function sourceTitles(titles: readonly XmlElement[], language: string): SourceTitle[] {
  const isSubtitle = (title: XmlElement) => hasType(title, 'titleType', 'subtitle');
  const subtitles = Map.groupBy(titles.filter(isSubtitle), languageIn(language));
  return titles
    .filter((title) => /^(?:translatedtitle)?$/i.test(attributeOf(title, 'titleType')))
    .map((title) => ({
      language: languageIn(language)(title),
      text: markupLine(title),
      subtitles: [markupLine(subtitles.get(languageIn(language)(title))?.[0])],
    }));
}

/** Subtitles and keywords without a language are in the article's language. */
function languageIn(language: string): (element: XmlElement) => string {
  return (element) => attributeOf(element, 'lang') || language;
}

/** Subjects without a scheme, by their language. */
function sourceKeywords(subjects: readonly XmlElement[], language: string): SourceKeywords[] {
  const plain = subjects.filter((subject) => attributeOf(subject, 'subjectScheme') === '');
  return [...Map.groupBy(plain, languageIn(language))].map(([code, group]) => ({
    language: code,
    list: splitOnlyKeyword(group.map(markupLine)),
  }));
}

/** A period's date is its beginning. */
function sourceDate(kind: SourceDate['kind'], text: string): SourceDate[] {
  const date = readDate(text.split('/')[0]!);
  return date ? [{ kind, year: date.year, month: date.month }] : [];
}

function containerIssns(container: XmlElement): SourceIssn[] {
  return childrenOf(container, 'relatedItemIdentifier').flatMap((id) =>
    issnOf(id, attributeOf(id, 'relatedItemIdentifierType')),
  );
}

/** Up to version 4.3 the journal is only an identifier that the article is part of. */
function relatedIssns(identifiers: readonly XmlElement[]): SourceIssn[] {
  return identifiers
    .filter((id) => /^(?:ispartof|ispublishedin|)$/i.test(attributeOf(id, 'relationType')))
    .flatMap((id) => issnOf(id, attributeOf(id, 'relatedIdentifierType')));
}

function issnOf(id: XmlElement, type: string): SourceIssn[] {
  if (!/^e?issn$/i.test(type)) return [];
  return [{ value: lineOf(id), kind: /^e/i.test(type) ? 'electronic' : null }];
}

function sourceAuthor(creator: XmlElement): SourceAuthor {
  const part = (name: string) => markupLine(childOf(creator, name));
  const isOrganisation = hasType(childOf(creator, 'creatorName') ?? creator, 'nameType', 'organizational');
  const given = part('givenName');
  const family = part('familyName');
  const whole = part('creatorName');
  const orcid = childrenOf(creator, 'nameIdentifier').find((id) =>
    hasType(id, 'nameIdentifierScheme', 'orcid'),
  );
  return {
    name: isOrganisation ? whole : given !== '' || family !== '' ? { given, family } : turnName(whole),
    affiliations: childrenOf(creator, 'affiliation').map((affiliation) => ({
      name: markupLine(affiliation),
      ...(hasType(affiliation, 'affiliationIdentifierScheme', 'ror') && {
        ror: attributeOf(affiliation, 'affiliationIdentifier'),
      }),
    })),
    orcid: lineOf(orcid),
  };
}

function doubtAbout(resource: XmlElement): Message | null {
  const type = attributeOf(childOf(resource, 'resourceType'), 'resourceTypeGeneral');
  return /^(?:journalarticle)?$/i.test(type) ? null : msg('import.doubt.otherType', { type });
}

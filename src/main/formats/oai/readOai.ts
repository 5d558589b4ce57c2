import { msg } from '../../../shared/message.ts';
import { parseDoi } from '../../../shared/text/identifiers.ts';
import { articleOf } from '../article/articleOf.ts';
import type { Choices } from '../article/choices.ts';
import { readCitation } from '../article/statedIssue.ts';
import { crossrefReading } from '../crossref/readCrossref.ts';
import { dataciteArticle } from '../datacite/dataciteArticle.ts';
import { dataciteXmlRecord } from '../datacite/dataciteXmlRecord.ts';
import { doajXmlArticle } from '../doajXml/doajXmlArticle.ts';
import { jatsContent, jatsReading } from '../jats/readJats.ts';
import { otherContributors } from '../otherContributors.ts';
import { pubmedArticle } from '../pubmed/pubmedArticle.ts';
import type { Reader } from '../reader.ts';
import {
  emptyArticle,
  type SourceArticle,
  type SourceAuthor,
  type SourceDate,
  type SourceIssn,
  type SourceKeywords,
  type SourceLink,
  type Wording,
} from '../sourceArticle.ts';
import { takeEmails, takeOrcids } from '../text/emails.ts';
import { issnsIn } from '../text/issnText.ts';
import { splitKeywordText } from '../text/keywordText.ts';
import { htmlAbstract, markupLine } from '../text/markupText.ts';
import { isPersonIdentifier } from '../text/nameAdditions.ts';
import { turnName, withAdditions } from '../text/names.ts';
import { type Pages, splitPages } from '../text/pages.ts';
import { gregorianYear, readDate, writtenDate } from '../text/sourceDates.ts';
import { asNames, isDate, isLanguage, isWord, xmlShapes } from '../unused/shapes.ts';
import type { PartRules, Shape } from '../unused/sourcePart.ts';
import { joinedDropped, namedParts } from '../unused/unusedParts.ts';
import { readXml } from '../xml/readXml.ts';
import { ordinaryXml, type XmlReading } from '../xml/xmlFormat.ts';
import { attributeOf, childOf, childrenOf, elementsOf, lineOf, type XmlElement } from '../xml/xmlTree.ts';

/** Reads a saved OAI-PMH response with records in any format that we read, or Dublin Core alone. */
export const readOai: Reader = (file, choices) =>
  readXml(file, {
    ...ordinaryXml,
    ...jatsContent,
    records: new Set(['record', 'dc']),
    ordinaryIn: new Map([
      ['body', ['doi_batch']],
      ['record', ['metadata', 'collection']],
    ]),
    read: (record) => readRecord(record, choices),
  });

/** A deleted record is not a record. */
function readRecord(record: XmlElement, choices: Choices): XmlReading {
  if (record.name === 'dc') return articleOf(dublinCoreArticle(record), choices);
  if (attributeOf(childOf(record, 'header'), 'status') === 'deleted') return null;
  const [data] = elementsOf(childOf(record, 'metadata'));
  if (!data) return { message: msg('import.read.noMetadata') };
  const known = innermost(data);
  if (!known) return { message: msg('import.read.otherMetadata', { name: data.name }) };
  return withRest(known.read(known.data, choices), without(record, known.data));
}

/** The reading, with the names of what is not imported of the rest of its record: the header, wrappers, statements about it. */
function withRest(reading: XmlReading, rest: XmlElement): XmlReading {
  if (reading === null || 'message' in reading) return reading;
  const left = namedParts({ origin: { parts: [rest], rules }, used: [reading.record], notes: reading.notes });
  return { ...reading, notes: joinedDropped([...reading.notes, ...left.notes]) };
}

function without(element: XmlElement, part: XmlElement): XmlElement {
  const children = element.children
    .filter((child) => child !== part)
    .map((child) => (typeof child === 'string' ? child : without(child, part)));
  return { ...element, children };
}

type MetadataReader = (data: XmlElement, choices: Choices) => XmlReading;

/** How the metadata in an element are read, whatever its prefix is. */
const metadataReaders: readonly [RegExp, MetadataReader][] = [
  [/^article$/, jatsReading],
  // DSpace has Qualified Dublin Core, too.
  [/(?:^|_)dc$|^(?:dublin-core|qualifieddc)$/i, (dc, choices) => articleOf(dublinCoreArticle(dc), choices)],
  // Alone or in `oai_datacite`; that of OpenAIRE has further elements.
  [/^resource$/, (resource, choices) => articleOf(dataciteArticle(dataciteXmlRecord(resource)), choices)],
  [/^(?:doi_batch|doi_records?|crossref(?:_result)?|query_result|journal)$/, crossrefReading],
  [/^(?:PubmedArticle|Article)$/, (article, choices) => articleOf(pubmedArticle(article), choices)],
  [/^doajArticle$/, (article, choices) => articleOf(doajXmlArticle(article), choices)],
];

/** Wrappers around metadata are not deeper. */
const maxWrappers = 6;

/** The first element that holds metadata in a known format, in the element itself or in those that wrap it. */
function innermost(
  element: XmlElement,
  wrappers = 0,
): { data: XmlElement; read: MetadataReader } | undefined {
  const read = metadataReaders.find(([name]) => name.test(element.name))?.[1];
  if (read) return { data: element, read };
  if (wrappers === maxWrappers) return undefined;
  for (const inner of elementsOf(element)) {
    const found = innermost(inner, wrappers + 1);
    if (found) return found;
  }
  return undefined;
}

/** The article of Dublin Core as OJS, Janeway and others send it over OAI-PMH (reference/sources.md 2.2, 2.3). */
function dublinCoreArticle(dc: XmlElement): SourceArticle {
  const texts = (name: string) => childrenOf(dc, name).map(lineOf).filter(Boolean);
  // Without a language of the article, its own is that of the first title (reference/import-decisions.md).
  const language = texts('language')[0] ?? (attributeOf(childOf(dc, 'title'), 'lang') || 'und');
  const wordings = (name: string, text: (element: XmlElement) => string): Wording[] =>
    childrenOf(dc, name).map((element) => ({
      language: attributeOf(element, 'lang') || language,
      text: text(element),
    }));
  const titles = wordings('title', markupLine);
  const source =
    [...texts('source'), ...texts('bibliographicCitation'), ...texts('identifier')]
      .map(readCitation)
      .find((read) => read !== null) ?? null;
  const identifiers = [...texts('doi'), ...texts('identifier')];
  const relations = texts('relation').flatMap(alternativeIdentifier);
  return {
    ...emptyArticle,
    language,
    titles: titles.length > 0 ? titles : wordings('articleTitle', markupLine),
    abstracts: [...wordings('description', htmlAbstract), ...wordings('abstract', htmlAbstract)],
    keywords: sourceKeywords(dc, language),
    dates: datesOf([...texts('issued'), ...texts('date')], source?.year ?? ''),
    dois: [...identifiers, ...relations.map(({ value }) => value)].filter((text) => parseDoi(text) !== null),
    // OJS writes the online one first.
    issns: [
      ...texts('source').filter((text) => issnAlone.test(text)),
      ...texts('identifier').filter((text) => issnAlone.test(text) || /^(?:urn:)?issn/i.test(text)),
    ]
      .flatMap(issnsIn)
      .reverse()
      .concat(relations.flatMap(issnOfRelation)),
    journal: texts('journalTitle')[0] ?? source?.journal ?? '',
    volume: texts('volume')[0] ?? source?.volume ?? '',
    number: texts('issue')[0] ?? source?.number ?? '',
    pages: pagesOf(texts('format.extent')) ??
      source?.pages ??
      pagesInIdentifiers(identifiers) ?? { start: '', end: '' },
    authors: texts('creator').map(sourceAuthor),
    links: sourceLinks(texts),
    kinds: texts('type').map((text) => ({ text: text.replace(/^info:\S*\//, '') })),
    origin: { parts: [dc], rules },
    notes: [
      ...otherContributors(texts('contributor').map((name) => ({ name, role: 'contributor' }))),
      ...identifiers
        .filter((text) => !isUsedIdentifier(text))
        .map((text) => msg('import.note.otherIdentifier', { text: excerpt(text) })),
    ],
  };
}

const rules: PartRules = {
  dropped: new Map([
    ['publisher', msg('import.part.publisher')],
    ['rights', msg('import.part.licence')],
    ['license', msg('import.part.licence')],
    ['setSpec', msg('import.part.section')],
  ]),
  named: new Map([
    ['type', msg('import.part.documentType')],
    ['relation', msg('import.part.relations')],
    ['source', msg('import.part.source')],
    ['bibliographicCitation', msg('import.part.source')],
    ['format', msg('import.part.format')],
    ['coverage', msg('import.part.coverage')],
    ['date', msg('import.part.otherDates')],
  ]),
  shapes: new Map<string, Shape>([
    ...xmlShapes,
    ['language', isLanguage],
    ['issued', isDate],
    ['format', isWord],
    ['date', isDate],
    ['creator', asNames],
  ]),
};

/** Behind a date; a date alone may be written as midnight. */
const timeOfDay = /[T\s](?!0?0:00)\d{1,2}:\d{2}/;

/**
 * Repositories give the time at which they got an article beside the date of its publication, which has none. The year
 * of a citation counts if nothing else tells the date.
 */
function datesOf(texts: readonly string[], year: string): SourceDate[] {
  const published = texts.filter((text) => !timeOfDay.test(text));
  const counted = published.some((text) => readDate(text) !== null) ? published : texts;
  const dates = counted.flatMap((text) => writtenDate('issue', text));
  const isDated = dates.some((date) => gregorianYear(date.year) !== '');
  return isDated || year === '' ? dates : [...dates, { kind: 'issue', year, month: '' }];
}

const addressStart = /^(?:https?:\/\/|\/\/|www\.)/i;
const maxExcerpt = 80;

/** Without e-mail addresses, which belong to nobody's record. */
function excerpt(text: string): string {
  const plain = takeEmails(text).text.replace(/\s+/g, ' ').trim();
  return plain.length > maxExcerpt ? `${plain.slice(0, maxExcerpt)}…` : plain;
}

/** `info:eu-repo/semantics/altIdentifier/eissn/2345-6787`: another identifier of the article or its journal. */
function alternativeIdentifier(text: string): { kind: string; value: string }[] {
  const found = /^info:eu-repo\/semantics\/altIdentifier\/([a-z]{1,10})\/(\S+)$/i.exec(text);
  return found ? [{ kind: found[1]!.toLowerCase(), value: found[2]! }] : [];
}

function issnOfRelation({ kind, value }: { kind: string; value: string }): SourceIssn[] {
  if (!/^[ep]?issn$/.test(kind)) return [];
  return [{ value, kind: kind === 'eissn' ? 'electronic' : kind === 'pissn' ? 'print' : null }];
}

function isUsedIdentifier(text: string): boolean {
  return (
    addressStart.test(text) ||
    parseDoi(text) !== null ||
    issnAlone.test(text) ||
    /^(?:urn:)?issn/i.test(text) ||
    pagesInIdentifiers([text]) !== null ||
    readCitation(text) !== null
  );
}

/** `2345-6787`, `ISSN 2345-6787`, `EISSN: 2345-6787` or `2345-6787 (Online)`. */
const issnAlone =
  /^(?:[ep]?-?issn)?[\s:]*\d{4}[-\u2010-\u2015]?\d{3}[\dx](?:\s*[([][\p{L}\s-]{1,30}[)\]])?$/iu;

/** "Family, Given; Affiliation"; among the parts behind the name may be identifiers of the person (reference/import-decisions.md). */
function sourceAuthor(text: string): SourceAuthor {
  const [written = '', ...behind] = text.split('; ');
  const name = turnName(written);
  // An ORCID is found in an affiliation.
  const isLeftOut = (part: string) => isPersonIdentifier(part) && !isOrcid(part);
  const affiliation = behind.filter((part) => !isLeftOut(part)).join('; ');
  return {
    name: withAdditions(name, behind.filter(isLeftOut)),
    affiliations: affiliation === '' ? [] : [{ name: affiliation }],
    orcid: '',
  };
}

/** An ISNI is written in the same way, but says so. */
function isOrcid(text: string): boolean {
  return !/\bISNI\b/i.test(text) && takeOrcids(text).found.length > 0;
}

/** A subject is a keyword, or several with semicolons between them; only a single subject is split at commas. */
function sourceKeywords(dc: XmlElement, language: string): SourceKeywords[] {
  const subjects = childrenOf(dc, 'subject');
  const groups = new Map<string, string[]>();
  for (const subject of subjects) {
    const own = attributeOf(subject, 'lang') || language;
    const text = markupLine(subject);
    const list = subjects.length === 1 || /[;|]/.test(text) ? splitKeywordText(text) : [text];
    const group = groups.get(own) ?? [];
    for (const keyword of list) group.push(keyword);
    groups.set(own, group);
  }
  return [...groups].map(([own, list]) => ({ language: own, list }));
}

/** A number on its own may be a count. */
function pagesOf(texts: readonly string[]): Pages | null {
  const found = texts.find((text) => /^(?:pp?\.\s*)?\w{1,12}\s*[-\u2010-\u2015]\s*\w{1,12}$/.test(text));
  return found === undefined ? null : splitPages(found);
}

/** Other identifiers have a hyphen, too, as `hal-01234567`, `2024-05` and ISSNs. */
function pagesInIdentifiers(texts: readonly string[]): Pages | null {
  return pagesOf(texts.filter((text) => !issnAlone.test(text) && isPageRange(text)));
}

function isPageRange(text: string): boolean {
  const [, , start, end] =
    /^(?:pp?\.\s*)?([a-z]{0,2})(\d{1,6})\s*[-\u2010-\u2015]\s*\1?(\d{1,6})$/i.exec(text) ?? [];
  return Number(start) <= Number(end);
}

/** Galleys are relations on the article's host, each with a format in the same place. */
function sourceLinks(texts: (name: string) => string[]): SourceLink[] {
  const isLink = (text: string) => addressStart.test(text) && parseDoi(text) === null;
  const landing = [...texts('fullTextUrl'), ...texts('identifier')].filter(isLink);
  const host = (text: string) => /^https?:\/\/([^/]*)/i.exec(text)?.[1]?.toLowerCase();
  const relations = texts('relation').filter((text) => isLink(text) && host(text) === host(landing[0] ?? ''));
  const formats = texts('format');
  return [
    ...landing.map((url) => ({ url, type: null, role: 'landing' as const })),
    ...(formats.length === relations.length
      ? relations.map((url, at) => ({ url, type: formats[at]!, role: 'file' as const }))
      : []),
  ];
}

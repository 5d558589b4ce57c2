import { type Message, msg } from '../../../shared/message.ts';
import { readCitation } from '../article/statedIssue.ts';
import {
  emptyArticle,
  type Origin,
  type SourceArticle,
  type SourceAuthor,
  type SourceDate,
  type SourceIssn,
  type SourceKeywords,
  type SourceLink,
  type SourceTitle,
} from '../sourceArticle.ts';
import { issnsIn } from '../text/issnText.ts';
import { splitOnlyKeyword } from '../text/keywordText.ts';
import { turnName } from '../text/names.ts';
import { joinPages, type Pages, splitPages } from '../text/pages.ts';
import { writtenDate } from '../text/sourceDates.ts';

/** A text with what is beside it; empty if the file has none. */
export interface DataciteText {
  text: string;
  /** Of a title, description or subject. */
  language?: string;
  /** Of a title, description or date. */
  type?: string;
}

export interface DataciteIdentifier {
  value: string;
  /** `ISSN`, `EISSN`, `DOI` and others. */
  type: string;
}

export interface DataciteCreator {
  name: string;
  givenName: string;
  familyName: string;
  nameType: string;
  affiliations: SourceAuthor['affiliations'];
  orcid: string;
}

/** The journal that an article is published in. */
interface DataciteContainer {
  title: string;
  volume: string;
  issue: string;
  firstPage: string;
  lastPage: string;
  articleNumber: string;
}

/** DataCite's metadata of an article, in XML or JSON (reference/import-formats.md 4.14). Texts are plain. */
export interface DataciteRecord {
  language: string;
  titles: DataciteText[];
  descriptions: DataciteText[];
  /** Subjects without a scheme. */
  subjects: DataciteText[];
  dates: DataciteText[];
  publicationYear: string;
  dois: string[];
  container: DataciteContainer;
  /** Identifiers of the journal, the best source first. */
  journalIdentifiers: DataciteIdentifier[][];
  creators: DataciteCreator[];
  links: SourceLink[];
  resourceType: string;
  /** `33–52 Pages`, `1.2 MB`. */
  sizes: string[];
  /** The type in the publisher's own words. */
  ownType: string;
  isDraft: boolean;
  origin: Origin;
  notes: Message[];
}

export function dataciteArticle(record: DataciteRecord): SourceArticle {
  const { titles, container, resourceType } = record;
  const main = titles.find(({ type }) => isType(type, ''));
  // Titles without a language are in the article's language, which must therefore be known if there are translations.
  const language = record.language || main?.language || 'und';
  const languageOf = (one: DataciteText) => one.language || language;
  const isArticle =
    /^(?:journalarticle)?$/i.test(resourceType) ||
    // Before version 4.4 of DataCite, and in OpenAIRE, only the publisher's own words say so.
    (/^(?:text|literature)$/i.test(resourceType) &&
      /(?:^|[/\s])(?:\w+ )?article$/i.test(record.ownType.trim()));
  return {
    ...emptyArticle,
    language,
    titles: sourceTitles(titles, languageOf),
    abstracts: record.descriptions
      .filter((one) => isType(one.type, 'abstract'))
      .map((one) => ({ language: languageOf(one), text: one.text })),
    keywords: sourceKeywords(record.subjects, languageOf),
    dates: [
      ...record.dates
        .filter((one) => isType(one.type, 'issued'))
        .flatMap((one) => dateOf(one.text, 'online')),
      ...dateOf(record.publicationYear, 'collection'),
    ],
    dois: record.dois,
    issns: journalIssns(record.journalIdentifiers),
    ...placeInJournal(record),
    articleNumber: container.articleNumber,
    authors: record.creators.map(sourceAuthor),
    links: record.links,
    kinds: [{ text: record.ownType }],
    doubt: record.isDraft
      ? msg('import.doubt.unpublished')
      : isArticle
        ? null
        : msg('import.doubt.otherType', { type: resourceType }),
    origin: record.origin,
    notes: record.notes,
  };
}

/**
 * Volume, issue and pages. DataCite cuts the text about a series at its hyphens, so that the issue `No 1-2` looks like two
 * pages; OJS writes the pages as a size.
 */
function placeInJournal({ container, descriptions, sizes }: DataciteRecord) {
  const { volume, issue, firstPage, lastPage } = container;
  const series = descriptions.find((one) => isType(one.type, 'seriesinformation'))?.text ?? '';
  const cited = readCitation(series);
  const pages = sizes.map(pagesInSize).find((size) => size !== null) ??
    cited?.pages ?? { start: '', end: '' };
  const journal = container.title || (cited?.journal ?? '');
  if (!issueText.test(firstPage))
    return {
      journal,
      volume: volume || (cited?.volume ?? ''),
      number: issue || (cited?.number ?? ''),
      pages: firstPage === '' ? pages : joinPages(firstPage, lastPage),
    };
  return {
    journal,
    volume: volume || (/\b(?:vol(?:ume)?|bd|jg)\.?\s*(\d+)/i.exec(series)?.[1] ?? ''),
    number: issue || (/\b(?:no|nr|n[°º]|issue)\.?\s*([\w]+(?:[-\u2013/]\w+)?)/i.exec(series)?.[1] ?? ''),
    pages,
  };
}

/** `33-44 pages`, `pp. 33-44`; null for other sizes, such as `12 pages`. */
function pagesInSize(size: string): Pages | null {
  const [, behind, before] =
    /^(\S{1,60}\s*[-\u2010-\u2015]\s*\S{1,60})\s+(?:pages?|p{1,2}\.|Seiten)$|^(?:pages?|pp?\.|S\.)\s*(\w+\s*[-\u2010-\u2015]\s*\w+)$/i.exec(
      size.trim(),
    ) ?? [];
  const range = behind ?? before;
  return range === undefined ? null : splitPages(range);
}

const issueText = /^(?:no|nr|n[°º]|vol|volume|issue|bd)\b/i;

/** Whether a type, in any case, is this one. */
export function isType(value: string | undefined, type: string): boolean {
  return (value ?? '').toLowerCase() === type;
}

/** Whether an identifier with this relation to the article is one of its journal. */
export function isOfJournal(relation: string): boolean {
  return /^(?:ispartof|ispublishedin|)$/i.test(relation);
}

/** The title without a type, then its translations; other titles are not offered. Subtitles belong to the first title in their language. */
function sourceTitles(
  titles: readonly DataciteText[],
  languageOf: (one: DataciteText) => string,
): SourceTitle[] {
  const ofType = (name: string) => titles.filter(({ type }) => isType(type, name));
  const subtitles = Map.groupBy(ofType('subtitle'), languageOf);
  return [...ofType(''), ...ofType('translatedtitle')].map((title) => {
    const language = languageOf(title);
    const own = subtitles.get(language) ?? [];
    subtitles.delete(language);
    return { language, text: title.text, subtitles: own.map(({ text }) => text) };
  });
}

function sourceKeywords(
  subjects: readonly DataciteText[],
  languageOf: (one: DataciteText) => string,
): SourceKeywords[] {
  return [...Map.groupBy(subjects, languageOf)].map(([language, group]) => ({
    language,
    list: splitOnlyKeyword(group.map(({ text }) => text)),
  }));
}

/** A period's date is its beginning. */
function dateOf(text: string, kind: SourceDate['kind']): SourceDate[] {
  return writtenDate(kind, /^(\d{4}(?:-[^/]*)?)\/(?:\d{4}|$)/.exec(text.trim())?.[1] ?? text);
}

/** Those of the best source with one; what is no ISSN is kept to be seen, unless another source has one. */
function journalIssns(sources: DataciteRecord['journalIdentifiers']): SourceIssn[] {
  const lists = sources.map((list) => list.flatMap(issnOf));
  const isReal = ({ value }: SourceIssn) => issnsIn(value).length > 0;
  return lists.find((list) => list.some(isReal)) ?? lists.find((list) => list.length > 0) ?? [];
}

function issnOf({ value, type }: DataciteIdentifier): SourceIssn[] {
  if (value === '' || !/^e?issn$/i.test(type)) return [];
  if (/^e/i.test(type)) return [{ value, kind: 'electronic' }];
  const found = issnsIn(value);
  return found.length > 0 ? found : [{ value, kind: null }];
}

export function sourceAuthor({
  name,
  givenName: given,
  familyName: family,
  nameType,
  affiliations,
  orcid,
}: DataciteCreator): SourceAuthor {
  const isInParts = given !== '' || family !== '';
  return {
    name: isType(nameType, 'organizational') ? name : isInParts ? { given, family } : turnName(name),
    affiliations,
    orcid,
  };
}

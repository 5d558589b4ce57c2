import { asObject, type JsonObject } from '../../../shared/json.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { parseDoi } from '../../../shared/text/identifiers.ts';
import { droppedMembers } from '../droppedMembers.ts';
import { jsonList, jsonText } from '../json/jsonText.ts';
import { otherContributors } from '../otherContributors.ts';
import {
  emptyArticle,
  type SourceArticle,
  type SourceAuthor,
  type SourceDate,
  type SourceIssn,
  type SourceKeywords,
  type SourceLink,
  type SourceTitle,
} from '../sourceArticle.ts';
import { abstractText } from '../text/abstractText.ts';
import { issnsIn } from '../text/issnText.ts';
import { splitOnlyKeyword } from '../text/keywordText.ts';
import { nameText, turnName } from '../text/names.ts';
import { joinPages } from '../text/pages.ts';
import { plainText } from '../text/plainText.ts';
import { readDate } from '../text/sourceDates.ts';

/**
 * The article of DataCite's JSON: the attributes of its REST API, or the same members without an envelope
 * (reference/import-formats.md 4.14). Null if it is neither.
 */
export function dataciteJsonArticle(work: JsonObject): SourceArticle | null {
  if (!['titles', 'creators', 'doi', 'types', 'publicationYear'].some((name) => work[name])) return null;
  const titles = jsonList(work.titles).map((title) =>
    typeof title === 'string' ? { title } : asObject(title),
  );
  const main = titles.find((title) => jsonText(title.titleType) === '');
  // Titles without a language are in the article's language, which must therefore be known if there are translations.
  const language = jsonText(work.language) || jsonText(main?.lang) || 'und';
  const container = containerOf(work);
  const notes = otherContributors(
    jsonList(work.contributors)
      .map(asObject)
      .map((one) => ({ name: nameText(authorOf(one).name), role: jsonText(one.contributorType) })),
  );
  return {
    ...emptyArticle,
    language,
    titles: titlesOf(titles, language),
    abstracts: jsonList(work.descriptions)
      .map(asObject)
      .filter(({ descriptionType }) => isType(descriptionType, 'abstract'))
      .map((one) => ({
        language: jsonText(one.lang) || language,
        text: abstractText(jsonText(one.description)),
      })),
    keywords: keywordsOf(jsonList(work.subjects), language),
    dates: [
      ...jsonList(work.dates)
        .map(asObject)
        .filter(({ dateType }) => isType(dateType, 'issued'))
        .flatMap(({ date }) => dateOf(jsonText(date), 'online')),
      ...dateOf(jsonText(work.publicationYear), 'collection'),
    ],
    dois: doisOf(work),
    issns: container.issns,
    journal: plainText(container.title),
    volume: container.volume,
    number: container.issue,
    pages: joinPages(container.firstPage, container.lastPage),
    articleNumber: container.articleNumber,
    authors: jsonList(work.creators).map((creator) => authorOf(asObject(creator))),
    links: linksOf(work),
    doubt: doubtOf(work),
    dropped: droppedMembers(work, taken, partNames),
    notes,
  };
}

const taken = new Set(
  `titles language descriptions subjects dates publicationYear doi id identifiers container relatedItems
  relatedIdentifiers creators contributors url contentUrl types state prefix suffix xml schemaVersion source isActive
  reason metadataVersion viewCount viewsOverTime downloadCount downloadsOverTime referenceCount citationCount
  citationsOverTime partCount partOfCount versionCount versionOfCount created registered published updated sizes formats
  version agency providerId clientId provider client media`.split(/\s+/),
);
const partNames: ReadonlyMap<string, Message> = new Map([
  ['publisher', msg('import.part.publisher')],
  ['rightsList', msg('import.part.licence')],
  ['fundingReferences', msg('import.part.funding')],
  ['alternateIdentifiers', msg('import.part.identifiers')],
]);

function isType(value: unknown, type: string): boolean {
  return jsonText(value).toLowerCase() === type;
}

/** The title without a type, with the subtitles, and its translations; other titles are not offered. */
function titlesOf(titles: JsonObject[], language: string): SourceTitle[] {
  const languageOf = (title: JsonObject) => jsonText(title.lang) || language;
  const textOf = (title: JsonObject) => plainText(jsonText(title.title));
  const subtitles = titles.filter(({ titleType }) => isType(titleType, 'subtitle'));
  return titles
    .filter(({ titleType }) => isType(titleType, '') || isType(titleType, 'translatedtitle'))
    .map((title) => ({
      language: languageOf(title),
      text: textOf(title),
      subtitles: subtitles.filter((one) => languageOf(one) === languageOf(title)).map(textOf),
    }));
}

/** Subjects without a scheme, by their language. */
function keywordsOf(subjects: unknown[], language: string): SourceKeywords[] {
  const lists = new Map<string, string[]>();
  for (const entry of subjects) {
    const subject = asObject(entry);
    if (jsonText(subject.subjectScheme) !== '') continue;
    const code = jsonText(subject.lang) || language;
    const list = lists.get(code) ?? [];
    list.push(plainText(jsonText(subject.subject) || jsonText(entry)));
    lists.set(code, list);
  }
  return [...lists].map(([code, list]) => ({ language: code, list: splitOnlyKeyword(list) }));
}

/** A period's date is its beginning. */
function dateOf(text: string, kind: SourceDate['kind']): SourceDate[] {
  const date = readDate(text.split('/')[0]!);
  return date ? [{ kind, year: date.year, month: date.month }] : [];
}

function doisOf(work: JsonObject): string[] {
  const typed = jsonList(work.identifiers)
    .map(asObject)
    .filter(({ identifierType }) => isType(identifierType, 'doi'))
    .map(({ identifier }) => jsonText(identifier));
  const [own = ''] = [jsonText(work.doi), ...typed, jsonText(work.id)].filter(
    (text) => parseDoi(text) !== null,
  );
  return own === '' ? [] : [own];
}

interface Container {
  title: string;
  volume: string;
  issue: string;
  firstPage: string;
  lastPage: string;
  articleNumber: string;
  issns: SourceIssn[];
}

/** The journal from `container`, which the REST API adds, else from the related items or identifiers. */
function containerOf(work: JsonObject): Container {
  const own = asObject(work.container);
  const item = asObject(
    jsonList(work.relatedItems)
      .map(asObject)
      .find(({ relationType }) => isType(relationType, 'ispublishedin')),
  );
  const identifier = asObject(item.relatedItemIdentifier);
  const either = (name: string) => jsonText(own[name]) || jsonText(item[name]);
  const issns = [
    issnOf(jsonText(own.identifier), jsonText(own.identifierType)),
    issnOf(
      jsonText(identifier.relatedItemIdentifier) || jsonText(item.relatedItemIdentifier),
      jsonText(identifier.relatedItemIdentifierType) || jsonText(item.relatedItemIdentifierType),
    ),
    relatedIssns(jsonList(work.relatedIdentifiers)),
  ].find((list) => list.length > 0);
  return {
    title: jsonText(own.title) || jsonText(asObject(jsonList(item.titles)[0]).title),
    volume: either('volume'),
    issue: either('issue'),
    firstPage: either('firstPage'),
    lastPage: either('lastPage'),
    articleNumber: isType(item.numberType, 'article') ? jsonText(item.number) : '',
    issns: issns ?? [],
  };
}

function relatedIssns(identifiers: unknown[]): SourceIssn[] {
  return identifiers
    .map(asObject)
    .filter(({ relationType }) => /^(?:ispartof|ispublishedin|)$/i.test(jsonText(relationType)))
    .flatMap((one) => issnOf(jsonText(one.relatedIdentifier), jsonText(one.relatedIdentifierType)));
}

function issnOf(value: string, type: string): SourceIssn[] {
  if (!/^e?issn$/i.test(type)) return [];
  return /^e/i.test(type) ? [{ value, kind: 'electronic' }] : issnsIn(value);
}

function authorOf(creator: JsonObject): SourceAuthor {
  const part = (name: string) => plainText(jsonText(creator[name])).trim();
  const given = part('givenName');
  const family = part('familyName');
  const isOrganisation = isType(creator.nameType, 'organizational');
  const orcid = jsonList(creator.nameIdentifiers)
    .map(asObject)
    .find(({ nameIdentifierScheme }) => isType(nameIdentifierScheme, 'orcid'));
  return {
    name: isOrganisation
      ? part('name')
      : given !== '' || family !== ''
        ? { given, family }
        : turnName(part('name')),
    affiliations: jsonList(creator.affiliation).map((entry) => {
      const { name, affiliationIdentifier, affiliationIdentifierScheme } = asObject(entry);
      return {
        name: plainText(jsonText(name) || jsonText(entry)),
        ...(isType(affiliationIdentifierScheme, 'ror') && { ror: jsonText(affiliationIdentifier) }),
      };
    }),
    orcid: jsonText(orcid?.nameIdentifier),
  };
}

function linksOf(work: JsonObject): SourceLink[] {
  return [
    { url: jsonText(work.url), type: null, role: 'landing' },
    ...jsonList(work.contentUrl).map((url): SourceLink => ({ url: jsonText(url), type: null, role: 'file' })),
  ];
}

function doubtOf(work: JsonObject): Message | null {
  if (isType(work.state, 'draft')) return msg('import.doubt.unpublished');
  const type = jsonText(asObject(work.types).resourceTypeGeneral);
  return /^(?:journalarticle)?$/i.test(type) ? null : msg('import.doubt.otherType', { type });
}

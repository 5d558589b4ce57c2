import { type Message, msg } from '../../../shared/message.ts';
import type { StatedKind } from '../article/articleKind.ts';
import { citationNotes, jatsAbstract } from '../jats/jatsText.ts';
import { otherContributors } from '../otherContributors.ts';
import {
  emptyArticle,
  type SourceArticle,
  type SourceAuthor,
  type SourceDate,
  type SourceIssn,
  type SourceLink,
  type SourceTitle,
  type Wording,
} from '../sourceArticle.ts';
import { nameText } from '../text/names.ts';
import { joinPages } from '../text/pages.ts';
import { oneLine } from '../text/plainText.ts';
import { sourcePart } from '../unused/sourcePart.ts';
import { attributeOf, childOf, childrenOf, elementsOf, lineOf, type XmlElement } from '../xml/xmlTree.ts';
import { crossrefRules } from './crossrefRules.ts';

export interface CrossrefContext {
  metadata: XmlElement | undefined;
  issue: XmlElement | undefined;
}

/** The article of a `journal_article` (reference/import-formats.md 3, 4.3). */
export function crossrefArticle(article: XmlElement, { metadata, issue }: CrossrefContext): SourceArticle {
  const language = attributeOf(article, 'language') || 'und';
  const doiData = childOf(article, 'doi_data');
  const people = childrenOf(article, 'contributors').flatMap(elementsOf);
  const pages = childOf(article, 'pages');
  const { articleNumber, otherNumber } = itemNumber(article);
  const otherPages = lineOf(childOf(pages, 'other_pages'));
  return {
    ...emptyArticle,
    language,
    titles: sourceTitles(article, language),
    abstracts: sourceAbstracts(article, language),
    dates: [...datesOf(article, false), ...datesOf(issue, true)],
    dois: [lineOf(childOf(doiData, 'doi'))],
    issns: journalIssns(metadata),
    journal: lineOf(childOf(metadata, 'full_title')),
    volume: lineOf(childOf(issue, 'journal_volume', 'volume')),
    number: lineOf(childOf(issue, 'issue')),
    pages: joinPages(lineOf(childOf(pages, 'first_page')), lineOf(childOf(pages, 'last_page'))),
    articleNumber,
    authors: people.filter(isAuthor).map(sourceAuthor),
    links: sourceLinks(doiData),
    kinds: statedKinds(article),
    origin: {
      parts: [
        article,
        sourcePart(
          '',
          [metadata, issue].filter((part) => part !== undefined),
        ),
      ],
      rules: crossrefRules,
    },
    notes: [
      ...(otherPages === '' ? [] : [msg('import.note.otherPages', { pages: otherPages })]),
      ...(otherNumber === '' ? [] : [msg('import.note.numberDropped', { number: otherNumber })]),
      ...citationNotes(childrenOf(article, 'abstract')),
      ...specialAbstracts(article),
      ...peopleNotes(people),
      ...crawlerNotes(doiData),
    ],
  };
}

/** A notice names the articles that it updates. */
function statedKinds(article: XmlElement): StatedKind[] {
  const updates = childOf(article, 'crossmark', 'updates');
  return childrenOf(updates, 'update').flatMap((update) => [
    { text: attributeOf(update, 'type') },
    { text: attributeOf(update, 'label') },
  ]);
}

/** Each title with the subtitles after it; the first one is in the article's language. */
function sourceTitles(article: XmlElement, language: string): SourceTitle[] {
  const titles: (SourceTitle & { subtitles: string[] })[] = [];
  for (const part of childrenOf(article, 'titles').flatMap(elementsOf)) {
    const text = lineOf(part);
    if (part.name === 'subtitle') {
      titles[0] ??= { language, text: '', subtitles: [] };
      titles.at(-1)!.subtitles.push(text);
    } else if (/^(?:original_language_)?title$/.test(part.name)) {
      const own = part.name === 'title' && titles.length === 0 ? language : null;
      titles.push({ language: own ?? (attributeOf(part, 'language') || null), text, subtitles: [] });
    }
  }
  return titles;
}

/** Ordinary abstracts before summaries; special kinds have an `abstract-type`. */
function sourceAbstracts(article: XmlElement, language: string): Wording[] {
  const ofType = (type: string) => childrenOf(article, 'abstract').filter((one) => typeOf(one) === type);
  return [...ofType(''), ...ofType('summary')].map((one) => ({
    language: attributeOf(one, 'lang') || language,
    text: jatsAbstract(one),
  }));
}

function typeOf(abstract: XmlElement): string {
  return attributeOf(abstract, 'abstract-type');
}

function specialAbstracts(article: XmlElement): Message[] {
  const special = childrenOf(article, 'abstract').filter((one) => !['', 'summary'].includes(typeOf(one)));
  return special.length === 0 ? [] : [msg('import.note.otherAbstracts', { count: special.length })];
}

/** The article's date goes before the issue's, online before print; months above 12 are Crossref's seasons. */
function datesOf(element: XmlElement | undefined, isIssue: boolean): SourceDate[] {
  const isOnline = (date: XmlElement) => attributeOf(date, 'media_type') === 'online';
  const all = childrenOf(element, 'publication_date');
  return [...all.filter(isOnline), ...all.filter((date) => !isOnline(date))].map((date) => ({
    kind: isIssue ? 'issue' : isOnline(date) ? 'online' : 'print',
    year: lineOf(childOf(date, 'year')),
    month: lineOf(childOf(date, 'month')),
  }));
}

/** No journal has more; all articles of one would repeat them. */
const maxIssns = 20;

function journalIssns(metadata: XmlElement | undefined): SourceIssn[] {
  return childrenOf(metadata, 'issn')
    .slice(0, maxIssns)
    .map((issn) => {
      const media = attributeOf(issn, 'media_type').toLowerCase();
      const isOnline = media === 'electronic' || media === 'online';
      return { value: lineOf(issn), kind: media === 'print' ? 'print' : isOnline ? 'electronic' : null };
    });
}

/** Numbers of other kinds, such as those of a sequence, are no article number. */
function itemNumber(article: XmlElement): { articleNumber: string; otherNumber: string } {
  const item = childOf(article, 'publisher_item', 'item_number');
  const isArticleNumber = /article|^$/i.test(attributeOf(item, 'item_number_type'));
  const number = lineOf(item);
  return { articleNumber: isArticleNumber ? number : '', otherNumber: isArticleNumber ? '' : number };
}

function roleOf(person: XmlElement): string {
  return person.attributes.get('contributor_role') ?? 'author';
}

function isAuthor(person: XmlElement): boolean {
  return person.name !== 'anonymous' && roleOf(person) === 'author';
}

function contributorName(person: XmlElement): SourceAuthor['name'] {
  if (person.name !== 'person_name') return lineOf(person);
  const part = (name: string) => lineOf(childOf(person, name));
  return { given: part('given_name'), family: part('surname'), suffix: part('suffix') };
}

function sourceAuthor(person: XmlElement): SourceAuthor {
  const orcid = childOf(person, 'ORCID');
  return {
    name: contributorName(person),
    affiliations: [
      ...childrenOf(person, 'affiliation').map((one) => ({ name: lineOf(one) })),
      ...institutionsOf(person).map((one) => ({ name: lineOf(childOf(one, 'institution_name')) })),
    ],
    orcid: lineOf(orcid),
    isOrcidUnverified: attributeOf(orcid, 'authenticated') === 'false',
  };
}

function institutionsOf(person: XmlElement): XmlElement[] {
  return childrenOf(childOf(person, 'affiliations'), 'institution');
}

function peopleNotes(people: readonly XmlElement[]): Message[] {
  const named = people.map((person) => ({ person, name: oneLine(nameText(contributorName(person))) }));
  const others = named
    .filter(({ person }) => person.name !== 'anonymous' && !isAuthor(person))
    .map(({ person, name }) => ({ name, role: roleOf(person) }));
  const hasParts = (institution: XmlElement) =>
    elementsOf(institution).some((part) => part.name !== 'institution_name');
  return [
    ...(people.some((person) => person.name === 'anonymous') ? [msg('import.note.anonymous')] : []),
    ...otherContributors(others),
    ...named
      .filter(({ person }) => isAuthor(person))
      .flatMap(({ person, name }) => [
        ...(institutionsOf(person).some(hasParts) ? [msg('import.note.institutionParts', { name })] : []),
        ...(childOf(person, 'alt-name') ? [msg('import.note.otherNames', { name })] : []),
      ]),
  ];
}

/** The landing page, then the files for readers and text mining; addresses for plagiarism crawlers are left out. */
function sourceLinks(doiData: XmlElement | undefined): SourceLink[] {
  const link = (resource: XmlElement, role: SourceLink['role']): SourceLink => ({
    url: lineOf(resource),
    type: attributeOf(resource, 'mime_type') || null,
    role,
  });
  return [
    ...childrenOf(doiData, 'resource').map((resource) => link(resource, 'landing')),
    ...resourcesOf(doiData, false).map((resource) => link(resource, 'file')),
  ];
}

function resourcesOf(doiData: XmlElement | undefined, isForCrawlers: boolean): XmlElement[] {
  return childrenOf(doiData, 'collection')
    .filter((one) => (attributeOf(one, 'property') === 'crawler-based') === isForCrawlers)
    .flatMap((collection) => [collection, ...childrenOf(collection, 'item')])
    .flatMap((one) => childrenOf(one, 'resource'));
}

function crawlerNotes(doiData: XmlElement | undefined): Message[] {
  const used = new Set(sourceLinks(doiData).map(({ url }) => url));
  const count = resourcesOf(doiData, true).filter((resource) => !used.has(lineOf(resource))).length;
  return count === 0 ? [] : [msg('import.note.crawlerLinks', { count })];
}

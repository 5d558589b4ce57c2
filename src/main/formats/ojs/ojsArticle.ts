import { type Message, msg } from '../../../shared/message.ts';
import { otherContributors } from '../otherContributors.ts';
import {
  emptyArticle,
  type SourceAffiliation,
  type SourceArticle,
  type SourceAuthor,
  type SourceDate,
  type SourceKeywords,
  type SourceLink,
  type SourceTitle,
} from '../sourceArticle.ts';
import { splitKeywordText, splitOnlyKeyword } from '../text/keywordText.ts';
import { languageCode } from '../text/languages.ts';
import { htmlAbstract, htmlLine } from '../text/markupText.ts';
import { nameText } from '../text/names.ts';
import { splitPages } from '../text/pages.ts';
import { writtenDate } from '../text/sourceDates.ts';
import {
  asNames,
  isCount,
  isDate,
  isLanguage,
  isPages,
  isReference,
  isWord,
  xmlShapes,
} from '../unused/shapes.ts';
import type { PartRules, Shape } from '../unused/sourcePart.ts';
import { sourcePart } from '../unused/sourcePart.ts';
import { attributeOf, childOf, childrenOf, elementsOf, lineOf, type XmlElement } from '../xml/xmlTree.ts';

/**
 * The article of an `article` in OJS' native XML (reference/import-formats.md 3, 4.5): OJS 2 has everything in the
 * article, 3.0 and 3.1 the same with other names, and 3.2 and later in `publication` elements. `issue` is the issue
 * that contains it, if any, with what comes before its articles.
 */
export function ojsArticle(article: XmlElement, issue: XmlElement | undefined): SourceArticle {
  const publications = childrenOf(article, 'publication');
  const publication = currentPublication(article, publications) ?? article;
  const locale = attributeOf(publication, 'locale') || attributeOf(article, 'locale');
  const language = locale || attributeOf(article, 'language');
  // In OJS 2 the data of `issue_identification` are in the issue itself.
  const identification =
    childOf(issue, 'issue_identification') ?? childOf(publication, 'issue_identification') ?? issue;
  const authors = authorElements(publication);
  return {
    ...emptyArticle,
    language: language || null,
    titles: sourceTitles(publication, language),
    abstracts: childrenOf(publication, 'abstract').map((abstract) => ({
      language: localeOf(abstract, language),
      text: htmlAbstract(abstract),
    })),
    keywords: sourceKeywords(publication, language),
    dates: sourceDates(publication, article, issue, identification),
    dois: idElements(publication, article).map(lineOf),
    journal: htmlLine(inLocale(childrenOf(publication, 'contextName'), language)),
    volume: lineOf(childOf(identification, 'volume')),
    number: lineOf(childOf(identification, 'number')),
    pages: splitPages(lineOf(childOf(publication, 'pages'))),
    authors: authors.filter(isAuthor).map((author) => sourceAuthor(author, language)),
    links: galleys(publication).flatMap(galleyLinks),
    doubt: doubtAbout(publication, article, issue),
    dropped: [...(publications.length > 1 ? [msg('import.part.versions')] : [])],
    origin: {
      parts: [
        article,
        ...(publication === article ? [] : [publication]),
        sourcePart('', issue ? [issue] : []),
      ],
      rules,
    },
    notes: contributorNotes(authors, language),
  };
}

const rules: PartRules = {
  dropped: new Map<string, Message | null>([
    // The reader names other versions.
    ['article/publication', null],
    ['submission_file', msg('import.part.files')],
    ['artwork_file', msg('import.part.files')],
    ['supplementary_file', msg('import.part.files')],
    ['supplemental_file', msg('import.part.files')],
    ['supp_file', msg('import.part.files')],
    ['submission_file_ref', msg('import.part.files')],
    ['embed', msg('import.part.files')],
    ['citations', msg('import.part.referenceList')],
    ['licenseUrl', msg('import.part.licence')],
    ['copyrightHolder', msg('import.part.licence')],
    ['copyrightYear', msg('import.part.licence')],
    ['permissions', msg('import.part.licence')],
    ['rights', msg('import.part.licence')],
    ['agencies', msg('import.part.funding')],
    ['sponsor', msg('import.part.funding')],
    ['covers', msg('import.part.covers')],
    ['cover', msg('import.part.covers')],
    ['email', msg('import.part.emails')],
    ['country', msg('import.part.authorDetails')],
    ['biography', msg('import.part.authorDetails')],
    ['competing_interests', msg('import.part.authorDetails')],
  ]),
  named: new Map([
    ['@section_ref', msg('import.part.section')],
    ['author/url', msg('import.part.authorDetails')],
    ['id', msg('import.part.identifiers')],
    ['article_galley', msg('import.part.files')],
    ['galley', msg('import.part.files')],
    ['htmlgalley', msg('import.part.files')],
    ['author', msg('import.part.authorDetails')],
    ['authors', msg('import.part.authorDetails')],
    ['issue', msg('import.part.issueDetails')],
    ['issue_identification', msg('import.part.issueDetails')],
    ['contextAbbreviation', msg('import.part.journalDetails')],
    ['contextName', msg('import.part.journalDetails')],
  ]),
  shapes: new Map<string, Shape>([
    ...xmlShapes,
    ['id', isReference],
    ['languages', isLanguage],
    ['contextPrimaryLocale', isLanguage],
    ['date_published', isDate],
    ['open_access', isDate],
    ['issue_identification/year', isDate],
    ['pages', isPages],
    ['contributor_roles', isWord],
    ['seq', isCount],
    ['givenname', asNames],
    ['@stage', isWord],
    ['@access_status', isWord],
    ['@date_published', isDate],
    ['@date_submitted', isDate],
    ['@url_path', isReference],
    ['@user_group_ref', isGroup],
  ]),
};

/** The groups of OJS whose members are authors. */
function isGroup(value: string): boolean {
  return /^(?:authors?|auteure?|autore?|autore?s|autora?|verfasser(?:in)?|autor\/in|автор)$/i.test(value);
}

/** The version that the article names as current, else the highest published one, else the last. */
function currentPublication(
  article: XmlElement,
  publications: readonly XmlElement[],
): XmlElement | undefined {
  const current = attributeOf(article, 'current_publication_id');
  const isCurrent = (publication: XmlElement) =>
    attributeOf(publication, 'id') === current ||
    childrenOf(publication, 'id').some((id) => idType(id) === 'internal' && lineOf(id) === current);
  const named = current === '' ? undefined : publications.find(isCurrent);
  if (named) return named;
  const published = publications.filter((publication) => attributeOf(publication, 'status') === '3');
  return (published.length > 0 ? published : publications).reduce<XmlElement | undefined>(
    (highest, one) => (highest && compareVersions(highest, one) > 0 ? highest : one),
    undefined,
  );
}

function compareVersions(a: XmlElement, b: XmlElement): number {
  const number = (publication: XmlElement, name: string) => Number(attributeOf(publication, name)) || 0;
  return (
    number(a, 'version') - number(b, 'version') ||
    number(a, 'version_major') - number(b, 'version_major') ||
    number(a, 'version_minor') - number(b, 'version_minor')
  );
}

/** Texts without a locale are in the article's locale. */
function localeOf(element: XmlElement, language: string): string {
  return attributeOf(element, 'locale') || language;
}

function sourceTitles(publication: XmlElement, language: string): SourceTitle[] {
  const byLocale = (name: string) =>
    Map.groupBy(childrenOf(publication, name), (part) => localeOf(part, language));
  const [prefixes, subtitles] = [byLocale('prefix'), byLocale('subtitle')];
  return childrenOf(publication, 'title').map((title) => {
    const locale = localeOf(title, language);
    return {
      language: locale,
      prefix: htmlLine(prefixes.get(locale)?.[0]),
      text: htmlLine(title),
      subtitles: [htmlLine(subtitles.get(locale)?.[0])],
    };
  });
}

/** OJS 2 has one text with all keywords, OJS 3 an element for each, with its text in `name` since 3.5. */
function sourceKeywords(publication: XmlElement, language: string): SourceKeywords[] {
  const subjects = childrenOf(childOf(publication, 'indexing'), 'subject');
  return [
    ...childrenOf(publication, 'keywords').map((group) => ({
      language: localeOf(group, language),
      list: splitOnlyKeyword(
        childrenOf(group, 'keyword').map((keyword) => htmlLine(childOf(keyword, 'name') ?? keyword)),
      ),
    })),
    ...subjects.map((subject) => ({
      language: localeOf(subject, language),
      list: splitKeywordText(htmlLine(subject)),
    })),
  ];
}

function sourceDates(
  publication: XmlElement,
  article: XmlElement,
  issue: XmlElement | undefined,
  identification: XmlElement | undefined,
): SourceDate[] {
  const own = [publication, article].flatMap((element) => [
    attributeOf(element, 'date_published'),
    lineOf(childOf(element, 'date_published')),
  ]);
  const ofIssue = lineOf(childOf(issue, 'date_published'));
  return [
    ...writtenDate('online', own.find((text) => text !== '') ?? ''),
    ...writtenDate('issue', ofIssue),
    ...writtenDate('collection', lineOf(childOf(identification, 'year'))),
  ];
}

function idElements(publication: XmlElement, article: XmlElement): XmlElement[] {
  const dois = (element: XmlElement) => childrenOf(element, 'id').filter((id) => idType(id) === 'doi');
  const own = dois(publication);
  return own.length > 0 ? own : dois(article);
}

function idType(id: XmlElement): string {
  return attributeOf(id, 'type').toLowerCase();
}

/** The authors by their `seq`, if all have one. */
function authorElements(publication: XmlElement): XmlElement[] {
  const authors = [
    ...childrenOf(publication, 'authors').flatMap((list) => childrenOf(list, 'author')),
    ...childrenOf(publication, 'author'),
  ];
  const place = (author: XmlElement) => Number(attributeOf(author, 'seq') || Number.NaN);
  return authors.some((author) => Number.isNaN(place(author)))
    ? authors
    : authors.sort((a, b) => place(a) - place(b));
}

/** Names of the user groups of OJS' contributors who are not authors, in the languages of its translations we know. */
const otherGroup =
  /translat|tradu[ct]|übersetz|editor|éditeur|herausgeber|redak|review|relec|revis|illustrat/i;

function isAuthor(author: XmlElement): boolean {
  return !otherGroup.test(attributeOf(author, 'user_group_ref')) && !isAnonymous(author);
}

function isAnonymous(author: XmlElement): boolean {
  return attributeOf(author, 'contributor_type').toUpperCase() === 'ANONYMOUS';
}

function contributorNotes(authors: readonly XmlElement[], language: string): Message[] {
  const others = authors.filter((author) => !isAuthor(author) && !isAnonymous(author));
  return [
    ...(authors.some(isAnonymous) ? [msg('import.note.anonymous')] : []),
    ...otherContributors(
      others.map((author) => ({
        name: nameText(sourceAuthor(author, language).name),
        role: attributeOf(author, 'user_group_ref'),
      })),
    ),
  ];
}

function sourceAuthor(author: XmlElement, language: string): SourceAuthor {
  const part = (name: string) => htmlLine(inLocale(childrenOf(author, name), language));
  const orcid = childOf(author, 'orcid');
  const given = [part('givenname') || part('firstname'), part('middlename')];
  return {
    name: {
      given: given.filter((name) => name !== '').join(' '),
      family: part('familyname') || part('lastname'),
      suffix: part('suffix'),
    },
    affiliations: sourceAffiliations(author, language),
    orcid: lineOf(orcid),
    isOrcidUnverified: /^(?:false|0)$/i.test(attributeOf(orcid, 'is_verified')),
  };
}

/** Of elements in several locales the one in the article's, in English, or the first that is not empty. */
function inLocale(elements: readonly XmlElement[], language: string): XmlElement | undefined {
  const filled = elements.filter((element) => lineOf(element) !== '');
  const inLanguage = (code: string | null) =>
    filled.find((element) => code !== null && languageCode(attributeOf(element, 'locale')) === code);
  return (
    filled.find((element) => attributeOf(element, 'locale') === language) ??
    inLanguage(languageCode(language)) ??
    inLanguage('en') ??
    filled[0]
  );
}

/** Up to 3.4 an author has one affiliation, in several locales; since 3.5 an element for each, with names. */
function sourceAffiliations(author: XmlElement, language: string): SourceAffiliation[] {
  const all = elementsOf(author).filter(({ name }) => name === 'affiliation' || name === 'rorAffiliation');
  const isNamed = (affiliation: XmlElement) => childOf(affiliation, 'name') !== undefined;
  const plain = htmlLine(
    inLocale(
      all.filter((one) => !isNamed(one) && one.name === 'affiliation'),
      language,
    ),
  );
  const named = all.filter(isNamed).map((affiliation) => {
    const ror = lineOf(childOf(affiliation, 'ror'));
    return {
      name: htmlLine(inLocale(childrenOf(affiliation, 'name'), language)),
      ...(ror !== '' && { ror }),
    };
  });
  return plain === '' ? named : [{ name: plain }, ...named];
}

function galleys(publication: XmlElement): XmlElement[] {
  return elementsOf(publication).filter(({ name }) => /^(?:article_|html)?galley$/.test(name));
}

/** The addresses of a galley that is not in the file, with its label as type. */
function galleyLinks(galley: XmlElement): SourceLink[] {
  const label = lineOf(childOf(galley, 'label')) || lineOf(childOf(galley, 'name'));
  const places = [galley, childOf(galley, 'file')].flatMap((parent) =>
    elementsOf(parent).filter(({ name }) => name === 'remote' || name === 'href'),
  );
  return places.map((place) => ({
    url: attributeOf(place, 'src'),
    type: attributeOf(place, 'mime_type') || label || null,
    role: 'file',
  }));
}

/** Articles that are not published, or whose issue is not. */
function doubtAbout(
  publication: XmlElement,
  article: XmlElement,
  issue: XmlElement | undefined,
): Message | null {
  const status = attributeOf(publication, 'status') || attributeOf(article, 'status');
  const published = attributeOf(issue, 'published').toLowerCase();
  const isUnpublished = /^[1245]$/.test(status) || published === '0' || published === 'false';
  return isUnpublished ? msg('import.doubt.unpublished') : null;
}

import { type Message, msg } from '../../../shared/message.ts';
import type { StatedKind } from '../article/articleKind.ts';
import {
  emptyArticle,
  type SourceArticle,
  type SourceDate,
  type SourceIssn,
  type SourceKeywords,
  type SourceLink,
  type SourceTitle,
  type Wording,
} from '../sourceArticle.ts';
import { splitKeywordText, splitOnlyKeyword } from '../text/keywordText.ts';
import { joinPages, type Pages, splitPages } from '../text/pages.ts';
import { writtenDate } from '../text/sourceDates.ts';
import {
  attributeOf,
  baseOf,
  childOf,
  childrenOf,
  elementsOf,
  lineOf,
  type XmlElement,
} from '../xml/xmlTree.ts';
import { jatsAuthors } from './jatsAuthors.ts';
import { jatsRules } from './jatsRules.ts';
import { citationNotes, jatsAbstract, jatsLine, jatsTitle } from './jatsText.ts';

/** The article of JATS or NLM XML in any flavour (reference/import-formats.md 4.4); null without article data. */
export function jatsArticle(article: XmlElement): SourceArticle | null {
  const front = childOf(article, 'front') ?? article;
  const meta = childOf(front, 'article-meta');
  if (!meta) return null;
  const journal = childOf(front, 'journal-meta');
  const language = languageOf(article, meta);
  const translations = childrenOf(article, 'sub-article')
    .filter((one) => attributeOf(one, 'article-type') === 'translation')
    .flatMap((one) =>
      childrenOf(one, 'front-stub').map((stub) => ({ stub, language: attributeOf(one, 'lang') || null })),
    );
  const wordings = [{ stub: meta, language }, ...translations];
  const { authors, notes } = jatsAuthors(meta, language);
  const pages = sourcePages(meta);
  const number = lineOf(childOf(meta, 'elocation-id'));
  return {
    ...emptyArticle,
    language,
    titles: wordings.flatMap((one) => sourceTitles(one.stub, one.language)),
    abstracts: wordings.flatMap((one) => sourceAbstracts(one.stub, one.language)),
    keywords: wordings.flatMap((one) => sourceKeywords(one.stub, one.language)),
    dates: childrenOf(meta, 'pub-date').flatMap(sourceDate),
    dois: sourceDois(meta),
    issns: childrenOf(journal, 'issn').map(sourceIssn),
    journal: lineOf(
      childOf(journal, 'journal-title-group', 'journal-title') ?? childOf(journal, 'journal-title'),
    ),
    volume: lineOf(childOf(meta, 'volume')),
    number: lineOf(childOf(meta, 'issue')),
    pages,
    articleNumber: isInternal(number, meta, journal) ? '' : number,
    authors,
    links: childrenOf(meta, 'self-uri').map((uri) => sourceLink(uri, baseOf(article, front, meta, uri))),
    kinds: statedKinds(article, meta),
    origin: { parts: [article], rules: jatsRules },
    dropped: [
      ...(childOf(article, 'body') ? [msg('import.part.fullText')] : []),
      ...(childOf(article, 'back') ? [msg('import.part.backMatter')] : []),
      ...references(article),
    ],
    notes: [...notes, ...citationNotes([childOf(meta, 'title-group'), ...childrenOf(meta, 'abstract')])],
  };
}

/** The article's type, the section it is in, and notices about it; a notice about other articles names these. */
function statedKinds(article: XmlElement, meta: XmlElement): StatedKind[] {
  const ofOthers: Record<string, string> = {
    'retracted-article': 'retraction',
    'corrected-article': 'correction',
    'object-of-concern': 'expression-of-concern',
  };
  const groups = childrenOf(childOf(meta, 'article-categories'), 'subj-group');
  return [
    { text: attributeOf(article, 'article-type') },
    ...childrenOf(meta, 'related-article').map((related) => {
      const type = attributeOf(related, 'related-article-type').trim().toLowerCase();
      const ofOther = ofOthers[type];
      // Others, such as "retraction" and "erratum", are notices about this article.
      return ofOther === undefined ? { text: type, isAboutThis: true } : { text: ofOther };
    }),
    ...groups.flatMap((group) => childrenOf(group, 'subject')).map((subject) => ({ text: lineOf(subject) })),
  ];
}

/** An unknown language is not null, so that the article's own title and abstract go before translations. */
function languageOf(article: XmlElement, meta: XmlElement): string {
  const own = [article, childOf(meta, 'title-group', 'article-title'), childOf(meta, 'abstract')];
  return own.map((element) => attributeOf(element, 'lang')).find((language) => language !== '') ?? 'und';
}

function sourceTitles(stub: XmlElement, language: string | null): SourceTitle[] {
  const group = childOf(stub, 'title-group');
  const title = childOf(group, 'article-title');
  return [
    {
      language: attributeOf(title, 'lang') || language,
      text: jatsTitle(title),
      subtitles: childrenOf(group, 'subtitle').map(jatsTitle),
    },
    ...[...childrenOf(group, 'trans-title-group'), ...looseTranslations(group)].map((translated) => ({
      language:
        attributeOf(translated, 'lang') || attributeOf(childOf(translated, 'trans-title'), 'lang') || null,
      text: jatsTitle(childOf(translated, 'trans-title')),
      subtitles: childrenOf(translated, 'trans-subtitle').map(jatsTitle),
    })),
  ];
}

/** In NLM 2 translated titles have no groups: each begins with its title. */
function looseTranslations(group: XmlElement | undefined): XmlElement[] {
  const groups: XmlElement[] = [];
  for (const element of elementsOf(group)) {
    if (element.name === 'trans-title') groups.push({ ...element, children: [element] });
    else if (element.name === 'trans-subtitle') groups.at(-1)?.children.push(element);
  }
  return groups;
}

const special =
  /graphic|visual|teaser|toc|contents|key|highlight|plain|\blay|digest|video|popular|web-summary/i;

function sourceAbstracts(stub: XmlElement, language: string | null): Wording[] {
  const isOrdinary = (one: XmlElement) => !special.test(attributeOf(one, 'abstract-type'));
  const own = childrenOf(stub, 'abstract').filter(isOrdinary);
  // One without a type takes precedence over others, such as a summary.
  const isTyped = (one: XmlElement) => attributeOf(one, 'abstract-type') !== '';
  const ordered = [...own.filter((one) => !isTyped(one)), ...own.filter(isTyped)];
  return [
    ...ordered.map((one) => ({ language: attributeOf(one, 'lang') || language, text: jatsAbstract(one) })),
    ...childrenOf(stub, 'trans-abstract')
      .filter(isOrdinary)
      .map((one) => ({ language: attributeOf(one, 'lang') || null, text: jatsAbstract(one) })),
  ];
}

/** Those of the authors; without any, those of other types that are words and no codes of a classification. */
function sourceKeywords(stub: XmlElement, language: string | null): SourceKeywords[] {
  return keywordGroups(stub).map((group) => ({
    language: attributeOf(group, 'lang') || language,
    list: splitOnlyKeyword(keywordsIn(group)),
  }));
}

function keywordGroups(stub: XmlElement): XmlElement[] {
  const groups = childrenOf(stub, 'kwd-group');
  const words = groups.filter(
    (group) => !/^(?:abbrev|acronym|abréviation|abreviatura)/i.test(headingOf(group)),
  );
  const ofAuthors = words.filter((group) =>
    /^(?:author.*|key-?words?)?$/i.test(attributeOf(group, 'kwd-group-type').trim()),
  );
  return ofAuthors.length > 0
    ? ofAuthors
    : words.filter((group) => !notKeywords.test(attributeOf(group, 'kwd-group-type')));
}

const notKeywords =
  /abbrev|acronym|jel|msc|pacs|acm|ocis|mesh|class|code|inspec|organism|ontolog|agrovoc|thesaur|highlight|toc|running|digest|hwp|person|geograph/i;

function headingOf(group: XmlElement): string {
  return lineOf(childOf(group, 'title') ?? childOf(group, 'label'));
}

function keywordsIn(group: XmlElement): string[] {
  return elementsOf(group).flatMap((element) => {
    if (element.name === 'kwd') return [jatsLine(element)];
    if (element.name === 'compound-kwd')
      return [termParts(childrenOf(element, 'compound-kwd-part')).map(jatsLine).join(' ')];
    if (element.name === 'nested-kwd') return keywordsIn(element);
    return element.name === 'unstructured-kwd-group' ? splitKeywordText(jatsLine(element)) : [];
  });
}

/** The parts of a compound keyword that are words: codes and addresses of a vocabulary are none. */
function termParts(parts: XmlElement[]): XmlElement[] {
  const isCode = (part: XmlElement) =>
    /code|identifier|\bid\b|uri|url/i.test(attributeOf(part, 'content-type'));
  const terms = parts.filter((part) => !isCode(part));
  return terms.length > 0 ? terms : parts;
}

const isPrint = /^(?:p-?pub|print|p-?issn)/i;

/** Dates of other kinds (`retracted`, `update`, `pmc-release`) are not dates of publication. */
function dateKind(date: XmlElement): SourceDate['kind'] | null {
  const type = (attributeOf(date, 'date-type') || attributeOf(date, 'pub-type')).trim().toLowerCase();
  const format = attributeOf(date, 'publication-format').trim().toLowerCase();
  const ofFormat = isPrint.test(format) ? 'print' : 'online';
  if (type === 'pub') return ofFormat;
  if (/^(?:epub-ppub|e?collection)$/.test(type)) return 'collection';
  if (/^(?:e-?pub|ahead|online|electronic)/.test(type)) return 'online';
  if (isPrint.test(type)) return 'print';
  if (type !== '' && !/^(?:publication|issue.*)$/.test(type)) return null;
  if (format !== '') return ofFormat;
  return 'issue';
}

function sourceDate(date: XmlElement): SourceDate[] {
  const kind = dateKind(date);
  if (kind === null) return [];
  const year = lineOf(childOf(date, 'year'));
  // `<month>May 2020</month>`
  const ownMonth = lineOf(childOf(date, 'month')).replace(year, '').trim();
  // The number of a season is not that of a month.
  const month = ownMonth || lineOf(childOf(date, 'season')).replace(/^(?=\d+$)/, 'season ');
  const [written] = writtenDate(
    kind,
    attributeOf(date, 'iso-8601-date') || lineOf(childOf(date, 'string-date')),
  );
  const isSameYear = year === '' || written?.year === year;
  if (written && month === '' && isSameYear) return [written];
  return year === '' ? [] : [{ kind, year, month }];
}

function articleIds(ids: readonly XmlElement[], type: string): string[] {
  return ids.filter((id) => attributeOf(id, 'pub-id-type').toLowerCase() === type).map(lineOf);
}

/** eLife gives every version a DOI of its own beside that of the article. */
function sourceDois(meta: XmlElement): string[] {
  const ids = childrenOf(meta, 'article-id');
  const ofArticle = articleIds(
    ids.filter((id) => attributeOf(id, 'specific-use') !== 'version'),
    'doi',
  );
  return ofArticle.length > 0 ? ofArticle : articleIds(ids, 'doi');
}

function sourceIssn(issn: XmlElement): SourceIssn {
  const kind = attributeOf(issn, 'publication-format') || attributeOf(issn, 'pub-type');
  const isOnline = /^(?:e-?pub|electronic|online|e-?issn)/i.test(kind);
  return { value: lineOf(issn), kind: isPrint.test(kind) ? 'print' : isOnline ? 'electronic' : null };
}

function sourcePages(meta: XmlElement): Pages {
  const [first, last] = [lineOf(childOf(meta, 'fpage')), lineOf(childOf(meta, 'lpage'))];
  const range = splitPages(lineOf(childOf(meta, 'page-range')));
  if (first === '') return range;
  if (last === '' && range.start === first) return range;
  return { ...joinPages(first, last), ...(range.ranges !== undefined && { ranges: range.ranges }) };
}

/** Janeway writes the number of its database record if an article has no pages (reference/import-formats.md 4.4). */
function isInternal(number: string, meta: XmlElement, journal: XmlElement | undefined): boolean {
  const isJaneway = childrenOf(journal, 'journal-id').some(
    (id) => attributeOf(id, 'journal-id-type') === 'issn',
  );
  return (
    isJaneway &&
    /^\d+$/.test(number) &&
    articleIds(childrenOf(meta, 'article-id'), 'publisher-id').includes(number)
  );
}

function sourceLink(uri: XmlElement, base: string): SourceLink {
  const type = attributeOf(uri, 'content-type').trim() || null;
  const isLanding = type === null || /html/i.test(type);
  const url = attributeOf(uri, 'href').trim() || lineOf(uri);
  return { url, type, role: isLanding ? 'landing' : 'file', ...(base !== '' && { base }) };
}

/** The reader keeps references even among the parts that it skips. */
function references(article: XmlElement): Message[] {
  const count = childrenOf(article, 'ref').length;
  return count === 0 ? [] : [msg('import.part.references', { count })];
}

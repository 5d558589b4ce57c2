import { readArticle } from '../../shared/article/article.ts';
import { type ContentType, contentTypeMeantBy } from '../../shared/article/contentTypes.ts';
import { storedYear } from '../../shared/article/storedArticle.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { fieldLabel } from '../../shared/draft/fieldLabel.ts';
import { asObject, asText, isGiven } from '../../shared/json.ts';
import { type Message, msg } from '../../shared/message.ts';
import { parseDoi, parseIssn } from '../../shared/text/identifiers.ts';
import { lostParts } from './lostParts.ts';
import { splitName, type WrittenName } from './splitName.ts';
import { oneLine, tidyLines } from './text/plainText.ts';
import { monthNumber } from './text/sourceDates.ts';

/** The parts of an article that reference manager formats can hold: texts on one line, except the abstract. */
export interface Citation {
  title: string;
  abstract: string;
  year: string;
  /** 1 to 12. */
  month: number | null;
  doi: string;
  /** Print first, because readers take the first of two for the print one; a single print ISSN says so. */
  issns: string[];
  journal: string;
  volume: string;
  number: string;
  startPage: string;
  endPage: string;
  authors: WrittenName[];
  keywords: string[];
  links: CitationLink[];
}

export interface CitationLink {
  url: string;
  type: ContentType | null;
}

/** The citation of a record, and the parts of the record that it does not have. */
export function citationOf(
  record: DraftRecord,
  journalTitles: ReadonlyMap<string, string>,
): { citation: Citation; lost: Message[] } {
  const article = readArticle(record);
  const lost = lostParts(record);
  const month = monthNumber(article.month);
  if (month === null && article.month.trim() !== '') lost.push(fieldLabel('bibjson.month'));
  const title = asObject(asObject(record.bibjson).journal).title;
  const issns = [article.pissn, article.eissn].map((issn) => parseIssn(issn) ?? oneLine(issn));
  const known = issns.flatMap((issn) => journalTitles.get(issn) ?? [])[0];
  const citation = {
    title: oneLine(article.title),
    abstract: tidyLines(article.abstract),
    year: storedYear(oneLine(article.year)),
    month,
    doi: parseDoi(article.doi) ?? oneLine(article.doi),
    issns: issnTexts(issns[0]!, issns[1]!),
    journal: (isGiven(title) && oneLine(asText(title))) || (known ?? ''),
    volume: oneLine(article.volume),
    number: oneLine(article.number),
    startPage: oneLine(article.startPage),
    endPage: oneLine(article.endPage),
    authors: article.authors.map(({ name }) => splitName(oneLine(name))).filter((name) => name !== null),
    keywords: article.keywords.map(oneLine).filter((keyword) => keyword !== ''),
    links: article.links
      .map(({ url, content_type }) => ({ url: oneLine(url), type: contentTypeMeantBy(content_type) }))
      .filter(({ url }) => url !== ''),
  };
  return { citation, lost };
}

/** What a format loses of links that it does not write as they are. */
export function lostLinks(
  links: readonly CitationLink[],
  written: readonly { link: CitationLink; type: ContentType | null }[],
): Message[] {
  const isTypeLost = ({ link, type }: (typeof written)[number]) =>
    link.type !== null && link.type !== (type ?? typeByEnding(link.url));
  return [
    ...(links.length > written.length ? [msg('export.part.moreLinks')] : []),
    ...(written.some(isTypeLost) ? [fieldLabel('bibjson.link[].content_type')] : []),
  ];
}

/** The content type that readers give to an address whose type is not stated. */
function typeByEnding(url: string): ContentType {
  const ending = /\.(pdf|epub|xml)$/i.exec(url.split(/[?#]/)[0]!)?.[1] ?? '';
  return contentTypeMeantBy(ending) ?? 'HTML';
}

function issnTexts(pissn: string, eissn: string): string[] {
  if (eissn === '') return pissn === '' ? [] : [`${pissn} (print)`];
  return pissn === '' ? [eissn] : [pissn, eissn];
}

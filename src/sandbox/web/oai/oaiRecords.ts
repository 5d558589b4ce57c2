import { type ArticleBibjson, identifiersOf, issnsOf } from '../../records.ts';

/** An article as a repository offers it. */
export interface OaiArticle {
  /** Counts from 1. */
  number: number;
  datestamp: string;
  set: string;
  bibjson: ArticleBibjson;
  isDeleted: boolean;
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const element = (name: string, text: string | undefined, attributes = '') =>
  text === undefined || text === '' ? '' : `<${name}${attributes}>${escapeXml(text)}</${name}>`;

/** Simple Dublin Core as OJS writes it (reference/sources.md 2.2). */
export function ojsDublinCore({ bibjson }: OaiArticle): string {
  const { journal = {}, author = [] } = bibjson;
  const [doi] = identifiersOf(bibjson, 'doi');
  const pages = [bibjson.start_page, bibjson.end_page].filter((page) => page !== undefined).join('-');
  const issue = `${journal.title}; Vol. ${journal.volume} No. ${journal.number} (${bibjson.year}); ${pages}`;
  const url = bibjson.link?.[0]?.url;
  return `<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
${[
  element('dc:title', bibjson.title, ' xml:lang="en"'),
  ...author.map(({ name = '' }) => element('dc:creator', turned(name))),
  ...(bibjson.keywords ?? []).map((keyword) => element('dc:subject', keyword)),
  element('dc:description', bibjson.abstract && `<p>${bibjson.abstract}</p>`),
  element('dc:date', dateOf(bibjson)),
  element('dc:type', 'info:eu-repo/semantics/article'),
  element('dc:format', bibjson.link?.[0]?.content_type === 'PDF' ? 'application/pdf' : 'text/html'),
  element('dc:identifier', url),
  element('dc:identifier', doi),
  element('dc:source', issue, ' xml:lang="en"'),
  ...issnsOf(bibjson).map((issn) => element('dc:source', issn)),
  element('dc:language', 'eng'),
].join('\n')}
</oai_dc:dc>`;
}

/** Dublin Core with Janeway's own elements (reference/sources.md 2.3). */
export function janewayDublinCore({ bibjson }: OaiArticle): string {
  const { journal = {}, author = [] } = bibjson;
  const [doi] = identifiersOf(bibjson, 'doi');
  return `<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
${[
  element('dc:title', bibjson.title),
  element('dc:articleTitle', bibjson.title),
  ...author.map(({ name = '' }) => element('dc:creator', turned(name))),
  element('dc:description', bibjson.abstract),
  element('dc:date', dateOf(bibjson)),
  element('dc:journalTitle', journal.title),
  element('dc:volume', journal.volume),
  element('dc:issue', journal.number),
  element('dc:doi', doi),
  element('dc:identifier', doi && `https://doi.org/${doi}`),
  element('dc:fullTextUrl', bibjson.link?.[0]?.url),
  element('dc:format.extent', '1'),
  ...issnsOf(bibjson).map((issn) => element('dc:source', issn)),
].join('\n')}
</oai_dc:dc>`;
}

/** A JATS article without its body. */
export function jats({ bibjson }: OaiArticle): string {
  const { journal = {}, author = [] } = bibjson;
  const [doi] = identifiersOf(bibjson, 'doi');
  const issns = issnsOf(bibjson).map((issn) => element('issn', issn, ' pub-type="epub"'));
  const people = author.map(({ name = '', orcid_id }) => {
    const [family = '', given = ''] = turned(name).split(', ');
    const orcid = element('contrib-id', orcid_id, ' contrib-id-type="orcid"');
    return `<contrib contrib-type="author">${orcid}<name>${element('surname', family)}${element('given-names', given)}</name></contrib>`;
  });
  const keywords = (bibjson.keywords ?? []).map((keyword) => element('kwd', keyword));
  return `<article xmlns="http://jats.nlm.nih.gov" xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article" xml:lang="en">
<front><journal-meta><journal-title-group>${element('journal-title', journal.title)}</journal-title-group>${issns.join('')}</journal-meta>
<article-meta>${element('article-id', doi, ' pub-id-type="doi"')}
<title-group>${element('article-title', bibjson.title)}</title-group>
<contrib-group>${people.join('\n')}</contrib-group>
<pub-date date-type="pub" publication-format="epub">${element('month', bibjson.month)}${element('year', bibjson.year)}</pub-date>
${element('volume', journal.volume)}${element('issue', journal.number)}${element('fpage', bibjson.start_page)}${element('lpage', bibjson.end_page)}
<self-uri content-type="application/pdf" xlink:href="${escapeXml(bibjson.link?.[0]?.url ?? '')}"/>
${bibjson.abstract ? `<abstract>${element('p', bibjson.abstract)}</abstract>` : ''}
<kwd-group xml:lang="en">${keywords.join('')}</kwd-group></article-meta></front></article>`;
}

function dateOf({ year = '', month = '' }: ArticleBibjson): string {
  return month === '' ? year : `${year}-${month.padStart(2, '0')}-01`;
}

/** `Family, Given`. */
function turned(name: string): string {
  const words = name.trim().split(/\s+/);
  const family = words.pop() ?? '';
  return words.length === 0 ? family : `${family}, ${words.join(' ')}`;
}

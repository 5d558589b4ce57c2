import { isEmpty } from '../../../shared/json.ts';
import { visibleJson } from '../../../shared/text/visibleText.ts';
import { type Citation, citationOf, lostLinks } from '../citation.ts';
import type { WrittenName } from '../splitName.ts';
import { writtenKeywords } from '../text/keywordText.ts';
import { splitPages } from '../text/pages.ts';
import type { Writer } from '../writer.ts';

/** Writes CSL-JSON: one list of items. */
export const writeCsl: Writer = async function* writeCsl(records, { losses, journalTitles }) {
  let index = 0;
  for await (const record of records) {
    const { citation, lost } = citationOf(record, journalTitles);
    const { links } = citation;
    const link = links.find(({ type }) => type !== 'PDF') ?? links[0];
    losses.addParts([...lost, ...lostLinks(links, link ? [{ link, type: null }] : [])]);
    const item = cslItem(citation, ++index, link?.url ?? '');
    yield `${index === 1 ? '[' : ','}\n${visibleJson(JSON.stringify(item))}`;
  }
  if (index > 0) yield '\n]\n';
};

function cslItem(citation: Citation, index: number, url: string): object {
  const item = {
    id: citation.doi === '' ? `item-${index}` : citation.doi,
    type: 'article-journal',
    title: citation.title,
    author: citation.authors.map(cslName),
    issued: issuedIn(citation),
    'container-title': citation.journal,
    volume: citation.volume,
    issue: citation.number,
    page: pagesIn(citation),
    DOI: citation.doi,
    ISSN: citation.issns.join(', '),
    URL: url,
    abstract: citation.abstract,
    keyword: writtenKeywords(citation.keywords).join('; '),
  };
  return Object.fromEntries(Object.entries(item).filter(([, value]) => !isEmpty(value)));
}

function issuedIn({ year, month }: Citation): object {
  if (/^\d{4}$/.test(year)) return { 'date-parts': [[Number(year), ...(month === null ? [] : [month])]] };
  return year === '' ? {} : { raw: year };
}

/** With a dash, if a hyphen could be part of an article number: `e12-3`. */
function pagesIn({ startPage, endPage }: Citation): string {
  if (startPage === '' || endPage === '') return startPage || endPage;
  const range = `${startPage}-${endPage}`;
  return splitPages(range).end === endPage ? range : `${startPage}–${endPage}`;
}

function cslName(name: WrittenName): object {
  if (typeof name === 'string') return { literal: name };
  const { family, given, particle, suffix } = name;
  return {
    family,
    given,
    ...(particle !== '' && { 'non-dropping-particle': particle }),
    ...(suffix !== '' && { suffix }),
  };
}

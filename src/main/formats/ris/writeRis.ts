import { type Citation, type CitationLink, citationOf, lostLinks } from '../citation.ts';
import type { WrittenName } from '../splitName.ts';
import { writtenKeywords } from '../text/keywordText.ts';
import type { Writer } from '../writer.ts';

/** Writes RIS. */
export const writeRis: Writer = async function* writeRis(records, { losses, journalTitles }) {
  for await (const record of records) {
    const { citation, lost } = citationOf(record, journalTitles);
    const links = citation.links.map((link) => ({ link, type: link.type === 'PDF' ? link.type : null }));
    losses.addParts([...lost, ...lostLinks(citation.links, links)]);
    yield risRecord(citation);
  }
};

function risRecord(citation: Citation): string {
  const { year, month } = citation;
  const landing = citation.links.find((link) => link.type !== 'PDF');
  const fields: [string, string][] = [
    ['TY', 'JOUR'],
    ['TI', citation.title],
    ...citation.authors.map((name): [string, string] => ['AU', risName(name)]),
    ['T2', citation.journal],
    ['PY', year],
    ['DA', month === null ? '' : `${year}/${String(month).padStart(2, '0')}//`],
    ['VL', citation.volume],
    ['IS', citation.number],
    ['SP', citation.startPage],
    ['EP', citation.endPage],
    ...citation.issns.map((issn): [string, string] => ['SN', issn]),
    ['DO', citation.doi],
    ...citation.links.map((link): [string, string] => [linkTag(link, landing), link.url]),
    ['AB', continued(citation.abstract)],
    ...writtenKeywords(citation.keywords).map((keyword): [string, string] => ['KW', keyword]),
  ];
  const lines = fields.filter(([, value]) => value !== '').map(([tag, value]) => `${tag}  - ${value}\r\n`);
  return `${lines.join('')}ER  - \r\n\r\n`;
}

function linkTag(link: CitationLink, landing: CitationLink | undefined): string {
  if (link === landing) return 'UR';
  return link.type === 'PDF' ? 'L1' : 'L2';
}

function risName(name: WrittenName): string {
  if (typeof name === 'string') return name;
  const family = name.particle === '' ? name.family : `${name.particle} ${name.family}`;
  return [family, name.given, name.suffix].filter((part) => part !== '').join(', ');
}

/** Lines without a tag continue the previous one, so no line of text may look as if it had a tag. */
function continued(text: string): string {
  return text.replace(/\n([A-Z][A-Z0-9]\s{1,3}-)/g, ' $1').replaceAll('\n', '\r\n');
}

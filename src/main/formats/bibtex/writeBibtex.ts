import { type Citation, citationOf, lostLinks } from '../citation.ts';
import type { WrittenName } from '../splitName.ts';
import { writtenKeywords } from '../text/keywordText.ts';
import type { Writer } from '../writer.ts';

/** Writes BibTeX, with the full text in `url` and a PDF beside it in `pdf`. */
export const writeBibtex: Writer = async function* writeBibtex(records, { losses, journalTitles }) {
  let index = 0;
  for await (const record of records) {
    const { citation, lost } = citationOf(record, journalTitles);
    const { links } = citation;
    const url = links.find(({ type }) => type !== 'PDF') ?? links[0];
    const pdf = links.find((link) => link.type === 'PDF' && link !== url);
    losses.addParts([
      ...lost,
      ...lostLinks(links, [
        ...(url ? [{ link: url, type: null }] : []),
        ...(pdf ? [{ link: pdf, type: pdf.type }] : []),
      ]),
    ]);
    yield bibtexEntry(citation, { key: keyOf(citation, ++index), url: url?.url ?? '', pdf: pdf?.url ?? '' });
  }
};

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

function bibtexEntry(citation: Citation, more: { key: string; url: string; pdf: string }): string {
  const text = (value: string) => (value === '' ? '' : `{${escapeTex(value)}}`);
  const verbatim = (value: string) => (value === '' ? '' : `{${verbatimTex(value)}}`);
  const fields: [string, string][] = [
    ['author', list(citation.authors.map(bibtexName), ' and ')],
    // Between two pairs of braces, styles do not change capitals.
    ['title', citation.title === '' ? '' : `{${text(citation.title)}}`],
    ['journal', text(citation.journal)],
    ['year', text(citation.year)],
    ['month', citation.month === null ? '' : months[citation.month - 1]!],
    ['volume', text(citation.volume)],
    ['number', text(citation.number)],
    ['pages', pages(citation)],
    ['issn', text(citation.issns.join(', '))],
    ['doi', verbatim(citation.doi)],
    ['url', verbatim(more.url)],
    ['pdf', verbatim(more.pdf)],
    ['abstract', text(citation.abstract.replaceAll('\n', '\n\n'))],
    ['keywords', list(writtenKeywords(citation.keywords, bibtexKeyword), ', ')],
  ];
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `  ${name} = ${value},\n`);
  return `@article{${more.key},\n${lines.join('')}}\n\n`;
}

function list(values: readonly string[], separator: string): string {
  return values.length === 0 ? '' : `{${values.join(separator)}}`;
}

/** Braces keep a name together, and protect separators that are part of a keyword. */
function bibtexName(name: WrittenName): string {
  if (typeof name === 'string') return `{${escapeTex(name)}}`;
  const family = name.particle === '' ? name.family : `${name.particle} ${name.family}`;
  return [family, name.suffix, name.given]
    .filter((part) => part !== '')
    .map(escapeTex)
    .join(', ');
}

function bibtexKeyword(keyword: string): string {
  const tex = escapeTex(keyword);
  return /[,;|]/.test(keyword) ? `{${tex}}` : tex;
}

function pages({ startPage, endPage }: Citation): string {
  const [start, end] = [escapeTex(startPage), escapeTex(endPage)];
  if (start === '') return end === '' ? '' : `{${end}}`;
  return end === '' ? `{${start}}` : `{${start}--${end}}`;
}

/** Unique by the place of the record, and readable. */
function keyOf({ authors, year }: Citation, index: number): string {
  const [first] = authors;
  const name = typeof first === 'object' ? first.family : (first ?? '');
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
    .slice(0, 40);
  return `${plain}${/^\d+$/.test(year) ? year : ''}-${index}`;
}

/** BibTeX counts escaped braces, too, so a single one must be a command. */
const commands: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '`': '\\textasciigrave{}',
};

/** Text for a BibTeX value: special characters become commands, and characters that TeX would join stay apart. */
function escapeTex(text: string): string {
  return text.replace(/[\\{}~^$&#%_`]/g, (sign) => commands[sign]!).replace(/([-'])(?=\1)/g, '$1{}');
}

/** An address or identifier for a BibTeX value, where programs do not interpret commands. */
function verbatimTex(text: string): string {
  return text.replace(/[\\{}\s]/g, encodeURIComponent);
}

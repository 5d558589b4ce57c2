import { msg } from '../../../shared/message.ts';
import { parseDoi } from '../../../shared/text/identifiers.ts';
import { texText, texVerbatim } from '../../../shared/text/tex/texText.ts';
import { otherContributors } from '../otherContributors.ts';
import {
  emptyArticle,
  type SourceArticle,
  type SourceAuthor,
  type SourceDate,
  type SourceLink,
} from '../sourceArticle.ts';
import { issnsIn } from '../text/issnText.ts';
import { splitKeywordText } from '../text/keywordText.ts';
import { nameText } from '../text/names.ts';
import { splitPages } from '../text/pages.ts';
import { oneLine, plainText } from '../text/plainText.ts';
import { maxDateLength, monthNumber, readDate, writtenDate, yearAndMonth } from '../text/sourceDates.ts';
import { asIssn, isDate, isLanguage, isPages, isReference, isWord } from '../unused/shapes.ts';
import type { PartRules, Shape } from '../unused/sourcePart.ts';
import { sourcePart } from '../unused/sourcePart.ts';
import type { BibtexEntry } from './bibtexEntry.ts';
import { bibtexAuthors } from './bibtexNames.ts';

/** Types that are articles of a journal; BibLaTeX treats `review` and `suppperiodical` as articles. */
const orcidField = 'author+an:orcid';
const articleTypes = new Set(['article', 'review', 'suppperiodical']);
/** The article of a BibTeX or BibLaTeX entry (reference/import-formats.md 3 and 4.11). */
export function bibtexArticle({ type, fields, repeated, unknown }: BibtexEntry): SourceArticle {
  const first = (...names: string[]) =>
    names.map((name) => fields.get(name) ?? '').find((value) => value.trim() !== '') ?? '';
  const text = (...names: string[]) => plainText(texText(first(...names)));
  const { authors, notes } = bibtexAuthors(first('author'));
  const url = texVerbatim(first('url'));
  const doi = texVerbatim(first('doi'));
  const editors = bibtexAuthors(first('editor')).authors;
  return {
    ...emptyArticle,
    language: text('language', 'langid') || null,
    titles: [{ language: null, text: text('title'), subtitles: [text('subtitle')] }],
    abstracts: [{ language: null, text: text('abstract') }],
    // Beside the authors' keywords, Scopus has those of its index.
    keywords: [
      {
        language: null,
        list: keywordsOf(first('author_keywords', 'author-keywords', 'keywords', 'keyword')),
      },
    ],
    dates: datesOf(text('date'), text('year'), text('month')),
    dois: [doi, ...(parseDoi(url) === null ? [] : [url])],
    issns: [
      ...issnsIn(text('issn')),
      ...issnsIn(text('pissn', 'print-issn')).map(({ value }) => ({ value, kind: 'print' as const })),
      ...issnsIn(text('eissn', 'e-issn')).map(({ value }) => ({ value, kind: 'electronic' as const })),
    ],
    // MathSciNet has the full title in a field of its own.
    journal: text('journaltitle', 'fjournal', 'journal', 'shortjournal'),
    volume: plainText(texText(withoutDashes(first('volume')))),
    number: plainText(texText(withoutDashes(first('number', 'issue')))),
    pages: splitPages(text('pages')),
    articleNumber: text('eid', 'articleno', 'article-number', 'art_number'),
    authors: withOrcids(authors, fields),
    links: linksOf(url, texVerbatim(first('pdf'))),
    kinds: ['type', 'entrysubtype', 'note', 'pubstate', 'annote'].map((name) => ({ text: text(name) })),
    doubt: articleTypes.has(type) ? null : msg('import.doubt.otherType', { type }),
    origin: {
      parts: [
        sourcePart('', [
          ...[...fields].map(([name, value]) => sourcePart(name, [value])),
          // Nothing becomes of them, whatever shape they have.
          ...repeated.map(([name, value]) => sourcePart(name, [value], 'repeated')),
        ]),
      ],
      rules,
    },
    notes: [
      ...notes,
      ...otherContributors(editors.map(({ name }) => ({ name: nameText(name), role: 'editor' }))),
      ...(unknown.length > 0 ? [msg('import.note.unknownMacros', { names: unknown.slice(0, 20) })] : []),
    ],
  };
}

/** BibLaTeX's annotations: `author+an:orcid = {1="0000-0002-1825-0097"}`. */
function withOrcids(authors: SourceAuthor[], fields: ReadonlyMap<string, string>): SourceAuthor[] {
  const text = fields.get(orcidField) ?? '';
  const found = new Map(
    [...text.matchAll(/(\d{1,4})\s?=\s?"?([^";]{16,60})"?/g)].map((one) => [Number(one[1]), one[2]!]),
  );
  return authors.map((author, at) => ({ ...author, orcid: found.get(at + 1) ?? author.orcid }));
}

/** Line ends only wrap the text, unless nothing else separates the keywords. */
function keywordsOf(tex: string): string[] {
  const isWrapped = /[,;|]/.test(tex);
  const bare = withoutOuterBraces(tex.trim());
  const outer = isWrapped ? bare.replace(/\s+/g, ' ') : linesOf(bare).join('\n\n');
  return splitKeywordText(plainText(texText(maskBraces(outer)))).map(unmask);
}

/** Web of Science puts a second pair of braces around the whole list. */
function withoutOuterBraces(tex: string): string {
  if (!/^\{[\s\S]*\}$/.test(tex)) return tex;
  let depth = 0;
  for (let at = 0; at < tex.length; at++) {
    if (tex[at] === '{') depth++;
    else if (tex[at] === '}' && --depth === 0 && at < tex.length - 1) return tex;
  }
  return tex.slice(1, -1);
}

const masks: Record<string, string> = { ',': '\ue000', ';': '\ue001', '|': '\ue002' };
const masked = new Map(Object.entries(masks).map(([sign, mask]) => [mask, sign]));

function linesOf(tex: string): string[] {
  return tex.split('\n').map((line) => line.trim());
}

/** Hides the separators between braces, which belong to a keyword. */
function maskBraces(tex: string): string {
  let depth = 0;
  return tex.replace(/[{},;|]/g, (sign) => {
    if (sign === '{') depth++;
    else if (sign === '}') depth--;
    return depth > 0 ? (masks[sign] ?? sign) : sign;
  });
}

function unmask(text: string): string {
  return text.replace(/[\ue000-\ue002]/g, (mask) => masked.get(mask) ?? mask);
}

/** BibLaTeX's `date` before `year` and `month`, unless those say more; the year may have the month: `June 1980`. */
function datesOf(date: string, year: string, month: string): SourceDate[] {
  const [whole] = writtenDate('issue', date);
  const inYear = month === '' ? yearAndMonth(year.slice(0, maxDateLength)) : null;
  const separate: SourceDate = { kind: 'issue', year, month: inYear?.month ?? monthIn(month) };
  if (!whole) return [separate];
  return whole.month === '' && separate.month !== '' ? [separate, whole] : [whole, separate];
}

/** `may`, `5`, `17~may`, `May 17`; text that names no month or several stays as it is. */
function monthIn(text: string): string {
  const plain = oneLine(text);
  if (monthNumber(plain) !== null) return plain;
  const month = readDate(`${plain} 2000`)?.month ?? '';
  return month === '' ? plain : month;
}

/** "3--4" means "3-4". */
function withoutDashes(tex: string): string {
  return tex.replace(/-{2,}/g, '-');
}

function linksOf(url: string, pdf: string): SourceLink[] {
  const links = url.split(/\s+/).map((one): SourceLink => ({ url: one, type: null, role: 'landing' }));
  return pdf === '' ? links : [...links, { url: pdf, type: 'PDF', role: 'file' }];
}

const rules: PartRules = {
  named: new Map([
    ['affiliation', msg('import.part.addresses')],
    ['address', msg('import.part.place')],
    ['publisher', msg('import.part.publisher')],
    ['file', msg('import.part.files')],
    ['note', msg('import.part.remarks')],
    ['annote', msg('import.part.remarks')],
    ['mrnumber', msg('import.part.identifiers')],
    ['zbl', msg('import.part.identifiers')],
    ['eprint', msg('import.part.identifiers')],
    ['journal', msg('import.part.journalDetails')],
    ['fjournal', msg('import.part.journalDetails')],
    ['shortjournal', msg('import.part.journalDetails')],
  ]),
  shapes: new Map<string, Shape>([
    ['date', isDate],
    ['month', (value) => isDate(value.replace(/~/g, ' '))],
    // Behind words such as `c.`; what is left beside the year is named.
    ['year', (value) => isDate(value) || value.replace(/(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/, ' ')],
    ['pages', isPages],
    ...['issn', 'eissn', 'pissn', 'e-issn', 'print-issn'].map((name): [string, Shape] => [name, asIssn]),
    // The names of parts in BibLaTeX's extended format.
    [
      'author',
      (value) =>
        value.replace(
          /\b(?:nametemplates\s?=\s?\w*|(?:family|given|prefix|suffix|useprefix|cjk|[a-z]+-i)\s?=)/g,
          ' ',
        ),
    ],
    ['language', isLanguage],
    ['langid', isLanguage],
    ['hyphenation', isLanguage],
    // The reader names entries that are not in the file.
    ['crossref', () => true],
    ['xdata', () => true],
    ['xref', isReference],
    ['ids', isReference],
    ['options', isWord],
  ]),
};

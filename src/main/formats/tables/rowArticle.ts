import { plainTexts } from '../../../shared/article/articleFields.ts';
import { asList } from '../../../shared/json.ts';
import { type Message, msg } from '../../../shared/message.ts';
import type { ColumnTarget } from '../../../shared/tables/columnTargets.ts';
import { parseDoi } from '../../../shared/text/identifiers.ts';
import { asciiDigits } from '../../../shared/text/pythonNumbers.ts';
import {
  emptyArticle,
  type PlainTexts,
  type SourceArticle,
  type SourceIssn,
  type SourceLink,
  type Wording,
} from '../sourceArticle.ts';
import { abstractText } from '../text/abstractText.ts';
import { issnsIn } from '../text/issnText.ts';
import { splitKeywordText } from '../text/keywordText.ts';
import { languageCode } from '../text/languages.ts';
import { joinPages, splitPages } from '../text/pages.ts';
import { plainText } from '../text/plainText.ts';
import { asIssn, asNames, isDate, isLanguage, isPages, isWord } from '../unused/shapes.ts';
import type { PartRules, Shape } from '../unused/sourcePart.ts';
import { type SourcePart, sourcePart } from '../unused/sourcePart.ts';
import type { ColumnPlan } from './columnPlan.ts';
import { rowAuthors } from './rowAuthors.ts';
import { type Cells, rowDates } from './rowDates.ts';
import { listIn } from './splitAuthors.ts';
import { systemAuthors } from './systemAuthors.ts';
import { cellNotes, type TableRow } from './tableRow.ts';

/** Longer than any date or list of ISSNs. */
const maxDateLength = 200;

/** The article of a row; the rows after the first hold its other authors. */
export function rowArticle(rows: readonly TableRow[], plan: ColumnPlan): SourceArticle {
  const row = rows[0]!;
  const cells = cellsOf(row, plan);
  const notes: Message[] = [];
  const ofSystem = systemAuthors(row, plan);
  const authors = ofSystem ? { list: ofSystem, notes: [] } : rowAuthors(rows, plan);
  const pages = pagesOf(row, cells);
  const plain = {} as PlainTexts;
  for (const { name } of plainTexts) plain[name] = cells.first(name);
  if (plan.mapping.preset === 'janeway' && plain.volume === '0') plain.volume = '';
  const source: SourceArticle = {
    ...emptyArticle,
    ...wordings(plan, cells),
    dates: rowDates(plan, cells),
    dois: doisOf(cells),
    issns: [
      ...cells.all('pissn').map((value) => ({ value, kind: 'print' as const })),
      ...cells.all('eissn').map((value) => ({ value, kind: 'electronic' as const })),
      ...cells.all('issn').flatMap(issnsInCell),
    ],
    journal: cells.first('journalTitle'),
    ...plain,
    volume: wholeNumber(plain.volume, notes),
    number: wholeNumber(plain.number, notes),
    pages: { start: wholeNumber(pages.start, notes), end: wholeNumber(pages.end, notes) },
    articleNumber: cells.first('articleNumber'),
    authors: authors.list,
    links: links(row, plan, cells),
    publisherRecordId: cells.first('recordId'),
    kinds: cells.all('recordType').map((text) => ({ text })),
    doubt: row.hidden ? msg(`import.doubt.hidden.${row.hidden}`) : doubtOf(plan, cells),
    origin: { parts: partsOf(rows, plan), rules },
    notes,
  };
  if (row.beside) notes.push(msg('import.note.besideRows', { texts: [...row.beside] }));
  notes.push(...authors.notes, ...cellNotes(row, notedColumns(plan)));
  return source;
}

function cellsOf({ cells }: TableRow, plan: ColumnPlan): Cells {
  const isReport = plan.mapping.preset === 'ojs-report';
  // Cached, because several fields need the same cell.
  const texts: string[] = [];
  const at = (place: number) => {
    const cell = cells[place] ?? '';
    const textOf = plan.columns[place]?.target === 'abstract' ? abstractText : plainText;
    texts[place] ??= westernised(
      (isReport ? escapedText(cell, textOf) : textOf(cell)).trim(),
      plan.columns[place]?.target,
    );
    return texts[place];
  };
  const places = (target: ColumnTarget) => plan.places.get(target) ?? noPlaces;
  const isFilled = (place: number) => at(place) !== '';
  const all = (target: ColumnTarget) => places(target).filter(isFilled).map(at);
  const first = (target: ColumnTarget) => {
    const place = places(target).find(isFilled);
    return place === undefined ? '' : at(place);
  };
  return { all, first, places, at };
}

const noPlaces: readonly number[] = [];

/** The fields of texts, in which digits stay as they are written. */
const prose = new Set<ColumnTarget>([
  'title',
  'subtitle',
  'abstract',
  'keywords',
  'journalTitle',
  'date',
  'printDate',
  'issueDate',
  'year',
  'month',
]);

/** Numbers in the digits that the directory knows; dates are read with theirs, which tell their calendar. */
function westernised(text: string, target: ColumnTarget = 'ignored'): string {
  return prose.has(target) ? text : asciiDigits(text);
}

/** Reports escape titles once or twice (reference/import-formats.md 4.6). */
function escapedText(cell: string, textOf: (markup: string) => string): string {
  let text = cell;
  for (let pass = 0; pass < 3; pass++) {
    const plain = textOf(text);
    if (plain === text) break;
    text = plain;
  }
  return text;
}

/** The language of texts in a column that names none, if the article's language is unknown or has its own column. */
const undetermined = 'und';

/** Title, abstract and keywords in their languages. Columns that name none are in the article's language. */
function wordings(
  plan: ColumnPlan,
  cells: Cells,
): Pick<SourceArticle, 'language' | 'titles' | 'abstracts' | 'keywords'> {
  const stated = languageCode(cells.first('language'));
  const inLanguages = (target: ColumnTarget): Wording[] => {
    if (cells.places(target).length === 0) return [];
    const filled = cells.places(target).filter((place) => cells.at(place) !== '');
    const languages = filled.map((place) => plan.columns[place]?.language ?? null);
    const own = stated === null || languages.includes(stated) ? undetermined : stated;
    return filled.map((place, index) => ({ language: languages[index] ?? own, text: cells.at(place) }));
  };
  const titles = inLanguages('title');
  const subtitles = inLanguages('subtitle');
  const prefixes = inLanguages('titlePrefix');
  const isUndetermined = stated === null && titles.some(({ language }) => language === undetermined);
  return {
    language: isUndetermined ? undetermined : stated,
    titles: titles.map((title) => ({
      ...title,
      prefix: prefixes.find(({ language }) => language === title.language)?.text ?? '',
      subtitles: subtitles.filter(({ language }) => language === title.language).map(({ text }) => text),
    })),
    abstracts: inLanguages('abstract').filter(({ text }) => !noAbstract.test(text)),
    keywords: inLanguages('keywords').map(({ language, text }) => ({
      language,
      list: keywordsIn(text, plan),
    })),
  };
}

const noAbstract = /^\[no abstract available\]$/i;

/** A cell may have a list as JSON. A single separator was chosen by the user. */
function keywordsIn(text: string, { mapping: { listSeparators } }: ColumnPlan): string[] {
  if (!/^\["/.test(text))
    return listSeparators.length === 1 ? listIn(text, listSeparators) : splitKeywordText(text);
  try {
    return asList(JSON.parse(text)).filter((keyword) => typeof keyword === 'string');
  } catch {
    return splitKeywordText(text);
  }
}

function doisOf(cells: Cells): string[] {
  const [own, others, urls] = (['doi', 'otherDoi', 'url'] as const).map(cells.all);
  if (own!.length > 0) return own!;
  return others!.length > 0 ? others!.slice(0, 1) : urls!.filter((url) => parseDoi(url) !== null);
}

/** The ISSNs in a cell; text without any is kept as it is, so that the user can correct it. */
function issnsInCell(cell: string): SourceIssn[] {
  const found = issnsIn(cell.slice(0, maxDateLength));
  return found.length > 0 ? found : [{ value: cell, kind: null }];
}

function pagesOf(row: TableRow, cells: Cells): SourceArticle['pages'] {
  const isDate = (target: ColumnTarget) => cells.places(target).some((place) => row.dates?.has(place));
  const start = cells.first('startPage');
  if (start !== '')
    return isDate('startPage') ? { start, end: '' } : joinPages(start, cells.first('endPage'));
  const text = cells.first('pages') || cells.first('otherPages');
  return isDate('pages') ? { start: text, end: '' } : splitPages(text);
}

/** A whole number that a spreadsheet wrote with a decimal place: `12,0`. */
function wholeNumber(text: string, notes: Message[]): string {
  const number = /^(\d+)[.,]0+$/.exec(text)?.[1];
  if (number === undefined) return text;
  notes.push(msg('import.note.wholeNumber', { text, number }));
  return number;
}

function links(row: TableRow, { headings }: ColumnPlan, cells: Cells): SourceLink[] {
  const types = cells.places('urlType').map(cells.at);
  const landing = cells
    .places('url')
    .flatMap((place, index) =>
      (addressesInMarkup(row.cells[place] ?? '') ?? cells.at(place).split(/[,;]?[\s|]+|[,;](?=https?:)/i))
        .filter((url) => url !== '')
        .map((url): SourceLink => ({ url, type: types[index] || null, role: 'landing' })),
    );
  const galleys = cells.places('galley').flatMap((place) =>
    addressesIn(cells.at(place)).map((url): SourceLink => {
      const type = /\b(?:pdf|html|epub|xml)\b/i.exec((headings[place] ?? '').replaceAll('_', ' '))?.[0];
      return { url, type: type ?? null, role: 'file' };
    }),
  );
  const files = cells.all('pdfUrl').map((url): SourceLink => ({ url, type: 'PDF', role: 'file' }));
  return [...landing, ...files, ...galleys];
}

/** The addresses of links in a cell with HTML, such as `<a href="https://example.org/1">Full text</a>`; null if it has none. */
function addressesInMarkup(cell: string): string[] | null {
  if (!cell.includes('<')) return null;
  const found = [...cell.matchAll(/<a\s[^<>]{0,500}?\bhref\s?=\s?["']?([^\s"'<>]{1,2000})/gi)];
  return found.length > 0 ? found.map(([, url]) => plainText(url!)) : null;
}

/** The addresses in a cell that may have names of files instead. */
function addressesIn(cell: string): string[] {
  return cell.split(/[\s|;]+/).filter((text) => /^https?:\/\//i.test(text));
}

/** Types in which the systems have what is no article, or not one of its own. */
const noArticle =
  /^(?:full_issue|table_of_contents|retracted(?: publication)?|retraction|erratum|correction|corrigendum|expression of concern|withdrawal|withdrawn publication|preprint|book|chapter|monograph|edited book|proceeding)$/i;

const published =
  /^(?:published|publi[éeè]e?|publicado|publicada|ver[öo]ffentlicht|publicat|pubblicato|yayınlandı|yayımlandı|опубликован[оа]?|opublikowan[eyo]|terbit|diterbitkan|julkaistu|gepubliceerd|publicerad|publisert|udgivet)$/i;

function doubtOf({ mapping: { preset } }: ColumnPlan, cells: Cells): Message | null {
  const type = cells.first('recordType');
  if (noArticle.test(type)) return msg('import.doubt.otherType', { type });
  const status = cells.first('status');
  return preset !== null && status !== '' && !published.test(status) ? msg('import.doubt.unpublished') : null;
}

const rules: PartRules = {
  dropped: new Map([['ignored', 'value']]),
  shapes: new Map<ColumnTarget, Shape>([
    ['date', isDate],
    ['printDate', isDate],
    ['issueDate', isDate],
    ['month', isDate],
    ['language', isLanguage],
    ['status', (value) => isWord(value) || published.test(value)],
    ['recordType', isWord],
    ['urlType', isWord],
    ['authorIsGroup', isWord],
    ['pages', isPages],
    ['endPage', isPages],
    ['issn', asIssn],
    ['pissn', asIssn],
    ['eissn', asIssn],
    // Without what a web address has behind it: `?lang=en`.
    ...(['orcids', 'authorOrcid'] as const).map((target): [ColumnTarget, Shape] => [
      target,
      (value) => value.replace(/[?#][\w=&-]*/g, ' '),
    ]),
    ['authors', asNames],
    ['authorName', asNames],
    ['otherPages', isPages],
    ['abstract', (value) => noAbstract.test(value)],
  ]),
};

/** The cells of an article; those of several authors have one name. */
function partsOf(rows: readonly TableRow[], { columns, names }: ColumnPlan): SourcePart[] {
  return rows.map(({ cells }) => {
    const parts: SourcePart[] = [];
    for (const [at, name] of names.entries()) {
      const cell = cells[at] ?? '';
      if (cell.trim() !== '') parts.push(sourcePart(name, [cell], columns[at]?.target ?? 'ignored'));
    }
    return sourcePart('', parts);
  });
}

/** The fields that a spreadsheet may take for a date: `1-2`. */
const textTargets = new Set<ColumnTarget>([
  ...(['pages', 'otherPages', 'startPage', 'endPage'] as const),
  ...plainTexts.map(({ name }) => name),
]);

function notedColumns({ headings, columns }: ColumnPlan): Parameters<typeof cellNotes>[1] {
  const targetOf = (at: number) => columns[at]?.target ?? 'ignored';
  return {
    headings,
    isUsed: (at) => targetOf(at) !== 'ignored',
    isText: (at) => textTargets.has(targetOf(at)),
  };
}

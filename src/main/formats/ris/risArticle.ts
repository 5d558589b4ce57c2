import { type Message, msg } from '../../../shared/message.ts';
import { parseDoi } from '../../../shared/text/identifiers.ts';
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
import { isAnonymous, isEtAl, nameText, turnName } from '../text/names.ts';
import { joinPages } from '../text/pages.ts';
import { oneLine, plainText } from '../text/plainText.ts';
import { monthNumber, readDate, yearAndMonth } from '../text/sourceDates.ts';

export interface RisField {
  tag: string;
  /** With a line end before each continuation line. */
  value: string;
}

/** Types that are articles of a journal: `MGZN` is a magazine. */
const articleTypes = new Set(['JOUR', 'EJOUR', 'MGZN']);
const editorTags = new Set(['A2', 'A3', 'A4', 'ED']);
/** Tags that are imported, and those whose loss does not matter to an article. */
const taken = new Set(
  `TY ER ID TI T1 AB N2 DO M3 SN PY DA Y1 T2 JF JO JA J1 J2 VL IS SP EP C7 AU A1 KW UR L1 L2`
    .split(/\s+/)
    .concat([...editorTags]),
);

/** The article of a RIS record: its fields in the order of the file (reference/import-formats.md 3 and 4.10). */
export function risArticle(fields: readonly RisField[]): SourceArticle {
  const all = (...tags: string[]) =>
    tags.flatMap((tag) => fields.filter((field) => field.tag === tag).map(({ value }) => value));
  const first = (...tags: string[]) => all(...tags).find((value) => value.trim() !== '') ?? '';
  const links = [
    ...linksOf(all('UR'), null, 'landing'),
    ...linksOf(all('L1'), 'PDF', 'file'),
    ...linksOf(all('L2'), null, 'file'),
  ];
  const { authors, notes } = authorsOf(fields);
  const serialNumbers = all('SN').filter((text) => text.trim() !== '');
  // Where the journal stands in JF, as EBSCO writes it, T2 may be a second title of the article.
  const hasOtherTitle =
    first('JF') !== '' && first('T2') !== '' && !isSameTitle(first('T2'), all('JF', 'JO', 'JA', 'J1', 'J2'));
  return {
    ...emptyArticle,
    titles: titlesOf(all('TI', 'T1')),
    abstracts: [{ language: null, text: plainText(all('AB').join('\n') || first('N2')) }],
    keywords: [{ language: null, list: keywordsOf(all('KW').filter((line) => line.trim() !== '')) }],
    dates: datesOf(all('Y1', 'PY', 'DA')),
    dois: [...all('DO'), ...[...all('M3'), ...all('UR').flatMap(addressesIn)].filter(isDoi)],
    issns: serialNumbers.filter(isSerialNumber).flatMap(issnsIn),
    journal: plainText(hasOtherTitle ? first('JF') : first('T2', 'JF', 'JO', 'JA', 'J1', 'J2')),
    volume: first('VL'),
    number: first('IS') || issueIn(first('M1')),
    pages: joinPages(first('SP'), first('EP')),
    articleNumber: first('C7'),
    authors,
    links,
    kinds: all('M3', 'PT', 'DT', 'C3').map((text) => ({ text })),
    doubt: doubtOf(first('TY')),
    dropped: droppedTags(fields, first('IS') === '' && issueIn(first('M1')) !== ''),
    notes: [
      ...notes,
      ...(hasOtherTitle ? [msg('import.note.secondTitle', { title: oneLine(first('T2')) })] : []),
      ...serialNumbers
        .filter((text) => !isSerialNumber(text))
        .map((text) => msg('import.note.notAnIssn', { text: oneLine(text) })),
      // The directory's own export sorts the authors (portality/crosswalks/article_ris.py).
      ...(links.some(({ url }) => /^https?:\/\/(?:www\.)?doaj\.org\//i.test(url))
        ? [msg('import.note.authorsSorted')]
        : []),
    ],
  };
}

/** A serial number has eight characters at least; shorter ones are numbers of the database. */
function isSerialNumber(text: string): boolean {
  return text.replace(/[^\dXx]/g, '').length >= 8;
}

/** EndNote writes the issue of an electronic article as M1, where others write anything. */
function issueIn(text: string): string {
  return /^(?:no\.?\s*)?\d{1,4}(?:[-\u2013/]\d{1,4})?$/i.test(text.trim()) ? text.trim() : '';
}

/** True if one of the others is the title or its abbreviation: `Int. J. Soil` for `International Journal of Soils`. */
function isSameTitle(title: string, others: readonly string[]): boolean {
  return others.some((other) => abbreviates(other, title) || abbreviates(title, other));
}

function abbreviates(short: string, long: string): boolean {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = wordsOf(long);
  let at = 0;
  return wordsOf(short).every((start) => {
    while (at < words.length && !words[at]!.startsWith(start)) at++;
    return at++ < words.length;
  });
}

/** Two different title lines are title and subtitle. */
function titlesOf(lines: string[]): SourceArticle['titles'] {
  const texts = [...new Set(lines.map((line) => oneLine(plainText(line))))].filter((text) => text !== '');
  const [text, ...subtitles] = texts;
  return text === undefined ? [] : [{ language: null, text, subtitles }];
}

/** One line may hold several keywords, with one on each continuation line; several lines hold one keyword each. */
function keywordsOf(lines: string[]): string[] {
  return lines.length === 1
    ? splitKeywordText(plainText(lines[0]!))
    : lines.map((line) => plainText(line).replace(/[;,]\s*$/, ''));
}

/** The fullest date first; the others show whether the file contradicts itself. */
function datesOf(texts: string[]): SourceDate[] {
  const year = texts.map((text) => /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0]).find(Boolean) ?? '';
  const dates = texts.flatMap((text) => {
    // Many programs write `DA  - May 17` beside `PY  - 2024`.
    const date = risDate(text) ?? (text.trim() === '' ? null : risDate(`${text} ${year}`));
    return date ? [date] : [];
  });
  return dates
    .sort((a, b) => b.fullness - a.fullness)
    .map(({ year, month }) => ({ kind: 'issue', year, month }));
}

/** `2024/05/17/`, `2024///Spring`, `2024-05-17`, `17 May 2024`. */
function risDate(text: string): { year: string; month: string; fullness: number } | null {
  const plain = oneLine(text);
  const slashed = /^(\d{4})\/([^/]*)(?:\/([^/]*))?(?:\/(.*))?$/.exec(plain);
  if (!slashed) {
    const date = readDate(plain);
    return (
      date && {
        year: date.year,
        month: yearAndMonth(plain)?.month ?? '',
        fullness: [date.month, date.day].filter(Boolean).length,
      }
    );
  }
  const [, year = '', month = '', day = '', other = ''] = slashed;
  if (month.trim() === '') return { year, month: other, fullness: monthNumber(other) === null ? 0 : 1 };
  return { year, month, fullness: day.trim() === '' ? 1 : 2 };
}

function authorsOf(fields: readonly RisField[]): { authors: SourceAuthor[]; notes: Message[] } {
  const authors: SourceAuthor[] = [];
  const notes: Message[] = [];
  const tags = new Set<string>(fields.map(({ tag }) => tag).filter((tag) => tag === 'AU' || tag === 'A1'));
  const seen = new Set<string>();
  const names = fields
    .filter(({ tag }) => tags.has(tag))
    .flatMap(({ value }) => plainText(value).split(';').map(oneLine));
  for (const text of names) {
    // Some programs write all authors under both tags.
    if (text === '' || (tags.size > 1 && seen.has(text))) continue;
    seen.add(text);
    if (isAnonymous(text)) notes.push(msg('import.note.anonymous'));
    else if (isEtAl(text)) notes.push(msg('import.note.etAl'));
    else authors.push({ name: turnName(text), affiliations: [], orcid: '' });
  }
  const others = fields
    .filter(({ tag }) => editorTags.has(tag))
    .map(({ tag, value }) => ({ name: nameText(turnName(oneLine(value))), role: tag }));
  return { authors, notes: [...notes, ...otherContributors(others)] };
}

function linksOf(values: string[], type: string | null, role: SourceLink['role']): SourceLink[] {
  return values.flatMap(addressesIn).map((url) => ({ url, type, role }));
}

const webAddress = /^https?:\/\//i;

/** The web addresses in a line; a line without any is kept whole. */
function addressesIn(value: string): string[] {
  const found = value.split(/\s+|;(?=\s|https?:|$)/).filter((part) => webAddress.test(part));
  return found.length > 0 ? found : [value];
}

function isDoi(text: string): boolean {
  return parseDoi(text) !== null;
}

function doubtOf(value: string): Message | null {
  const type = oneLine(value);
  return type === '' || articleTypes.has(type.toUpperCase()) ? null : msg('import.doubt.otherType', { type });
}

const parts: Record<string, Message> = {
  AD: msg('import.part.addresses'),
  N1: msg('import.part.remarks'),
  LA: msg('import.part.language'),
};

function droppedTags(fields: readonly RisField[], isIssueInM1: boolean): Message[] {
  const tags = new Set<string>(fields.filter(({ value }) => value.trim() !== '').map(({ tag }) => tag));
  return [...tags]
    .filter((tag) => !taken.has(tag) && !(tag === 'M1' && isIssueInM1))
    .map((tag) => parts[tag] ?? msg('import.part.other', { name: tag }));
}

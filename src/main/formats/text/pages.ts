const dash =
  /\s*(?:-{1,3}|[\u2010-\u2015\u2212])\s*|(?<=\d) (?:to|\u00e0|al?|bis|do|\u0434\u043e|til) (?=\d)/i;
/** Nothing, or a dash for it. */
const onlyDash = /^[-\u2010-\u2015\u2212\s]*$/;
/** `[3445 words; 18 paragraphs]`: how long a text is, not where it stands. */
const lengthOnly = /^\[?\s*\d[\d,. ]*\s*(?:words?|paragraphs?|bytes)\b/i;
/** How many pages there are, not which: `12 p.`, `vii + 20 S.` */
const countOnly =
  /^\s*(?:[ivxlcdm]{1,8}\s?[+,]\s?)?\d{1,5}\s?(?:p\.|pp\.|pages?|S\.|Seiten|págs?\.|páginas?|с\.|стр\.)$/i;
/** `pp.`, `p.`, `S.`, `pág.` and the like before the pages. */
const label =
  /^\s*(?:(?:pp?|pgs?|pages?|pag|págs?|páginas?|s|ss|sf|seiten?|str|hal|hlm|с|стр|σελ|ص)(?:\.\s*|:\s*|\s+)|[第頁页]{1,2}\s*)(?=\S)/i;

export interface Pages {
  start: string;
  end: string;
  /** The last page as the text has it, if it was shortened: `83` after 153. */
  shortEnd?: string;
  /** The whole text, if it names several ranges, of which the record has the first and the last page. */
  ranges?: string;
}

/**
 * The start of the first range and the end of the last in a text such as `pp. 12–19, 25`; shortened ends are completed
 * (`153-83`). An article number with a part (`e12-3`) is not a range.
 */
export function splitPages(text: string): Pages {
  return pagesIn(text, 3);
}

/** Digits that the first page has at least where the last one is shortened. */
const ofMedline = 2;

function pagesIn(text: string, minDigits: number): Pages {
  const counted = withoutLabelBefore(text);
  if (lengthOnly.test(counted) || countOnly.test(counted)) return { start: '', end: '' };
  const plain = withoutPageLabel(text);
  if (minDigits !== ofMedline && /^e\d+-\d{1,2}$/i.test(plain)) return { start: plain, end: '' };
  const ranges = plain
    .split(/\s*[,;\uff0c]\s*|(?<=\d)\s?\+\s?(?=\d)/)
    .filter((range) => !onlyDash.test(range))
    .map(cutRange);
  const [first] = ranges;
  if (!first) return { start: '', end: '' };
  // Pages in Roman numbers after others are those of a summary: `91-5, viii`.
  const last = ranges.findLast((range) => /^\d/.test(range.start) === /^\d/.test(first.start))!;
  const named = ranges.length > 1 ? { ranges: text.replace(/\s+/g, ' ').trim() } : {};
  if (last === first) return { ...completed(first.start, first.end, minDigits), ...named };
  const from = last.end === '' ? first.start : last.start;
  return { ...completed(from, last.end || last.start, minDigits), start: first.start, ...named };
}

/** The pages of MEDLINE, which shortens every last page (`91-5`); those after a semicolon are of the discussion. */
export function medlinePages(text: string): Pages {
  const { start, end, ranges } = pagesIn(text.split(';', 1)[0]!, ofMedline);
  return { start, end, ...(ranges !== undefined && { ranges }) };
}

/** `153-83` are the pages 153 to 183, but `12-9` may be a mistake: the first page has so many digits at least. */
function completed(start: string, end: string, minDigits: number): Pages {
  // `e101-e9` and `S1123-S31`: both have the same letters, which only MEDLINE leaves out of the last.
  const both = minDigits === ofMedline ? /^([a-z]{0,3})(\d+) \1?(\d+)$/i : /^([a-z]{0,3})(\d+) \1(\d+)$/i;
  const [, letters = '', first = '', last = ''] = both.exec(`${start} ${end}`) ?? [];
  const isShort = first.length >= minDigits && first.length > last.length;
  const whole = isShort ? first.slice(0, first.length - last.length) + last : '';
  return whole > first ? { start, end: letters + whole, shortEnd: end } : { start, end };
}

function cutRange(range: string): Pages {
  const at = dash.exec(range);
  if (!at || at.index === 0) return { start: range.trim(), end: '' };
  return { start: range.slice(0, at.index), end: range.slice(at.index + at[0].length).trim() };
}

/** Pages from two fields, the first of which may have the whole range. */
export function joinPages(start: string, end: string): Pages {
  if (end === '' && /^\d{1,9}$/.test(start)) return { start, end };
  const cleanEnd = withoutPageLabel(end);
  const cut = splitPages(start);
  const range = splitPages(end);
  // The last page may have the whole range, too.
  const isRepeated = cut.end === '' ? ['', range.start].includes(cut.start) : cleanEnd === start.trim();
  if (range.end !== '' && isRepeated) return range;
  if (cleanEnd === '' || cut.end === cleanEnd || cut.shortEnd === cleanEnd) return cut;
  return completed(cut.end === '' ? cut.start : withoutPageLabel(start), cleanEnd, 3);
}

/** Pages without a label (`pp. 12`, `12-19 S.`), brackets around all of them, a stop at the end, or a dash alone. */
export function withoutPageLabel(text: string): string {
  if (/^\d*$/.test(text)) return text;
  return withoutLabelBefore(text)
    .replace(/(?<=\d)\s(?:pp?|S|с)\.$/iu, '')
    .replace(/(?<=\d|\b[ivx]{1,8})[.,;]$/i, '')
    .replace(/(?<=\d)\s?[頁页쪽]$/, '')
    .replace(onlyDash, '')
    .trim();
}

/** What stands behind pages also stands behind their count: `12 p.` */
function withoutLabelBefore(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(label, '')
    .replace(/^[([]([^()[\]]*)[)\]]\.?$/, '$1');
}

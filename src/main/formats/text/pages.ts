const dash = /\s*(?:-{1,3}|[\u2010-\u2015\u2212])\s*/;
/** Nothing, or a dash for it. */
const onlyDash = /^[-\u2010-\u2015\u2212\s]*$/;
/** `[3445 words; 18 paragraphs]`: how long a text is, not where it stands. */
const lengthOnly = /^\[?\s*\d[\d,. ]*\s*(?:words?|paragraphs?|bytes)\b/i;
/** `pp.`, `p.`, `S.`, `pág.` and the like before the pages. */
const label = /^\s*(?:pp?|pgs?|pages?|pag|págs?|páginas?|s|seiten?)(?:\.\s*|:\s*|\s+)(?=\S)/i;

export interface Pages {
  start: string;
  end: string;
}

/**
 * The start of the first range and the end of the last in a text such as `pp. 12–19, 25`; ends are not completed
 * (`123-9`). An article number with a part (`e12-3`) is not a range.
 */
export function splitPages(text: string): Pages {
  const plain = withoutLabel(text);
  if (lengthOnly.test(plain)) return { start: '', end: '' };
  if (/^e\d+-\d{1,2}$/i.test(plain)) return { start: plain, end: '' };
  const ranges = plain
    .split(/\s*[,;]\s*/)
    .filter((range) => !onlyDash.test(range))
    .map(cutRange);
  const first = ranges[0];
  const last = ranges.at(-1);
  if (!first || !last) return { start: '', end: '' };
  // Pages in Roman numbers after others are those of a summary: `91-5, viii`.
  const own = ranges.filter((range) => /^\d/.test(range.start) === /^\d/.test(first.start));
  const end = own.at(-1) ?? last;
  return { start: first.start, end: own.length <= 1 ? first.end : end.end || end.start };
}

function cutRange(range: string): Pages {
  const at = dash.exec(range);
  if (!at || at.index === 0) return { start: range.trim(), end: '' };
  return { start: range.slice(0, at.index), end: range.slice(at.index + at[0].length).trim() };
}

/** Pages from two fields, the first of which may have the whole range. */
export function joinPages(start: string, end: string): Pages {
  const cleanEnd = withoutLabel(end);
  const cut = splitPages(start);
  if (cleanEnd === '' || cut.end === cleanEnd) return cut;
  return { start: withoutLabel(start), end: cleanEnd };
}

function withoutLabel(text: string): string {
  return text.replace(/\s+/g, ' ').replace(label, '').replace(onlyDash, '').trim();
}

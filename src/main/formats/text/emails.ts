/** A text without the parts that were looked for, and these parts. */
export interface TakenOut {
  text: string;
  found: string[];
}

/** It begins only at the start of a word, because searching from every character would take quadratic time. */
const email =
  /(?<![\p{L}\p{N}._%+'-])(?:mailto:)?[\p{L}\p{N}_][\p{L}\p{N}._%+'-]{0,100}(?:@|\s?[([]\s?at\s?[)\]]\s?)[\p{L}\p{N}][\p{L}\p{N}.-]{0,100}\.\p{L}{2,24}/giu;
/** With the word in front of it; as an address, or as the bare number. */
const orcid =
  /(?:\borcid(?:\s?ids?)?\s?[:=]?\s{0,3})?(?:(?:https?:\/\/)?(?:www\.)?orcid\.org\/)?(?<![\d-])\d{4}-\d{4}-\d{4}-\d{3}[\dX](?![\d-])\/?/gi;
/** The words that announce an address. */
const label =
  /[([]?\s?(?:(?:author\s)?(?:electronic\s(?:mail\s)?address(?:es)?|e-?mails?(?:\saddress(?:es)?)?|correo(?:\selectr[óo]nico)?|courriels?|correspond(?:ence|ing\sauthor)(?:\sto)?|эл\.?\s?почта|orcid(?:\s?ids?)?)\s?[:.=]?)$/iu;
/** The author to whom an address belongs, in front of it. */
const initialsBefore = /\s?\((?:\p{Lu}\.[\s-]?){1,4}(?:(?:[,;&]|and)\s?(?:\p{Lu}\.[\s-]?){1,4}){0,5}\)$/u;
/** The author to whom an address belongs: `(A.O.)`. */
const initialsBehind = /^\s?\((?:[\p{Lu}.\s&,-]|and){1,30}\)/u;

/** A text such as an affiliation without e-mail addresses and what stays behind them. */
export function takeEmails(text: string): TakenOut {
  const mayHaveOne = text.includes('@') || (/[([]/.test(text) && /[([]\s?at\s?[)\]]/i.test(text));
  return mayHaveOne ? takeOut(text, email) : { text, found: [] };
}

/** Between two addresses of a list, or between what encloses them. */
const betweenAddresses = /^[\s,;/&]{0,10}(?:(?:and|or)\s)?$/;
const brackets = new Map([
  ['(', ')'],
  ['[', ']'],
  ['<', '>'],
]);

interface Place {
  start: number;
  end: number;
}

/**
 * A running text such as an abstract without e-mail addresses, their brackets and labels. All other words stay, since
 * those beside an address belong to sentences.
 */
export function takeEmailsFromProse(text: string): TakenOut {
  const addresses = text.includes('@') ? [...text.matchAll(email)] : [];
  if (addresses.length === 0) return { text, found: [] };
  const places = addresses.map(({ 0: address, index }) => ({ start: index, end: index + address.length }));
  let least = 0;
  const enclosed = joinedPlaces(text, places).map((place) => {
    const whole = withEnclosing(text, place, least);
    least = whole.end;
    return whole;
  });
  let kept = '';
  let from = 0;
  for (const place of joinedPlaces(text, enclosed)) {
    const { start, end, blank } = withoutGap(text, place, from);
    kept += text.slice(from, start) + blank;
    from = end;
  }
  return {
    text: kept + text.slice(from),
    found: addresses.map(([address]) => address.replace(/^mailto:/i, '')),
  };
}

/** The places with those of one list joined. */
function joinedPlaces(text: string, places: readonly Place[]): Place[] {
  const lists: Place[] = [];
  for (const place of places) {
    const last = lists.at(-1);
    if (last && betweenAddresses.test(text.slice(last.end, place.start))) last.end = place.end;
    else lists.push({ ...place });
  }
  return lists;
}

/** An address with the brackets around it and the label in front of it: `(e-mail: a@example.org)`. */
function withEnclosing(text: string, place: Place, least: number): Place {
  let { start, end } = place;
  for (;;) {
    const before = skipBack(text, start, least, /\s/);
    const behind = skip(text, end, /\s/);
    const close = before > least ? brackets.get(text[before - 1]!) : undefined;
    const announced = label.exec(text.slice(Math.max(least, before - 60), before))?.[0] ?? '';
    if (close !== undefined && close === text[behind]) [start, end] = [before - 1, behind + 1];
    // Without a colon or a bracket, it is a word of the sentence.
    else if (/^[([]|[:=]$/.test(announced)) start = before - announced.replace(/^[([]\s?/, '').length;
    else return { start, end };
  }
}

/** A place with the blanks and signs around it that are too many without it, and the blank that replaces it. */
function withoutGap(text: string, place: Place, from: number): Place & { blank: string } {
  const start = skipBack(text, place.start, from, /\s/);
  const end = skip(text, place.end, /\s/);
  if (start === 0) return { start, end: skip(text, end, /[\s.,;:]/), blank: '' };
  if (/[([<]/.test(text[start - 1]!)) return { start, end: skip(text, end, /[\s,;:]/), blank: '' };
  if (end < text.length && !/[.,;:!?)\]>]/.test(text[end]!)) return { start, end, blank: ' ' };
  const last = skipBack(text, start, from, /[\s,;:]/);
  const isDouble = /[.!?]/.test(text[last - 1] ?? '') && /[.,;:]/.test(text[end] ?? '');
  return { start: last, end: isDouble ? end + 1 : end, blank: '' };
}

function skip(text: string, from: number, signs: RegExp): number {
  let at = from;
  while (at < text.length && signs.test(text[at]!)) at++;
  return at;
}

function skipBack(text: string, from: number, least: number, signs: RegExp): number {
  let at = from;
  while (at > least && signs.test(text[at - 1]!)) at--;
  return at;
}

/** A text without ORCIDs and the word in front of them. */
export function takeOrcids(text: string): TakenOut {
  if (!/\d{4}-\d{4}-\d{4}-\d{3}/.test(text)) return { text, found: [] };
  return takeOut(text, orcid);
}

/** A loose end is shorter, and looking for it in all that was kept would take quadratic time. */
const maxLooseEnd = 400;

function takeOut(text: string, part: RegExp): TakenOut {
  const found: string[] = [];
  const finished: string[] = [];
  let kept = '';
  let from = 0;
  for (const { 0: match, index } of text.matchAll(part)) {
    kept = joined(kept, text.slice(from, index), found.length > 0);
    if (kept.length > 2 * maxLooseEnd) {
      finished.push(kept.slice(0, -maxLooseEnd));
      kept = kept.slice(-maxLooseEnd);
    }
    found.push(match.replace(/^mailto:/i, '').trim());
    from = index + match.length;
  }
  if (found.length === 0) return { text, found };
  finished.push(withoutLooseEnd(joined(kept, text.slice(from), true)));
  return { text: finished.join(''), found };
}

/** Two pieces without the label at the end of the second, and without what belonged to a part between them. */
function joined(before: string, piece: string, isAfterPart: boolean): string {
  const rest = isAfterPart ? piece.replace(initialsBehind, '').replace(/^[\s)>\].;,:]{1,50}/, '') : piece;
  if (!isAfterPart) return rest;
  const start = withoutLooseEnd(before);
  if (start === '' || rest === '') return start + rest;
  const sign =
    /[;,]/.exec(before.slice(start.length) + piece.slice(0, piece.length - rest.length))?.[0] ?? '';
  return `${start}${/[.;,:]$/.test(start) ? '' : sign} ${rest}`;
}

/** Without the label, brackets and separators at the end of a text. */
function withoutLooseEnd(text: string): string {
  const end = trimmedEnd(text);
  const announced = label.exec(end.slice(-60));
  const before = announced ? trimmedEnd(end.slice(0, end.length - announced[0].length)) : end;
  return before.replace(initialsBefore, '');
}

function trimmedEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s;,:(<[]/.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

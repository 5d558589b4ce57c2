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

/** A text without ORCIDs and the word in front of them. */
export function takeOrcids(text: string): TakenOut {
  if (!/\d{4}-\d{4}-\d{4}-\d{3}/.test(text)) return { text, found: [] };
  return takeOut(text, orcid);
}

function takeOut(text: string, part: RegExp): TakenOut {
  const found: string[] = [];
  let kept = '';
  let from = 0;
  for (const { 0: match, index } of text.matchAll(part)) {
    kept = joined(kept, text.slice(from, index), found.length > 0);
    found.push(match.replace(/^mailto:/i, '').trim());
    from = index + match.length;
  }
  if (found.length === 0) return { text, found };
  return { text: withoutLooseEnd(joined(kept, text.slice(from), true)), found };
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

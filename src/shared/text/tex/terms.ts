import { exponent, term } from '../scripts.ts';

/** Two operands with a fraction line between them. `isWord`: letters are those of one word or name, and no product. */
export function fraction(above: string, below: string, isWord = false): string {
  return term(`${operand(above, true)}/${operand(below, isWord)}`);
}

/** The root of a term; `index` is empty for a square root. `isWord`: as for a fraction. */
export function root(radicand: string, index: string, isWord = false): string {
  const inner = raisedIn.test(radicand) ? bracketed(radicand) : operand(radicand, isWord);
  return term(`${exponent(index)}√${inner}`, inner.endsWith(')'));
}

/** The number of choices, which is written one above the other. */
export function binomial(above: string, below: string): string {
  return term(`binom(${above}, ${below})`, true);
}

const raisedIn = /[\ufdd0\ufdd3]/;
/** A number, a letter or a differential; other letters beside each other are a product unless they are a word. */
const factor = /^(?:[\d.][\d.,]*[%°]?|[d∂]?[\p{L}∞∅][\p{M}′″]*)?$/u;
const product = /^(?:[\d.][\d.,]*)?[\p{L}\p{N}\p{M}′″∞]*[%°]?$/u;

/** A part of a formula in brackets, unless it is a single factor or bracketed term; it may have signs of levels. */
function operand(text: string, isProduct: boolean): string {
  const inner = text.trim();
  const plain = withoutLevels(inner);
  return factor.test(plain) || (isProduct && product.test(plain)) ? inner : bracketed(inner);
}

function bracketed(text: string): string {
  return isBracketed(text) ? text : `(${text})`;
}

/** The base of an index or exponent. `isWhole`: an exponent that applies to all of it, not only to its last letter. */
export function base(text: string, isWhole = false): string {
  if (isWhole && raisedIn.test(text)) return bracketed(text);
  const plain = withoutLevels(text);
  const isTerm = (isWhole ? factor : /^[\p{L}\p{N}.]*[\p{M}]*$/u).test(plain) || /^.\p{M}*$/u.test(plain);
  return isTerm ? text : bracketed(text);
}

/** Each letter and digit with a combining mark, such as a bar. */
export function withMark(text: string, mark: string): string {
  return text.replace(/[\p{L}\p{N}]\p{M}*/gu, (letter) => letter + mark).normalize('NFC');
}

/** Parts above and below the line need no brackets, because they get some of their own. */
function withoutLevels(text: string): string {
  return text.replace(/[\ufdd0\ufdd1\ufdd3][^\ufdd0-\ufdd3]*\ufdd2/g, '');
}

/** True if the first bracket is closed by the last sign. */
function isBracketed(text: string): boolean {
  if (!/^[([{][\s\S]*[)\]}]$/.test(text)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) depth++;
    else if (')]}'.includes(text[at]!) && --depth === 0) return at === text.length - 1;
  }
  return false;
}

import { exponent, term } from '../scripts.ts';

/** Two operands with a fraction line between them. */
export function fraction(above: string, below: string): string {
  return term(`${operand(above)}/${operand(below)}`);
}

/** The root of a term; `index` is empty for a square root. */
export function root(radicand: string, index: string): string {
  const inner = operand(radicand);
  return term(`${exponent(index)}√${inner}`, inner.endsWith(')'));
}

/** The number of choices, which is written one above the other. */
export function binomial(above: string, below: string): string {
  return term(`binom(${above}, ${below})`, true);
}

/** A part of a formula in brackets, unless it is a single number, letter or bracketed term; it may have signs of levels. */
function operand(text: string): string {
  const inner = text.trim();
  const isSimple = /^[\p{L}\p{N}.,′\p{M}°%]*$/u.test(withoutLevels(inner)) || isBracketed(inner);
  return isSimple ? inner : `(${inner})`;
}

/** The base of an index or exponent. */
export function base(text: string): string {
  const isTerm = /^(?:[\p{L}\p{N}.]*|.)[\p{M}]*$/u.test(withoutLevels(text)) || isBracketed(text);
  return isTerm ? text : `(${text})`;
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

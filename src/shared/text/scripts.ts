/**
 * Text above and below the line (reference/import-decisions.md, All formats): no exponent or index may join a number or
 * a formula and make another of it, and neither may a fraction or a root and what stands beside it (`2 1/2`, `√3 2`). A
 * reader encloses such text by `raised`, `lowered` or `term`; when the whole text is known, `settleScripts` decides how
 * each is written.
 */

/** Code points that are no characters, and go with the rest of these signs if a file has them. */
export const raiseSign = '\ufdd0';
export const lowerSign = '\ufdd1';
export const levelEnd = '\ufdd2';
const exponentSign = '\ufdd3';
const termSign = '\ufdd4';
const closedSign = '\ufdd5';
const termEnd = '\ufdd6';
const signs = /[\ufdd0-\ufdd6]/;
const termSigns = /[\ufdd4-\ufdd6]/g;
const innermostTerm = /([\ufdd4\ufdd5])([^\ufdd4-\ufdd6]*)\ufdd6/g;
const levelSigns = /[\ufdd0-\ufdd3]/g;

/** Deeper nesting than this is written without its levels. */
const maxDepth = 20;
/** Characters before a level that may decide how it is written. */
const maxBefore = 12;

const above = new Map(zip('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'));
const below = new Map(zip('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'));

const isRaisedAlready = /^[⁰¹²³⁴-⁾ⁿⁱªº]+$/u;
/** Signs of trademarks, degrees and footnotes are above the line by themselves, and primes are. */
const raisedByItself = /^(?:[®™©℠°º*†‡§¶#′″‴'’]+|SM|TM)$/u;
/** The ends of ordinal numbers. */
const ordinal = /^(?:st|nd|rd|th|er|re|e|è|ème|eme|ère|o|a|os|as|de|te|ten|ts|nds|rds|ths)\.?$/i;
/** Abbreviations with their ends above the line, such as `Mme`, `Dr`, `St` and `no`; other letters there are exponents: `nᵏ`. */
const abbreviation =
  /(?:^|[^\p{L}])(?:M(?:[acer]|rs|mes?|lles?|gr)|Mg?rs?|Mons|D(?:rs?|ra|re)|S(?:[tr]|tes?|ra|ta|to)|[Nn](?:os?|r)|C(?:ie|ia|o)|J[rn]|Vv?es?|F(?:r|co|ca))\.?$/u;
const romanNumber = /(?:^|[^\p{L}])[IVXLCDM]+$/u;
/** In a formula, a single letter after a number or a letter is an exponent: `2^a`, `X^e`. */
const ordinalInFormula = /(?:\d(?:st|nd|rd|th)|(?:^|[^\p{L}])[IVXLCDM]{2,}(?:e|er|ème|ère))$/u;

/** Marks text that stands above the line. */
export function raised(text: string): string {
  return text === '' ? '' : raiseSign + text + levelEnd;
}

/** Marks an exponent of a formula, which is hardly ever the end of an ordinal number. */
export function exponent(text: string): string {
  return text === '' ? '' : exponentSign + text + levelEnd;
}

/** Marks text that stands below the line. */
export function lowered(text: string): string {
  return text === '' ? '' : lowerSign + text + levelEnd;
}

/** Marks a fraction or a root. `isClosed`: it ends with a bracket that belongs to it as a whole, as `√(x+1)` does. */
export function term(text: string, isClosed = false): string {
  return (isClosed ? closedSign : termSign) + text + termEnd;
}

/** The text with each marked part written so that it cannot be read as another number or formula. */
export function settleScripts(text: string): string {
  if (!signs.test(text)) return text;
  let settled = text;
  for (let depth = 0; depth < maxDepth && settled.includes(termEnd); depth++)
    settled = settled.replace(innermostTerm, (found, sign: string, part: string, at: number, whole: string) =>
      writeTerm(part, sign === closedSign, whole[at - 1] ?? '', whole[at + found.length] ?? ''),
    );
  return writeLevels(settled.replace(termSigns, ''));
}

/** What is read of a level, and its sign. */
interface Level {
  sign: string;
  parts: string[];
  /** Its last characters; a level at the end counts as its sign. */
  tail: string;
  hasLevels: boolean;
}

/** The text with its levels written, from the innermost ones. */
function writeLevels(text: string): string {
  const open: Level[] = [{ sign: '', parts: [], tail: '', hasLevels: false }];
  const add = (part: string, end = '') => {
    const level = open.at(-1)!;
    level.parts.push(part);
    level.tail = (level.tail + part.slice(-maxBefore)).slice(-maxBefore) + end;
  };
  let tooDeep = 0;
  let from = 0;
  for (const { 0: sign, index } of text.matchAll(levelSigns)) {
    if (index > from) add(text.slice(from, index));
    from = index + 1;
    if (sign !== levelEnd) {
      if (open.length > maxDepth) tooDeep++;
      else open.push({ sign, parts: [], tail: '', hasLevels: false });
    } else if (tooDeep > 0) tooDeep--;
    else if (open.length > 1) {
      const level = open.pop()!;
      const outer = open.at(-1)!;
      add(writeLevel(level, outer, text[from] ?? ''), levelEnd);
      outer.hasLevels = true;
    }
  }
  add(text.slice(from));
  return open.flatMap(({ parts }) => parts).join('');
}

function writeLevel({ sign, parts, hasLevels }: Level, outer: Level, next: string): string {
  const text = parts.join('');
  if (sign !== lowerSign) return writeRaised(text, outer.tail, next, sign === exponentSign);
  return writeLowered(text, outer.tail, next, hasLevels || outer.sign === lowerSign);
}

/** The end of something that a term behind it would join, and the beginning of what would join a term. */
const operandEnd = /[\p{L}\p{N}\p{M})\]}%°′\ufdd2]/u;
const operandStart = /[\p{L}\p{N}([{√∑∏∫\ufdd4\ufdd5]/u;
/** What applies to the whole of a term in front of it. */
const applied = /[\ufdd0\ufdd1\ufdd3!]/;

function writeTerm(part: string, isClosed: boolean, before: string, next: string): string {
  if (applied.test(next)) return `(${part})`;
  const isApart = operandEnd.test(before) && !part.startsWith('√');
  const isFollowed = operandStart.test(next) && !isClosed;
  return (isApart ? ' ' : '') + part + (isFollowed ? ' ' : '');
}

function writeRaised(part: string, before: string, next: string, isFormula: boolean): string {
  const text = withMinus(part.trim());
  if (text === '') return part;
  if (raisedByItself.test(text) || isRaisedAlready.test(text)) return part;
  // Behind a number and a blank it may be an exponent: `10 ³kg`.
  if (isBeforeWord(before, next) && !(/\d\s$/.test(before) && /^[−+-]?\d/.test(text))) return part;
  // Two numbers are no single one.
  if (/^\d/.test(text) && /[⁰¹²³⁴-⁹]\ufdd2?$/.test(before)) return `^(${text})`;
  if (isFormula ? ordinalInFormula.test(before + text) : isOrdinal(text, before, next)) return part;
  return written(text, above) ?? `^(${text})`;
}

/** `isNested`: it contains other levels, or is below one that is below the line itself, and would be read as a part of it. */
function writeLowered(part: string, before: string, next: string, isNested: boolean): string {
  const text = withMinus(part.trim());
  if (text === '') return part;
  if (isBeforeWord(before, next)) return part;
  const joinsDigits = /\d$/.test(text) && /\d/.test(next);
  // `log₁₀x`, since `log10x` is the logarithm of another number.
  const isBase = /log$/i.test(before) && (/\p{L}/u.test(text) || /[\p{L}\p{N}]/u.test(next));
  const isAfterLetter = /[\p{L}\p{M})\]}′'*]$/u.test(before);
  const isPlain = !isNested && !isBase && !joinsDigits && /^(?:[\p{L}\p{N}]+|\d+\.\d+)$/u.test(text);
  if (isAfterLetter && isPlain) return part;
  const isOther = /^\d/.test(text) && /[₀-₉]\ufdd2?$/.test(before);
  return (isOther ? null : written(text, below)) ?? `_(${text})`;
}

/** A dash in front of a number is a minus sign: `10<sup>–3</sup>`. */
function withMinus(text: string): string {
  return text.replace(/^[\u2010-\u2013](?=[\d\p{L}(])/u, '−');
}

/** `38` in `³⁸Ca`, at the beginning of a word. */
function isBeforeWord(before: string, next: string): boolean {
  return /(?:^|[\s([{,;:/–—-])$/.test(before) && /\p{L}/u.test(next);
}

function isOrdinal(text: string, before: string, next: string): boolean {
  if (/[\d([=]/.test(next)) return false;
  if (/\d[.]?$/.test(before) && ordinal.test(text)) return true;
  if (romanNumber.test(before) && ordinal.test(text)) return true;
  return abbreviation.test(before + text);
}

/** The text in characters of that level; null if there is none for one of them. */
function written(text: string, level: ReadonlyMap<string, string>): string | null {
  const letters = [...text.replace(/\s+/g, '')].map((letter) => level.get(letter));
  return letters.every((letter) => letter !== undefined) ? letters.join('') : null;
}

function zip(from: string, to: string): [string, string][] {
  const target = [...to];
  return [...from].map((sign, at) => [sign, target[at]!]);
}

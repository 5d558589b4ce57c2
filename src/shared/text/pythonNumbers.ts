import { pythonFloatText, pythonSpace } from './pythonText.ts';

/** Python's reading of numbers, where the verdict depends on it. */

/** What `int()` and `float()` allow around a number: unlike `strip()`, not the separators U+001C to U+001F. */
const space = `[${pythonSpace.replace('\\x1c-\\x20', ' ')}]*`;
const digits = '\\p{Nd}+(?:_\\p{Nd}+)*';
const integer = new RegExp(`^${space}([+-]?${digits})${space}$`, 'u');
const decimal = new RegExp(
  `^${space}([+-]?(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:[eE][+-]?${digits})?)${space}$`,
  'u',
);
const word = new RegExp(`^${space}([+-]?)(inf(?:inity)?|nan)${space}$`, 'i');
/** Python reads no whole number of more digits. */
const maxDigits = 4300;

/** The whole number that Python's `int` reads, in digits of any script; null if it refuses the text. */
export function pythonInteger(text: string): number | null {
  const found = integer.exec(text)?.[1]?.replaceAll('_', '');
  if (found === undefined) return null;
  const plain = asciiDigits(found);
  return plain.replace(/^[+-]/, '').length > maxDigits ? null : Number(plain) + 0;
}

/** The number that Python's `float` reads, which may be infinite or NaN; null if it refuses the text. */
export function pythonFloat(text: string): number | null {
  const found = decimal.exec(text)?.[1];
  if (found !== undefined) return Number(asciiDigits(found.replaceAll('_', '')));
  const [, sign, name] = word.exec(text) ?? [];
  if (name === undefined) return null;
  if (/^nan$/i.test(name)) return Number.NaN;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** The text that Python makes of a number as it stands in JSON: one with a point or an exponent is no whole number. */
export function pythonNumberText(source: string): string {
  if (source === '-0') return '0';
  return /[.e]/i.test(source) ? pythonFloatText(Number(source)) : source;
}

/** The nearest whole number; of two equally near ones, the even one, as in Python. */
export function roundHalfEven(number: number): number {
  const low = Math.floor(number);
  if (number - low !== 0.5) return Math.round(number) + 0;
  return low % 2 === 0 ? low + 0 : low + 1;
}

/** Converts decimal digits of any script to 0 to 9. The first other ones are those of Arabic. */
export function asciiDigits(text: string): string {
  if (!/[\u0660-\uffff]/.test(text)) return text;
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitValue(digit)));
}

/** The digits of a script are ten consecutive code points, which may follow those of another. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (code - first) % 10;
}

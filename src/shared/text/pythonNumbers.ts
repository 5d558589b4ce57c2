import { pythonSpace } from './pythonText.ts';

/** Python's reading of numbers, where the verdict depends on it. */

/** What `int()` and `float()` allow around a number: unlike `strip()`, not the separators U+001C to U+001F. */
export const numberSpace = `[${pythonSpace.replace('\\x1c-\\x20', ' ')}]*`;
export const numberDigits = '\\p{Nd}+(?:_\\p{Nd}+)*';
const integer = new RegExp(`^${numberSpace}([+-]?${numberDigits})${numberSpace}$`, 'u');
/** Python reads no whole number of more digits. */
const maxDigits = 4300;

/** The whole number that Python's `int` reads, in digits of any script; null if it refuses the text. */
export function pythonInteger(text: string): number | null {
  const found = integer.exec(text)?.[1]?.replaceAll('_', '');
  if (found === undefined) return null;
  const plain = asciiDigits(found);
  return plain.replace(/^[+-]/, '').length > maxDigits ? null : Number(plain) + 0;
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

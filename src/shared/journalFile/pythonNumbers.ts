import { stripText } from '../text/pythonText.ts';

/** The number that Python's `float` reads, which may be infinite or NaN; null if it refuses the text. */
export function pythonFloat(text: string): number | null {
  const plain = stripText(text);
  if (/^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i.test(plain))
    return Number(plain.replaceAll('_', ''));
  const word = /^([+-]?)(inf(?:inity)?|nan)$/i.exec(plain);
  if (!word) return null;
  if (/^nan$/i.test(word[2]!)) return Number.NaN;
  return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** The whole number that Python's `int` reads; null if it refuses the text. */
export function pythonInteger(text: string): number | null {
  const plain = stripText(text);
  return /^[+-]?\d+(?:_\d+)*$/.test(plain) ? Number(plain.replaceAll('_', '')) + 0 : null;
}

/** The nearest whole number; of two equally near ones, the even one, as in Python. */
export function roundHalfEven(number: number): number {
  const low = Math.floor(number);
  if (number - low !== 0.5) return Math.round(number) + 0;
  return low % 2 === 0 ? low + 0 : low + 1;
}

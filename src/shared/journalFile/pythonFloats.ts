import { asciiDigits, numberDigits as digits, numberSpace as space } from '../text/pythonNumbers.ts';

const decimal = new RegExp(
  `^${space}([+-]?(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:[eE][+-]?${digits})?)${space}$`,
  'u',
);
const word = new RegExp(`^${space}([+-]?)(inf(?:inity)?|nan)${space}$`, 'i');

/** The number that Python's `float` reads, which may be infinite or NaN; null if it refuses the text. */
export function pythonFloat(text: string): number | null {
  const found = decimal.exec(text)?.[1];
  if (found !== undefined) return Number(asciiDigits(found.replaceAll('_', '')));
  const [, sign, name] = word.exec(text) ?? [];
  if (name === undefined) return null;
  if (/^nan$/i.test(name)) return Number.NaN;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** The nearest whole number; of two equally near ones, the even one, as in Python. */
export function roundHalfEven(number: number): number {
  const low = Math.floor(number);
  if (number - low !== 0.5) return Math.round(number) + 0;
  return low % 2 === 0 ? low + 0 : low + 1;
}

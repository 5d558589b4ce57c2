import { asciiDigits, pythonInteger } from './pythonNumbers.ts';
import { pythonSpace, stripText } from './pythonText.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** English month names in order; the directory accepts these besides numbers and three-letter forms. */
export const monthNames: readonly string[] = months;

/**
 * The month, 1 to 12, that the directory files an article under; null if it does not understand the text and uses
 * January, or no date at all, as for digits of other scripts.
 */
export function serviceMonth(text: string): number | null {
  if (/^(?:0?[1-9]|1[0-2])$/.test(text)) return Number(text);
  const name = text.toLowerCase();
  const at = months.findIndex((month) =>
    name.length === 3 ? month.toLowerCase().startsWith(name) : month.toLowerCase() === name,
  );
  return at < 0 ? null : at + 1;
}

/** The month that the user meant by `Sept`, `dec.`, ` 5 ` or `MAY`, 1 to 12, or null. */
export function parseMonth(text: string): number | null {
  const tidy = asciiDigits(text.trim().replace(/\.$/, '').toLowerCase());
  if (/^\d{1,2}$/.test(tidy)) return serviceMonth(tidy);
  if (tidy.length < 3) return null;
  const at = months.findIndex((month) => month.toLowerCase().startsWith(tidy));
  return at < 0 ? null : at + 1;
}

/** The year that the directory stores: two characters that read as a number get a century: 20 for years up to that of `now`, else 19. */
export function serviceYear(year: string, now: Date): string {
  if (year.length > 4 || [...year].length !== 2) return year;
  const number = pythonInteger(year);
  if (number === null) return year;
  const century = Math.floor(now.getUTCFullYear() / 100);
  return (number <= century ? '20' : '19') + year;
}

const digits = { d: '3[01]|[12]\\p{Nd}|0[1-9]|[1-9]| [1-9]', m: '1[0-2]|0[1-9]|[1-9]' };
const part: Record<string, string> = {
  Y: '(?<year>\\p{Nd}{4})',
  y: '(?<short>\\p{Nd}{2})',
  m: `(?<month>${digits.m})`,
  d: `(?<day>${digits.d})`,
  H: '(?:2[0-3]|[01]\\p{Nd}|\\p{Nd})',
  M: '(?:[0-5]\\p{Nd}|\\p{Nd})',
  S: '(?<second>6[01]|[0-5]\\p{Nd}|\\p{Nd})',
  f: '[0-9]{1,6}',
  B: '(?<name>[A-Za-z]{3,9})',
  b: '(?<short3>[A-Za-z]{3})',
};

/** The date formats that the directory accepts, in the order in which it tries them (reference/directory-api.md 4.2). */
const dateForms = [
  '%Y-%m-%dT%H:%M:%S.%fZ',
  '%Y-%m-%dT%H:%M:%SZ',
  '%Y-%m-%d',
  '%d/%m/%y',
  '%d/%m/%Y',
  '%d-%m-%Y',
  '%Y.%m.%d',
  '%d.%m.%Y',
  '%d.%m.%y',
  '%d %B %Y',
  '%d-%b-%Y',
  '%d-%b-%y',
  '%b-%y',
  '%B %Y',
  '%Y',
].map((form) => {
  const pattern = form
    .replaceAll('.', '\\.')
    .replaceAll(' ', `[${pythonSpace}]+`)
    .replace(/%(\w)/g, (_, letter: string) => part[letter]!);
  return new RegExp(`^${pattern}$`, 'iu');
});

/** Returns true if the directory can parse `text` as a date. It refuses records with a date that it cannot parse, although it drops the value. */
export function isDateReadable(text: string): boolean {
  const trimmed = stripText(text);
  return dateForms.some((form) => {
    const found = form.exec(trimmed);
    return found !== null && isRealDate(found.groups ?? {});
  });
}

function isRealDate(found: Record<string, string | undefined>): boolean {
  // Years from 69 on belong to the last century, in which the same ones are leap years.
  const year =
    found.year === undefined ? 2000 + Number(asciiDigits(found.short!)) : Number(asciiDigits(found.year));
  if (year < 1 || Number(asciiDigits(found.second ?? '0')) > 59) return false;
  const month = monthOf(found);
  if (month === null) return false;
  const day = Number(asciiDigits(found.day ?? '1'));
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
  return day <= length;
}

function monthOf(found: Record<string, string | undefined>): number | null {
  if (found.month !== undefined) return Number(found.month);
  const name = (found.name ?? found.short3)?.toLowerCase();
  if (name === undefined) return 1;
  const at = months.findIndex((month) =>
    found.name === undefined ? month.slice(0, 3).toLowerCase() === name : month.toLowerCase() === name,
  );
  return at < 0 ? null : at + 1;
}

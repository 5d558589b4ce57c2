import { digitValue, PY_SPACE, pyInt, pyLength, pyStrip } from './pythonValue.ts';

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString('en', { month: 'long' }).toLowerCase(),
);
const SHORT_MONTHS = MONTHS.map((name) => name.slice(0, 3));

// The patterns of strptime; they are case-insensitive, so `t` and `z` match `T` and `Z`.
const PARTS: Record<string, string> = {
  Y: '(?<Y>\\p{Nd}{4})',
  y: '(?<y>\\p{Nd}{2})',
  m: '(?<m>1[0-2]|0[1-9]|[1-9])',
  d: '(?<d>3[01]|[12]\\p{Nd}|0[1-9]|[1-9]| [1-9])',
  H: '(?<H>2[0-3]|[01]\\p{Nd}|\\p{Nd})',
  M: '(?<M>[0-5]\\p{Nd}|\\p{Nd})',
  S: '(?<S>6[01]|[0-5]\\p{Nd}|\\p{Nd})',
  f: '(?<f>[0-9]{1,6})',
  b: `(?<b>${SHORT_MONTHS.join('|')})`,
  B: `(?<B>${MONTHS.join('|')})`,
};

// reference/directory-api.md 4.2, tried in this order.
const FORMATS = [
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
].map(
  (format) =>
    new RegExp(
      `^${format
        .replaceAll('.', '\\.')
        .replaceAll('/', '\\/')
        .replaceAll(' ', `[${PY_SPACE}]+`)
        .replace(/%(\w)/g, (_, letter: string) => PARTS[letter]!)}$`,
      'iu',
    ),
);

/** Returns true if the directory can read the text as a date (reference/directory-api.md 4.2 and addenda 4.2). */
export function isDirectoryDate(text: string): boolean {
  const stripped = pyStrip(text);
  return FORMATS.some((format) => {
    const match = format.exec(stripped);
    return match?.groups !== undefined && isRealMoment(match.groups);
  });
}

/** The stored year and the date for sorting (addenda 4.1); no date if the year is not a number. */
export function publicationDate(
  year: string | undefined,
  month: string | undefined,
): { year: string | undefined; date: string | undefined } {
  const full = year === undefined ? undefined : completeYear(year);
  if (full === undefined || pyLength(full) !== 4 || !/^\p{Nd}{4}$/u.test(full)) {
    return { year: full, date: undefined };
  }
  const number = Number([...full].map(digitValue).join(''));
  const monthText = monthNumber(month);
  if (number < 1 || !/^(?:1[0-2]|0[1-9])$/.test(monthText)) return { year: full, date: undefined };
  return { year: full, date: `${number}-${monthText}-01T00:00:00Z` };
}

function completeYear(year: string): string {
  if (pyLength(year) !== 2) return year;
  const number = pyInt(year);
  if (number === undefined) return year;
  // The service compares with the number of the century, not with the year (addenda 4.1).
  return number <= 20 ? `20${year}` : `19${year}`;
}

/** Two characters, not always a valid month: the service pads any value. */
function monthNumber(month: string | undefined): string {
  if (month === undefined) return '01';
  const length = pyLength(month);
  if (length > 2) {
    const index = (length === 3 ? SHORT_MONTHS : MONTHS).indexOf(month.toLowerCase());
    return index < 0 ? '01' : String(index + 1).padStart(2, '0');
  }
  const number = pyInt(month);
  if (number === undefined || number < 1 || number > 12) return '01';
  return length < 2 ? `0${month}` : month;
}

function isRealMoment(parts: Record<string, string | undefined>): boolean {
  const number = (text: string | undefined, otherwise: number) =>
    text === undefined ? otherwise : (pyInt(text) ?? Number.NaN);
  const short = number(parts.y, 0);
  const year = parts.y === undefined ? number(parts.Y, 1900) : short <= 68 ? 2000 + short : 1900 + short;
  const month = monthOf(parts) ?? number(parts.m, 1);
  const day = number(parts.d, 1);
  if (year < 1 || month < 1 || day < 1 || number(parts.S, 0) > 59) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
  return day <= days;
}

/** The month by its name; 0 if the name only looks alike (case folding accepts more than the calendar). */
function monthOf(parts: Record<string, string | undefined>): number | undefined {
  if (parts.b !== undefined) return SHORT_MONTHS.indexOf(parts.b.toLowerCase()) + 1;
  if (parts.B !== undefined) return MONTHS.indexOf(parts.B.toLowerCase()) + 1;
  return undefined;
}

/** A date in the directory's stored format. */
export function directoryDate(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

declare const brand: unique symbol;

/** A time as canonical ISO 8601 in UTC, `2026-11-21T08:30:00.000Z`, of the years 1900 to 9999; its texts sort by time. */
export type Instant = string & { readonly [brand]: 'Instant' };

/** The first and last time, in milliseconds since 1970, that an `Instant` can say. */
export const firstTime = Date.UTC(1900, 0, 1);
export const lastTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * A time from outside: a `Date`, or ISO 8601 text of a date, or of a date and time with or without fractions of a
 * second and a zone (without one, it is UTC, as the directory writes it). null if it is anything else, such as a day
 * that no month has, or not between 1900 and 9999.
 */
export function readInstant(value: unknown): Instant | null {
  if (typeof value === 'string') return isCanonical(value) ? value : readText(value);
  return value instanceof Date ? instantAt(value.getTime()) : null;
}

/** The time this many milliseconds after 1970; null if it is no time between 1900 and 9999. */
export function instantAt(milliseconds: unknown): Instant | null {
  if (typeof milliseconds !== 'number' || !(milliseconds >= firstTime && milliseconds <= lastTime))
    return null;
  return new Date(milliseconds).toISOString() as Instant;
}

const canonical = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** True for the text that an `Instant` is; cheap, because lists ask it for every row. */
export function isCanonical(text: string): text is Instant {
  if (text.length !== 24) return false;
  const found = canonical.exec(text);
  return found !== null && isDay(Number(found[1]), Number(found[2]), Number(found[3]));
}

const longest = 40;
const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

function readText(text: string): Instant | null {
  if (text.length > longest) return null;
  const found = iso.exec(text);
  if (!found || !isDay(Number(found[1]), Number(found[2]), Number(found[3]))) return null;
  const hasTime = text.includes('T');
  const zoned = hasTime && found[4] === undefined ? `${text}Z` : text;
  return instantAt(Date.parse(zoned.replace(/(T.*[+-]\d{2})(\d{2})$/, '$1:$2')));
}

/** True if the calendar has this day, in a year from 1900 on. */
function isDay(year: number, month: number, day: number): boolean {
  if (year < 1900 || month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

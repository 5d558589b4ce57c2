import { type Message, msg } from '../../../shared/message.ts';
import { asciiDigits } from '../../../shared/text/pythonNumbers.ts';
import { monthNumber } from './sourceDates.ts';

/** A date of another calendar than the Gregorian one. */
export interface CalendarDate {
  calendar: 'solarHijri' | 'hijri' | 'buddhist' | 'minguo' | 'era' | 'unknown';
  /** The Gregorian year and month (1 to 12); empty where the date does not determine them. */
  year: string;
  month: string;
}

const solarMonths = lookup(
  'فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند',
  'farvardin ordibehesht khordad tir mordad shahrivar mehr aban azar dey bahman esfand',
);
const lunarMonths =
  /محرم|صفر|ربيع|ربیع|جمادى|جمادي|جمادی|رجب|شعبان|رمضان|شوال|ذو ?القعدة|ذو ?الحجة|ذی ?القعده|ذی ?الحجه/u;
const arabicScript = /\p{Script=Arabic}/u;
/** Letters and digits that Persian writes and Arabic does not. */
const persian = /[پچژگکی۰-۹]/u;
const thai = /\p{Script=Thai}/u;
/** Written after a year: Solar Hijri, and lunar Hijri. */
const solarMark = /هـ?\s?[.]?\s?ش|(?<!\p{L})ش(?!\p{L})/u;
const lunarMark = /هـ|\d\s?ه(?!\p{L})|(?<!\p{L})ق(?!\p{L})/u;
/** A later Solar Hijri year is in the future; a lunar one is not. */
const lastSolarYear = 1420;

const chineseYear = /(?:中華民國|中华民国|民國|民国)\s?(\d{1,3}|元)\s?年?(?:\s?(\d{1,2})\s?月)?/u;
const japaneseEra = /(令和|平成|昭和|大正|明治)\s?(\d{1,2}|元)\s?年?(?:\s?(\d{1,2})\s?月)?/u;
/** The year before the first of an era. */
const eras: Record<string, number> = { 令和: 2018, 平成: 1988, 昭和: 1925, 大正: 1911, 明治: 1867 };

/** The note on a date of another calendar. */
export function calendarNote({ calendar, year, month }: CalendarDate, text: string): Message {
  const name = msg(`import.calendar.${calendar}`);
  if (year === '') return msg('import.note.otherCalendar', { text, calendar: name });
  const date = month === '' ? year : `${year}-${month.padStart(2, '0')}`;
  return msg('import.note.convertedDate', { text, calendar: name, date });
}

/** Hardly any date is of another calendar. */
const gregorianYear = /^(?:1[5-9]|20)\d{2}$/;

/**
 * The meaning of a date that is not Gregorian, or null. `month`: from a field of its own; `contextOf`: the other texts of
 * the record, whose script tells what a year such as 1402 means.
 */
export function calendarDate(text: string, month: string, contextOf: () => string): CalendarDate | null {
  if (gregorianYear.test(text)) return null;
  const plain = asciiDigits(text);
  const chinese = chineseYear.exec(plain);
  if (chinese) return eraDate('minguo', 1911, chinese[1]!, chinese[2] ?? month);
  const japanese = japaneseEra.exec(plain);
  if (japanese) return eraDate('era', eras[japanese[1]!]!, japanese[2]!, japanese[3] ?? month);
  const year = Number(/(?<!\d)(\d{4})(?!\d)/.exec(plain)?.[1] ?? 0);
  if (year >= 2400 && year < 2700) {
    if (!thai.test(text + month + contextOf())) return { calendar: 'unknown', year: '', month: '' };
    return { calendar: 'buddhist', ...gregorian(year - 543, monthIn(plain) ?? monthNumber(month)) };
  }
  if (year >= 1300 && year < 1500) return hijriDate(year, text, month, contextOf());
  return null;
}

function eraDate(
  calendar: CalendarDate['calendar'],
  before: number,
  count: string,
  month: string,
): CalendarDate {
  const years = count === '元' ? 1 : Number(count);
  return { calendar, ...gregorian(before + years, monthNumber(month)) };
}

function gregorian(year: number, month: number | null): { year: string; month: string } {
  return { year: String(year), month: month === null ? '' : String(month) };
}

function hijriDate(year: number, text: string, month: string, context: string): CalendarDate | null {
  const own = `${text} ${month}`;
  const named = wordsOf(own).flatMap((word) => solarMonths.get(word) ?? [])[0];
  const isArabic = arabicScript.test(own + context);
  if (!isArabic && named === undefined) return null;
  const isLunar = lunarMonths.test(own) || (lunarMark.test(own) && !solarMark.test(own));
  const isSolar =
    !isLunar &&
    year <= lastSolarYear &&
    (named !== undefined || solarMark.test(own) || persian.test(own + context));
  if (!isSolar) return { calendar: isLunar ? 'hijri' : 'unknown', year: '', month: '' };
  const [, numbered, day] = /\d{4}[-/.]\s?(\d{1,2})(?:[-/.]\s?(\d{1,2}))?/.exec(asciiDigits(text)) ?? [];
  const number = named ?? Number(numbered ?? monthNumber(month) ?? 0);
  const words = named === undefined ? day : /(?<!\d)(\d{1,2})(?!\d)/.exec(asciiDigits(text))?.[1];
  return { calendar: 'solarHijri', ...solarHijri(year, number, Number(words ?? 0)) };
}

const dayMs = 86_400_000;
/** The days from the first of a year to the first of each of its months; the first six have 31 days. */
const daysBefore = (month: number) => (month - 1) * 30 + Math.min(month - 1, 6);

/** The Gregorian year and month of all days that the date may mean, where they have the same. */
function solarHijri(year: number, month: number, day: number): { year: string; month: string } {
  if (month < 1 || month > 12 || day > 31) return { year: '', month: '' };
  const first = firstDayOf(year);
  const from = new Date(first + (daysBefore(month) + (day > 0 ? day - 1 : 0)) * dayMs);
  const to = day > 0 ? from : new Date(first + (daysBefore(month) + 28) * dayMs);
  const isSameYear = from.getUTCFullYear() === to.getUTCFullYear();
  const isSameMonth = isSameYear && from.getUTCMonth() === to.getUTCMonth();
  return {
    year: isSameYear ? String(from.getUTCFullYear()) : '',
    month: isSameMonth ? String(from.getUTCMonth() + 1) : '',
  };
}

/** The time of 1 Farvardin, which is at the March equinox. */
function firstDayOf(year: number): number {
  const format = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { year: 'numeric', timeZone: 'UTC' });
  const day = Date.UTC(year + 621, 2, 18);
  const at = [1, 2, 3, 4, 5].find((offset) => format.format(day + offset * dayMs).includes(String(year)));
  return day + (at ?? 3) * dayMs;
}

function monthIn(text: string): number | null {
  const found = new Set(wordsOf(text).flatMap((word) => monthNumber(word) ?? []));
  const numbered = /\d{4}[-/.](\d{1,2})/.exec(text)?.[1] ?? /(\d{1,2})[-/.]\d{4}/.exec(text)?.[1];
  return found.size === 1 ? [...found][0]! : numbered === undefined ? null : monthNumber(numbered);
}

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).map((word) => word.normalize('NFC').toLowerCase());
}

function lookup(...lines: string[]): ReadonlyMap<string, number> {
  return new Map(
    lines.flatMap((line) => line.split(' ').map((name, at) => [name.normalize('NFC'), at + 1] as const)),
  );
}

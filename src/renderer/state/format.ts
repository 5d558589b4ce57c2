import { localeOf } from '../../shared/i18n/i18n.ts';

// Making a formatter takes far longer than using it, and a list uses one for every row.
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();
const languages = new Map<string, Intl.DisplayNames>();

/** The locale for numbers and dates: the user's own variant of the interface's language, so that English sentences do not contain German dates. */
export function formatLocale(): string {
  return localeOf(navigator.languages);
}

/** 1240 as `1,240`. */
export function formatNumber(value: number): string {
  return numberFormat({}).format(value);
}

/** An ISO time as a time of day, `12:04`. */
export function formatTime(iso: string): string {
  return dateFormat({ hour: 'numeric', minute: '2-digit' }).format(new Date(iso));
}

/** An ISO time as day and month, with the year unless it is this one, `12 Nov`. */
export function formatDay(iso: string): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const year = isThisYear ? undefined : ('numeric' as const);
  return dateFormat({ day: 'numeric', month: 'short', year }).format(date);
}

/** An ISO time in full, `12 Nov 2026, 12:04`. */
export function formatDateTime(iso: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return dateFormat(options).format(new Date(iso));
}

/** Today as a time, any other day as a date: short enough for a column. */
export function formatRecent(iso: string): string {
  const isToday = new Date(iso).toDateString() === new Date().toDateString();
  return isToday ? formatTime(iso) : formatDay(iso);
}

/** The name of a month, 1 to 12, `March`. */
export function formatMonth(month: number): string {
  return dateFormat({ month: 'long' }).format(new Date(2024, month - 1, 1));
}

/** A month, `2026-11`, as `Nov 2026`. */
export function formatMonthOf(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return dateFormat({ month: 'short', year: 'numeric' }).format(new Date(year!, number! - 1, 1));
}

/** 2500000 bytes as `2.5 MB`, 754 as `754 bytes`, in units up to `GB`. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = units.findLastIndex((_, index) => bytes >= 1_000 ** index);
  const unit = units[Math.max(0, power)];
  const value = bytes / 1_000 ** Math.max(0, power);
  const options = {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  } as const;
  return numberFormat(options).format(value);
}

/** 0.4 as `0.4`, 2 as `2`: at most one place. */
export function formatDecimal(value: number): string {
  return numberFormat({ maximumFractionDigits: 1 }).format(value);
}

/** A share from 0 to 1 as `43 %` in the locale's way. */
export function formatPercent(share: number): string {
  return numberFormat({ style: 'percent' }).format(share);
}

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = formatLocale();
  const key = locale + JSON.stringify(options);
  const format = numbers.get(key) ?? new Intl.NumberFormat(locale, options);
  numbers.set(key, format);
  return format;
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = formatLocale();
  const key = locale + JSON.stringify(options);
  const format = dates.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dates.set(key, format);
  return format;
}

/** The name of a language in the current language; its code if it has none. */
export function languageName(code: string): string {
  const locale = formatLocale();
  const names = languages.get(locale) ?? new Intl.DisplayNames([locale], { type: 'language' });
  languages.set(locale, names);
  return names.of(code) ?? code;
}

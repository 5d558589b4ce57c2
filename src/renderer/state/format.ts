import { localeOf, t } from '../../shared/i18n/i18n.ts';
import { readInstant } from '../../shared/instant.ts';

// No formatter throws, whatever it is given: an error while a screen is drawn takes the screen away.
// Making a formatter takes far longer than using it, and a list uses one for every row.
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();
const languages = new Map<string, Intl.DisplayNames>();

/** The locale for numbers and dates: the user's own variant of the interface's language, so that English sentences do not contain German dates. */
export function formatLocale(): string {
  return localeOf(navigator.languages);
}

/** 1240 as `1,240`; `unknown` for what is no number. */
export function formatNumber(value: number): string {
  return inNumbers(value, {});
}

/** An ISO time as a time of day, `12:04`; `unknown time` for what is no time. */
export function formatTime(iso: string): string {
  const date = dateOf(iso);
  if (!date) return t('common.unknownTime');
  return dateFormat({ hour: 'numeric', minute: '2-digit' }).format(date);
}

/** An ISO time, or a date without one, as day and month, with the year unless it is this one, `12 Nov`; `unknown date` for what is no time. */
export function formatDay(iso: string): string {
  const date = dateOf(iso);
  if (!date) return t('common.unknownDate');
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const year = isThisYear ? undefined : ('numeric' as const);
  return dateFormat({ day: 'numeric', month: 'short', year }).format(date);
}

/** An ISO time in full, `12 Nov 2026, 12:04`; `unknown date` for what is no time. */
export function formatDateTime(iso: string): string {
  const date = dateOf(iso);
  if (!date) return t('common.unknownDate');
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

/** Today as a time, any other day as a date: short enough for a column; `unknown date` for what is no time. */
export function formatRecent(iso: string): string {
  const isToday = dateOf(iso)?.toDateString() === new Date().toDateString();
  return isToday ? formatTime(iso) : formatDay(iso);
}

/** The name of a month, 1 to 12, `March`. */
export function formatMonth(month: number): string {
  if (!Number.isInteger(month) || month < 1 || month > 12) return t('common.unknownDate');
  return dateFormat({ month: 'long' }).format(new Date(2024, month - 1, 1));
}

/** A month, `2026-11`, as `Nov 2026`; `unknown date` for what is no month. */
export function formatMonthOf(month: string): string {
  const date = dateOf(`${String(month)}-01`);
  if (!date) return t('common.unknownDate');
  return dateFormat({ month: 'short', year: 'numeric' }).format(date);
}

/** 2500000 bytes as `2.5 MB`, 754 as `754 bytes`, in units up to `GB`. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = units.findLastIndex((_, index) => bytes >= 1_000 ** index);
  const unit = units[Math.max(0, power)];
  return inNumbers(bytes, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
    divisor: 1_000 ** Math.max(0, power),
  });
}

/** 0.4 as `0.4`, 2 as `2`: at most one place. */
export function formatDecimal(value: number): string {
  return inNumbers(value, { maximumFractionDigits: 1 });
}

/** A share from 0 to 1 as `43 %` in the locale's way. */
export function formatPercent(share: number): string {
  return inNumbers(share, { style: 'percent' });
}

/** A date without a time is the same day everywhere: noon here, not midnight UTC. */
function dateOf(iso: string): Date | null {
  const at = readInstant(iso);
  if (at === null) return null;
  return new Date(iso.length === 10 ? `${iso}T12:00` : at);
}

function inNumbers(
  value: number,
  { divisor = 1, ...options }: Intl.NumberFormatOptions & { divisor?: number },
): string {
  return Number.isFinite(value) ? numberFormat(options).format(value / divisor) : t('common.unknownNumber');
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

/** The name of a language in the current language; its code if it has none, or is no code. */
export function languageName(code: string): string {
  if (typeof code !== 'string') return t('common.unknownLanguage');
  if (!/^[a-z]{2,8}(?:-[a-z0-9]{2,8})*$/i.test(code)) return code;
  const locale = formatLocale();
  const names = languages.get(locale) ?? new Intl.DisplayNames([locale], { type: 'language' });
  languages.set(locale, names);
  return names.of(code) ?? code;
}

import type { DateStyle, Workbook } from './workbook.ts';

/** A cell as it is stored. */
interface StoredCell {
  /** `n` number, `s` shared text, `str` text of a formula, `inlineStr`, `b` true or false, `e` error, `d` date. */
  type: string;
  style: number;
  text: string;
  hasFormula: boolean;
}

export interface SheetValue {
  text: string;
  /** The flag that its column gets. */
  mark: 'dates' | 'rounded' | 'formulas' | null;
  /** The date that the cell shows in the place of a number that was typed. */
  shown?: string;
}

/** Larger numbers have lost digits. */
const maxExact = 1e15;

/** The text of a cell: stored values only, numbers as written, dates as `2024-05-17` (ECMA-376, 18.3.1.4). */
export function sheetValue(
  { type, style, text, hasFormula }: StoredCell,
  { texts, dateStyles, is1904 }: Pick<Workbook, 'texts' | 'dateStyles' | 'is1904'>,
): SheetValue {
  if (text === '' && hasFormula && type !== 'str') return { text: '', mark: 'formulas' };
  switch (type) {
    case 's':
      return { text: unescaped(/^\s*\d+\s*$/.test(text) ? texts.get(Number(text)) : ''), mark: null };
    case 'str':
    case 'inlineStr':
      return { text: unescaped(text), mark: null };
    case 'b':
      return { text: text.trim() === '' ? '' : text.trim() === '0' ? 'FALSE' : 'TRUE', mark: null };
    case 'e':
      return { text: '', mark: hasFormula ? 'formulas' : null };
    case 'd':
      if (isoDate.test(text)) return dateValue(text.trim().slice(0, 10), dateStyles[style] ?? 'day');
  }
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return { text: text.trim(), mark: null };
  const dateStyle = dateStyles[style] ?? (type === 'd' ? 'day' : null);
  const date = dateStyle === null ? null : dateOf(number, dateStyle, is1904);
  if (date !== null && isTyped(number, dateStyle))
    return { text: numberText(number), mark: null, shown: date };
  if (date !== null) return dateValue(date, dateStyle!);
  return { text: numberText(number), mark: Math.abs(number) >= maxExact ? 'rounded' : null };
}

const isoDate = /^\s*\d{4}(?:-\d\d){0,2}(?![\d.])/;

/** The first day that a year or month stands for was not typed if the cell does not show it. */
function dateValue(date: string, style: DateStyle): SheetValue {
  if (style === 'year' && date.endsWith('-01-01')) return { text: date.slice(0, 4), mark: null };
  const isCut = (style === 'year' || style === 'yearAndMonth') && /^\d{4}-\d\d-01$/.test(date);
  return { text: isCut ? date.slice(0, 7) : date, mark: 'dates' };
}

/** A year in a cell for dates, which shows a day in 1904 or 1905 instead; or the number of a month. */
function isTyped(number: number, style: DateStyle | null): boolean {
  if (!Number.isInteger(number)) return false;
  return style === 'month' ? number >= 1 && number <= 12 : number >= 1_500 && number <= 2_100;
}

/** Without an exponent, because identifiers have none. */
function numberText(number: number): string {
  return Number.isInteger(number) ? BigInt(number).toString() : String(number);
}

const dayMs = 86_400_000;
/** Days from 30 December 1899 to 1970 and to 1904. */
const daysTo1970 = 25_569;
const daysTo1904 = 1_462;

/** A day by its number, or a time of day by a fraction; null for numbers that are neither. */
function dateOf(number: number, style: DateStyle, is1904: boolean): string | null {
  if (number >= 0 && style === 'hours') return timeText(number);
  if (number >= 0 && number < 1 && (style === 'time' || !is1904)) return timeText(number);
  // Day 60 of 1900 does not exist, so the days before it are one too low.
  const days = is1904 ? number + daysTo1904 : number < 60 ? number + 1 : number;
  if (days < 0 || days > 2_958_465) return null;
  return new Date(Math.floor(days - daysTo1970) * dayMs).toISOString().slice(0, 10);
}

/** `7:05`, with seconds if there are any. */
function timeText(days: number): string {
  const seconds = Math.round(days * 86_400);
  const parts = [Math.floor(seconds / 60) % 60, ...(seconds % 60 === 0 ? [] : [seconds % 60])];
  return [Math.floor(seconds / 3_600), ...parts.map((part) => String(part).padStart(2, '0'))].join(':');
}

/** Characters that XML does not allow are stored as `_x000D_`. */
function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

import { withWindowsSigns } from '../text/windowsSigns.ts';

/** A text, a number as text, or the first of a list of them; anything else is empty. */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return withWindowsSigns(value);
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) && value.length > 0 && !Array.isArray(value[0]) ? jsonText(value[0]) : '';
}

/** The entries of a list; a value that is not a list counts as the only entry; a missing value as no entries. */
export function jsonList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

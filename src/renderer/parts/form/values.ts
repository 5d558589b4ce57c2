import type { DraftRecord } from '../../../shared/draft/draft.ts';

type Json = DraftRecord[string];

/** Returns true for a missing value and for empty text, lists and objects. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Returns true for an object that is not a list. */
export function isObject(value: unknown): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

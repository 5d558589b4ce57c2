import { asList, type Json } from '../json.ts';
import type { DraftRecord } from './draft.ts';
import { getAt, removeAt, setAt } from './fieldPath.ts';

/** The text at a path: numbers as text, anything else as no text. */
export function readText(record: DraftRecord, path: string): string {
  const value = getAt(record, path);
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** `record` with a text at a path; empty text removes the member unless it `isRequired`. */
export function putText(record: DraftRecord, path: string, text: string, isRequired: boolean): DraftRecord {
  if (text === '' && !isRequired) return removeAt(record, path);
  return getAt(record, path) === text ? record : setAt(record, path, text);
}

/** The list at a path; empty if the record holds something else there. */
export function listAt(record: DraftRecord, path: string): Json[] {
  return asList(getAt(record, path));
}

/** `record` with `count` entries of a list from position `at` replaced by others. */
export function splice(
  record: DraftRecord,
  path: string,
  at: number,
  count: number,
  entries: readonly Json[],
): DraftRecord {
  return setAt(record, path, listAt(record, path).toSpliced(at, count, ...entries));
}

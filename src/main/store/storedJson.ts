import type { DraftRecord } from '../../shared/draft/draft.ts';
import { unreadable } from '../../shared/unreadable.ts';

/**
 * The value of a JSON column. For text that is no JSON it is undefined, whatever its type says: one such row must not
 * keep the others from being read. What is answered to a window is checked once more (`shell/readAnswer.ts`).
 */
export function storedJson<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined as T;
  }
}

/** The record in a column; null if there is none, or if it is no record. Work on many records leaves such a row out and counts it. */
export function storedRecord(text: string | null): DraftRecord | null {
  const value = text === null ? null : storedJson<unknown>(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DraftRecord) : null;
}

/** The same for a call about this one record; throws AppError `unreadable`. */
export function readableRecord(text: string, place: string): DraftRecord {
  const record = storedRecord(text);
  if (record === null) throw unreadable(place);
  return record;
}

/** SQL that is 1 if a column has a record, as `storedRecord` reads it, and 0 if not. */
export const isRecordSql = (column: string): string =>
  `CASE WHEN typeof(${column}) = 'text' AND json_valid(${column}) THEN json_type(${column}) = 'object' ELSE 0 END`;

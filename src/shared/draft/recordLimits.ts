import { AppError } from '../errors.ts';
import { msg } from '../message.ts';

/**
 * The limits of a record. Main and the window check a whole record at every save, which takes less than a tenth of a
 * second for one of this size; the longest author list of a physics article, 5,154 names with affiliations, fits. An
 * import shortens longer lists and says so; a larger record is neither imported, saved nor opened.
 */
export const recordLimits = {
  /** Entries of one list. */
  entries: 6_000,
  /** Characters of its JSON, and number of values in it. */
  characters: 1_000_000,
  values: 30_000,
} as const;

export function isRecordTooLarge(record: unknown): boolean {
  return record !== undefined && jsonWithinLimits(record) === null;
}

/** The JSON of a record; null if it is over the limits. */
export function jsonWithinLimits(record: unknown): string | null {
  if (hasTooManyValues(record)) return null;
  const json = JSON.stringify(record);
  return json.length > recordLimits.characters ? null : json;
}

/** Throws AppError `too_large` for a record over the limits. */
export function refuseLargeRecord(record: unknown): void {
  if (isRecordTooLarge(record)) throw recordTooLarge();
}

export function recordTooLarge(): AppError {
  const params = { megabytes: recordLimits.characters / 1_000_000, total: recordLimits.values };
  return new AppError('too_large', msg('store.recordTooLarge.message', params), {
    why: msg('store.recordTooLarge.why'),
    fix: msg('store.recordTooLarge.fix'),
  });
}

/** Stops counting at the limit, so a larger record takes no longer. */
function hasTooManyValues(record: unknown): boolean {
  let left: number = recordLimits.values;
  const count = (value: unknown): void => {
    left--;
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (let at = 0; at < value.length && left >= 0; at++) count(value[at]);
    else for (const name in value) if (left >= 0) count((value as Record<string, unknown>)[name]);
  };
  count(record);
  return left < 0;
}

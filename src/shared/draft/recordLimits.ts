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
  if (isBeyondLimits(record)) return null;
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

/**
 * Returns true if there are too many values, or more characters than the JSON may have. Stops counting at the limit, so
 * that a larger record takes no longer: of one text that many values share, JSON would have many copies.
 */
function isBeyondLimits(record: unknown): boolean {
  let values: number = recordLimits.values;
  let characters: number = recordLimits.characters;
  const isOver = () => values < 0 || characters < 0;
  const count = (value: unknown): void => {
    values--;
    if (typeof value === 'string') characters -= value.length;
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (let at = 0; at < value.length && !isOver(); at++) count(value[at]);
    else
      for (const name in value) {
        if (isOver()) return;
        characters -= name.length;
        count((value as Record<string, unknown>)[name]);
      }
  };
  count(record);
  return isOver();
}

import { crc32 } from 'node:zlib';

/**
 * The record of a row before a change, as stored in `undo_entries`: only the part that differs from the record after
 * it, because a change of many records replaces a few words in each.
 */
export interface KeptRecord {
  /** null: the row has no record, or this kind of change never replaces it. */
  record: string | null;
  /** UTF-16 code units that both records start and end with; null: `record` is complete. */
  sameStart: number | null;
  sameEnd: number | null;
  /** The CRC-32 of the record after the change, without which the part means nothing. */
  laterCrc: number | null;
}

/** The columns, for a SELECT that returns them as `KeptRecord`. */
export const keptRecordColumns =
  'record, same_start AS sameStart, same_end AS sameEnd, later_crc AS laterCrc';

/** Code units that are compared at once: one by one, long records take several times as long. */
const unitsAtOnce = 128;

/** `later`: the record after the change; null if the row has none, or is gone. */
export function keepRecord(earlier: string | null, later: string | null): KeptRecord {
  if (earlier === null || later === null)
    return { record: earlier, sameStart: null, sameEnd: null, laterCrc: null };
  const shorter = Math.min(earlier.length, later.length);
  const stretch = (text: string, from: number) => text.slice(from, from + unitsAtOnce);
  let start = 0;
  while (start + unitsAtOnce <= shorter && stretch(earlier, start) === stretch(later, start))
    start += unitsAtOnce;
  while (start < shorter && earlier.charCodeAt(start) === later.charCodeAt(start)) start++;
  if (isInCharacter(earlier, start)) start--;
  const longest = shorter - start;
  const codeFromEnd = (text: string, place: number) => text.charCodeAt(text.length - 1 - place);
  const stretchFromEnd = (text: string, place: number) => stretch(text, text.length - place - unitsAtOnce);
  let end = 0;
  while (end + unitsAtOnce <= longest && stretchFromEnd(earlier, end) === stretchFromEnd(later, end))
    end += unitsAtOnce;
  while (end < longest && codeFromEnd(earlier, end) === codeFromEnd(later, end)) end++;
  if (isInCharacter(earlier, earlier.length - end)) end--;
  const record = earlier.slice(start, earlier.length - end);
  return { record, sameStart: start, sameEnd: end, laterCrc: crc32(later) };
}

/** Returns the record before the change; null if there was none, or `later` is not what the change left. */
export function recordBefore(
  { record, sameStart, sameEnd, laterCrc }: KeptRecord,
  later: string | null,
): string | null {
  if (record === null || sameStart === null || sameEnd === null) return record;
  if (later === null || crc32(later) !== laterCrc) return null;
  return later.slice(0, sameStart) + record + later.slice(later.length - sameEnd);
}

/** Returns true between the two halves of a character: SQLite cannot store one half. */
function isInCharacter(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
}

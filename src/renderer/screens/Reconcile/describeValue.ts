import type { ValueDifference } from '../../../shared/applicationDraft.ts';
import type { Difference } from '../../parts/form/compareRecords.ts';

type Json = ValueDifference['before'];

/** The differences of a row for a table of two sides, the directory's on the left. */
export function sidesOf(differences: readonly ValueDifference[]): Difference[] {
  return differences.map(({ path, before, after }) => ({
    path,
    left: describeValue(before),
    right: describeValue(after),
    isSame: false,
  }));
}

/** A value in words: entries of a list a line each, members of an entry parted by ` · `; undefined for nothing. */
export function describeValue(value: Json): string | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((entry) => describeValue(entry) ?? '').join('\n') || undefined;
  if (typeof value !== 'object') return String(value);
  const parts = Object.values(value).map(describeValue);
  return parts.filter((part) => part !== undefined).join(' · ') || undefined;
}

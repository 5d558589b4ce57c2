import type { ValueDifference } from '../../../../shared/application/applicationDraft.ts';
import { t } from '../../../../shared/i18n/i18n.ts';
import { parseIssn } from '../../../../shared/text/identifiers.ts';
import type { Difference } from './compareRecords.ts';

type Json = ValueDifference['before'];

/** The differences of a row for a table with two columns, the directory's on the left. */
export function sidesOf(differences: readonly ValueDifference[]): Difference[] {
  return differences.map(({ path, before, after }) => ({
    path,
    label: nameOfIdentifier(path, before ?? after),
    left: describeValue(before),
    right: describeValue(after),
    isSame: false,
  }));
}

/** Names an identifier by its kind, because its index means nothing to a reader; undefined for anything else. */
export function nameOfIdentifier(path: string, value: Json): string | undefined {
  if (!/^bibjson\.identifier\[\d+\]/.test(path) || typeof value !== 'string') return undefined;
  if (value.startsWith('10.')) return t('field.doi');
  return parseIssn(value) === null ? t('field.identifier') : t('search.column.issn');
}

/** A value in words: entries of a list on separate lines, members of an entry separated by ` · `; undefined if it is empty. */
export function describeValue(value: Json): string | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((entry) => describeValue(entry) ?? '').join('\n') || undefined;
  if (typeof value !== 'object') return String(value);
  const parts = Object.values(value).map(describeValue);
  return parts.filter((part) => part !== undefined).join(' · ') || undefined;
}

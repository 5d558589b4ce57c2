import type { JournalCard } from './journal.ts';

export type JournalsByIssn = ReadonlyMap<string, readonly JournalCard[]>;

const indexes = new WeakMap<readonly JournalCard[], JournalsByIssn>();

/** Journals by ISSN; built once for each list, since an import needs it for every record. */
export function journalsByIssn(journals: readonly JournalCard[]): JournalsByIssn {
  const known = indexes.get(journals);
  if (known) return known;
  const index = new Map<string, JournalCard[]>();
  for (const journal of journals) {
    for (const issn of new Set([journal.pissn, journal.eissn])) {
      if (issn) index.set(issn, [...(index.get(issn) ?? []), journal]);
    }
  }
  indexes.set(journals, index);
  return index;
}

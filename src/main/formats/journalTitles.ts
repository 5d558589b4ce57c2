import type { JournalCard } from '../../shared/journal/journal.ts';
import { parseIssn } from '../../shared/text/identifiers.ts';

/** The titles of the journals by each of their ISSNs. */
export function journalTitlesOf(
  journals: readonly Pick<JournalCard, 'title' | 'pissn' | 'eissn'>[],
): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const { title, pissn, eissn } of journals) {
    for (const issn of [pissn, eissn]) {
      const parsed = parseIssn(issn ?? '');
      if (parsed !== null && !titles.has(parsed)) titles.set(parsed, title);
    }
  }
  return titles;
}

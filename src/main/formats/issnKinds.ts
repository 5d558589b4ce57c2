import type { JournalCard } from '../../shared/journal/journal.ts';
import { parseIssn } from '../../shared/text/identifiers.ts';
import type { Choices } from './article/choices.ts';

/** The kind of each ISSN of these journals, for files that do not state it. */
export function issnKindsOf(journals: readonly Pick<JournalCard, 'pissn' | 'eissn'>[]): Choices['issnKinds'] {
  const kinds = new Map<string, 'print' | 'electronic'>();
  const add = (issn: string | null, kind: 'print' | 'electronic') => {
    const parsed = parseIssn(issn ?? '');
    if (parsed !== null && !kinds.has(parsed)) kinds.set(parsed, kind);
  };
  for (const { pissn, eissn } of journals) {
    add(pissn, 'print');
    add(eissn, 'electronic');
  }
  return kinds;
}

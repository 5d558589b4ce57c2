import type { ApplicationRow } from '../../../shared/application/applicationDraft.ts';
import type { Journal } from '../../../shared/contract/contract.ts';

/** The journals with every word of `text` in title, publisher or an ISSN; case, accents and the hyphen of an ISSN do not matter. */
export function matchJournals(journals: readonly Journal[], text: string): readonly Journal[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return journals;
  return journals.filter((journal) => {
    const issns = [journal.pissn, journal.eissn].filter((issn) => issn !== null);
    const bare = issns.map((issn) => issn.replace('-', ''));
    const all = fold([journal.title, journal.publisher, ...issns, ...bare].join('\n'));
    return words.every((word) => all.includes(word));
  });
}

/** The journal's last changed Update Request that is not decided yet; null if there is none. */
export function openRequestOf(rows: readonly ApplicationRow[], journalId: string): ApplicationRow | null {
  const open = rows.filter((row) => row.journalId === journalId && row.kind === 'update' && isOpen(row));
  return open.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0] ?? null;
}

/** Accepted and rejected requests are history; one that the directory no longer has can be sent as new. */
function isOpen({ status, trashedAt }: ApplicationRow): boolean {
  return trashedAt === null && status !== 'accepted' && status !== 'rejected';
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

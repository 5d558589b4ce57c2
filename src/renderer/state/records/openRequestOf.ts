import type { ApplicationRow } from '../../../shared/application/applicationDraft.ts';

/** The journal's last changed Update Request that is not decided yet; null if there is none. */
export function openRequestOf(rows: readonly ApplicationRow[], journalId: string): ApplicationRow | null {
  const open = rows.filter((row) => row.journalId === journalId && row.kind === 'update' && isOpen(row));
  return open.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0] ?? null;
}

/** Accepted and rejected requests are history; one that the directory no longer has can be sent as new. */
function isOpen({ status, trashedAt }: ApplicationRow): boolean {
  return trashedAt === null && status !== 'accepted' && status !== 'rejected';
}

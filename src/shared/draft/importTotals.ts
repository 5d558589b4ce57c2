import type { ImportStatus } from './importing.ts';

/** The entries of one or more files, each counted under one outcome. */
export interface ImportTotals {
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Records with the identifier of an earlier one, which are left out. */
  duplicates: number;
  unreadable: number;
  /** New records and updates that the user unticked. */
  leftOut: number;
  /** New records and updates that are ticked. */
  toImport: number;
}

/** Counts the entries of imports that wait for review. Their `problems` also list the duplicates. */
export function importTotals(
  imports: readonly Pick<
    ImportStatus,
    'read' | 'created' | 'updated' | 'unchanged' | 'problems' | 'leftOut'
  >[],
): ImportTotals {
  const sum = {
    total: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    duplicates: 0,
    unreadable: 0,
    leftOut: 0,
    toImport: 0,
  };
  for (const { read, created, updated, unchanged, problems, leftOut } of imports) {
    const duplicates = Math.max(0, read - created - updated - unchanged);
    const unreadable = Math.max(0, problems - duplicates);
    sum.total += read + unreadable;
    sum.created += created;
    sum.updated += updated;
    sum.unchanged += unchanged;
    sum.duplicates += duplicates;
    sum.unreadable += unreadable;
    sum.leftOut += leftOut;
    sum.toImport += created + updated - leftOut;
  }
  return sum;
}

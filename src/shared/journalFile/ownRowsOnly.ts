import { tableKind } from './checkHeaders.ts';
import { onlineIssnHeader, printIssnHeader } from './journalColumns.ts';
import type { JournalTable } from './readJournalFile.ts';
import { journalFileText } from './writeJournalFile.ts';

/** The published list of journals, reduced to the rows of some of them. */
export interface OwnRows {
  text: string;
  /** How many rows were left out. */
  others: number;
}

/** Reduces the published list of journals to rows with one of the ISSNs; other rows are empty, so the numbers stay. Null for other tables. */
export function ownRowsOnly({ headers, rows }: JournalTable, issns: ReadonlySet<string>): OwnRows | null {
  if (tableKind(headers) !== 'published') return null;
  const isOwn = (cells: ReadonlyMap<string, string>) =>
    [printIssnHeader, onlineIssnHeader].some((header) => issns.has(cells.get(header) ?? ''));
  const kept = rows.map(({ cells }) =>
    isOwn(cells) ? headers.map((header) => cells.get(header) ?? '') : ['', ''],
  );
  const others = rows.filter(({ cells }) => !isOwn(cells)).length;
  return { text: journalFileText([headers, ...kept]), others };
}

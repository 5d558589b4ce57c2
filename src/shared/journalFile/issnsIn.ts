import { withCorrectHeaders } from './correctHeaders.ts';
import { onlineIssnHeader, printIssnHeader } from './journalColumns.ts';
import type { JournalTable } from './readJournalFile.ts';

/** Every text in the ISSN columns. */
export function issnsIn(table: JournalTable): Set<string> {
  const { rows } = withCorrectHeaders(table);
  const issns = rows.flatMap(({ cells }) =>
    [printIssnHeader, onlineIssnHeader].map((header) => cells.get(header) ?? ''),
  );
  return new Set(issns.filter((issn) => issn !== ''));
}

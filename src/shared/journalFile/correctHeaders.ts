import { stripText } from '../text/pythonText.ts';
import { columnOf, onlineIssnHeader, printIssnHeader } from './journalColumns.ts';
import type { JournalTable } from './readJournalFile.ts';

/** The header that a header in another case, with blanks around it or with curly apostrophes stands for; null if none. */
export function meantHeader(header: string): string | null {
  return columnOf(stripText(header).replace(/[\u2018\u2019]/g, "'"))?.header ?? null;
}

/** The table with headers as the directory writes them, both ISSN columns, and no unknown ones; of two columns, the last one counts. */
export function withCorrectHeaders({ headers, rows }: JournalTable): JournalTable {
  const sources = new Map(
    headers.flatMap((header) => {
      const meant = meantHeader(header);
      return meant === null ? [] : [[meant, header] as const];
    }),
  );
  const corrected = [...new Set([...sources.keys(), printIssnHeader, onlineIssnHeader])];
  const cellOf = (cells: ReadonlyMap<string, string>, meant: string) => {
    const header = sources.get(meant);
    return header === undefined ? '' : (cells.get(header) ?? '');
  };
  return {
    headers: corrected,
    rows: rows.map(({ cells, ...row }) => ({
      ...row,
      cells: new Map(corrected.map((meant) => [meant, cellOf(cells, meant)])),
    })),
  };
}

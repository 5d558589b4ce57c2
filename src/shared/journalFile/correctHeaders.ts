import { stripText } from '../text/pythonText.ts';
import { columnOf } from './journalColumns.ts';
import type { JournalTable } from './readJournalFile.ts';

/** The header that a header in another case, with blanks around it or with curly apostrophes stands for; null if none. */
export function meantHeader(header: string): string | null {
  return columnOf(stripText(header).replace(/[\u2018\u2019]/g, "'"))?.header ?? null;
}

/** The table with headers as the directory writes them, without unknown columns; of two columns, the last one counts. */
export function withCorrectHeaders({ headers, rows }: JournalTable): JournalTable {
  const sources = new Map(
    headers.flatMap((header) => {
      const meant = meantHeader(header);
      return meant === null ? [] : [[meant, header] as const];
    }),
  );
  return {
    headers: [...sources.keys()],
    rows: rows.map(({ cells, ...row }) => ({
      ...row,
      cells: new Map([...sources].map(([meant, header]) => [meant, cells.get(header) ?? ''])),
    })),
  };
}

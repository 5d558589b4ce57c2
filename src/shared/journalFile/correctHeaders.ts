import { msg } from '../message.ts';
import { stripText } from '../text/pythonText.ts';
import { columnOf, meantHeader, onlineIssnHeader, printIssnHeader } from './journalColumns.ts';
import type { JournalRow, JournalTable } from './readJournalFile.ts';
import type { JournalFileNote } from './report.ts';

/**
 * The table with headers as the directory writes them, both ISSN columns, and no unknown ones. Of several columns that are
 * meant to be one, that with the exact header counts; where it is blank, those that the directory reads besides; without
 * one, the last that is not blank. `left`: the cells that do not count.
 */
export function withCorrectHeaders({
  headers,
  rows,
}: JournalTable): JournalTable & { left: readonly JournalFileNote[] } {
  const meant = headers.map(meantHeader);
  const exact = new Map<string, number>();
  for (const [at, header] of headers.entries()) if (header === meant[at]) exact.set(header, at);
  const known = meant.filter((header) => header !== null);
  const corrected = [...new Set([...known, printIssnHeader, onlineIssnHeader])];
  const left: JournalFileNote[] = [];

  function counts(at: number, given: readonly string[]): boolean {
    const place = exact.get(meant[at]!);
    if (place === undefined || place === at) return true;
    const isRead = headers[at] !== meant[at] && columnOf(headers[at]!) !== null;
    return isRead && isBlank(given[place]);
  }

  function correctedRow(row: JournalRow): JournalRow {
    const { number, given } = row;
    const filled = [...given.keys()].filter((at) => (meant[at] ?? null) !== null && !isBlank(given[at]));
    const places = new Map(exact);
    for (const at of filled) if (counts(at, given)) places.set(meant[at]!, at);
    for (const at of filled) {
      const place = places.get(meant[at]!)!;
      if (stripText(given[at]!) === stripText(given[place] ?? '')) continue;
      const message = msg('journalFile.loss.column', { header: headers[place]! });
      left.push({ row: number, column: at, message });
    }
    const cells = new Map(corrected.map((header) => [header, given[places.get(header) ?? -1] ?? '']));
    return { ...row, cells, places };
  }

  return { headers: corrected, rows: rows.map(correctedRow), left };
}

function isBlank(cell: string | undefined): boolean {
  return stripText(cell ?? '') === '';
}

import { columnLetter } from '../journalFile/journalColumns.ts';
import type { Place } from '../journalFile/report.ts';
import { t } from './i18n.ts';

/** The place of a problem in a Journal Update File, as a spreadsheet shows it; `headers`: the first row of the file. */
export function placeText({ row, column }: Place, headers: readonly string[]): string {
  if (row === null) return t('journalFile.place.file');
  if (column === null) return t('journalFile.place.row', { row });
  return t('journalFile.place.cell', { row, column: columnLetter(column), header: headers[column] ?? '' });
}

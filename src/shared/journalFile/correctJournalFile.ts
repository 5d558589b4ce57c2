import { applicationFromJournal } from '../application/application.ts';
import type { DraftRecord } from '../draft/draft.ts';
import { stripText } from '../text/pythonText.ts';
import { changesNothing, checkJournalFile, type JournalFileContext } from './checkJournalFile.ts';
import { type Reviews, reviewPath, withPresentReviews } from './choices.ts';
import { withCorrectHeaders } from './correctHeaders.ts';
import { exportedCell } from './exportedCells.ts';
import { type JournalColumn, journalColumns } from './journalColumns.ts';
import type { JournalTable } from './readJournalFile.ts';
import { journalFileText } from './writeJournalFile.ts';

/**
 * The user's rows as a file that the directory accepts: headers as it writes them, without unknown columns; only rows
 * that change a journal of the account, and none after one for the same journal that makes a request; locked and ignored
 * values as the directory has them, unless the ISSNs are those of two journals; kinds of peer review by their present
 * names. Other cells stay as they are, so what only the user can correct remains wrong.
 */
export function correctJournalFile(table: JournalTable, context: JournalFileContext): string {
  const corrected = withCorrectHeaders(table);
  const columns = journalColumns.filter(({ header }) => corrected.headers.includes(header));
  const { journals } = checkJournalFile(corrected, context);
  const done = new Set<string>();
  const rows = journals.flatMap(({ row, journalId, blocked }) => {
    if (changesNothing(blocked) || done.has(journalId)) return [];
    if (blocked === null) done.add(journalId);
    const { record } = context.journals.find(({ id }) => id === journalId)!;
    const { cells } = corrected.rows.find(({ number }) => number === row)!;
    const isCertain = blocked?.key !== 'journalFile.problem.twoJournals';
    const base = isCertain ? applicationFromJournal(record) : null;
    return [columns.map((column) => correctedCell(column, cells.get(column.header)!, base, context.reviews))];
  });
  return journalFileText([columns.map(({ header }) => header), ...rows]);
}

/** `base`: the journal as an Update Request, by which locked and ignored values are corrected; null: they stay. */
function correctedCell(
  column: JournalColumn,
  given: string,
  base: DraftRecord | null,
  reviews: Reviews,
): string {
  if (column.path === reviewPath) return withPresentReviews(stripText(given), reviews);
  if (base === null || (column.kind !== 'locked' && column.kind !== 'ignored')) return stripText(given);
  return String(exportedCell(column, base, reviews) ?? '');
}

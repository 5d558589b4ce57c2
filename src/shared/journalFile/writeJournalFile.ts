import type { DraftRecord } from '../draft/draft.ts';
import { csvLines } from '../text/csvText.ts';
import type { Reviews } from './choices.ts';
import { exportedCells } from './exportedCells.ts';
import { journalColumns } from './journalColumns.ts';

/** A Journal Update File as the directory sends it: one row for each journal, with every column. */
export function writeJournalFile(journals: readonly DraftRecord[], reviews: Reviews): string {
  const headers = journalColumns.map(({ header }) => header);
  return journalFileText([headers, ...journals.map((journal) => exportedCells(journal, reviews))]);
}

/** In UTF-8 with a byte order mark, without which spreadsheets misread other letters than ASCII. */
export function journalFileText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${csvLines(rows)}`;
}

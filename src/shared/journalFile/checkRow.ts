import type { BulkChange } from '../application/applicationDraft.ts';
import { comparable } from '../application/applicationValues.ts';
import type { DraftRecord } from '../draft/draft.ts';
import { getAt } from '../draft/fieldPath.ts';
import type { Json } from '../json.ts';
import { type Message, msg } from '../message.ts';
import { stripText } from '../text/pythonText.ts';
import { formerReviews, freeTextOf, type Reviews, reviewPath } from './choices.ts';
import { applyEdits, type Conversion, convertCell, type Edit } from './convertCell.ts';
import { exportedCell } from './exportedCells.ts';
import { formRefusals } from './formRefusals.ts';
import { columnOf, type JournalColumn } from './journalColumns.ts';
import type { JournalRow } from './readJournalFile.ts';
import {
  crashProblem,
  type JournalFileNote,
  type JournalFileProblem,
  type Place,
  problem,
} from './report.ts';

/** The outcome of one row that matches a journal of the account. */
export interface CheckedRow {
  problems: JournalFileProblem[];
  notes: JournalFileNote[];
  /** The changes that an Update Request for the journal would make. */
  changes: BulkChange[];
  /** The reason why no Update Request can be made from the row; null if one can. */
  blocked: Message | null;
  /** The directory's check crashes on this row. */
  crash: JournalFileProblem | null;
}

interface Cell {
  column: JournalColumn;
  /** As in the file. */
  header: string;
  text: string;
  conversion: Conversion;
}

/**
 * Steps 7 to 11 of the directory's check (reference/journal-update-file.md 4). `base` describes the journal as an
 * Update Request; `refusal`: the reason why the directory accepts no Update Request for it.
 */
export function checkRow(
  row: JournalRow,
  { base, refusal, now, reviews }: { base: DraftRecord; refusal: string | null; now: Date; reviews: Reviews },
): CheckedRow {
  const cells: Cell[] = [];
  const result: CheckedRow = { problems: [], notes: [], changes: [], blocked: null, crash: null };
  const place = (header: string) => placeOf(row, header);
  const crash = (header: string, reason: string): CheckedRow => {
    const found = crashProblem(place(header), reason);
    return { ...result, blocked: found.explanation, crash: found };
  };

  for (const { column, header, text } of changedCells(row, base, reviews)) {
    const conversion = convertCell(column, text, base, reviews);
    if (conversion === 'crash') return crash(header, column.kind === 'languages' ? 'language' : 'infinite');
    if (conversion !== 'unreadable') cells.push({ column, header, text, conversion });
    else if (header !== column.header) return crash(header, 'headerCase');
    else {
      const values = { was: exportedCell(column, base, reviews), now: text };
      const words = `We couldn't understand the information in '${header}'`;
      const explanation = msg(`journalFile.problem.unreadable.${column.kind}`);
      const found = problem('error', place(header), words, explanation, values);
      return { ...result, problems: [found], blocked: explanation };
    }
  }
  const read = withAttributes(cells, base, reviews);
  result.notes = [...notesOf(row, read, { base, reviews }), ...formerNames(row, reviews)];
  result.changes = changesOf(read, base);
  if (result.changes.length === 0) result.blocked = msg('journalFile.problem.noChange');
  if (read.every(({ conversion }) => conversion.isSame)) {
    const words = "The data you supplied didn't change anything in the journal record.";
    const at = { row: row.number, column: null };
    result.problems.push(problem('warn', at, words, msg('journalFile.problem.noChange')));
    return result;
  }
  const locked = read.filter(({ column }) => column.kind === 'locked');
  const miscased = locked.find(({ column, header }) => header !== column.header);
  if (miscased) return crash(miscased.header, 'headerCase');
  if (locked.length > 0) {
    for (const { column, header, text } of locked) {
      const was = getAt(base, column.path) || null;
      const words = `You may not change "${header}". Please revert it to match what was sent to you in the original file.`;
      result.problems.push(problem('error', place(header), words, explainLocked(was), { was, now: text }));
    }
    return result;
  }
  if (refusal !== null) {
    const words = `We couldn't create an update for this journal because: ${refusal}`;
    const at = { row: row.number, column: null };
    result.blocked = msg('journalFile.problem.noRequest');
    result.problems.push(problem('error', at, words, result.blocked));
    return result;
  }
  result.problems.push(...refusedCells(row, read, { base, now, reviews }));
  return result;
}

/** The cells that are not blank and differ from the exported text, in the order of the file. */
function changedCells(row: JournalRow, base: DraftRecord, reviews: Reviews): Omit<Cell, 'conversion'>[] {
  return [...row.cells].flatMap(([header, cell]) => {
    const column = columnOf(header);
    const text = stripText(cell);
    if (column === null || text === '' || text === String(exportedCell(column, base, reviews) ?? ''))
      return [];
    return [{ column, header, text }];
  });
}

/** Whether attributes are asked for depends on the licences of the file. */
function withAttributes(cells: readonly Cell[], base: DraftRecord, reviews: Reviews): Cell[] {
  const edited = fileRecord(
    cells.filter(({ column }) => column.kind !== 'attributes'),
    base,
  );
  return cells.map((cell) => {
    if (cell.column.kind !== 'attributes') return cell;
    const conversion = convertCell(cell.column, cell.text, edited, reviews);
    return typeof conversion === 'string' ? cell : { ...cell, conversion };
  });
}

/** The record as the file changes it; another free text counts only beside another change. */
function fileRecord(cells: readonly Cell[], base: DraftRecord): DraftRecord {
  return applyEdits(
    base,
    inOrder(cells).flatMap(({ conversion }) => conversion.edits),
  );
}

function changesOf(cells: readonly Cell[], base: DraftRecord): BulkChange[] {
  const edits = inOrder(cells).flatMap(
    ({ conversion }): readonly Edit[] => conversion.requestEdits ?? conversion.edits,
  );
  const record = applyEdits(base, edits);
  const paths = [...new Set(edits.map(({ path }) => path))];
  return paths.flatMap((path): BulkChange[] => {
    const value = getAt(record, path);
    if (comparable(path, value) === comparable(path, getAt(base, path))) return [];
    return [value === undefined ? { path, how: 'clear' } : { path, how: 'set', value }];
  });
}

/** Licences before their attributes. */
function inOrder(cells: readonly Cell[]): Cell[] {
  const rank = ({ column, conversion }: Cell) =>
    column.kind === 'attributes' ? 1 : conversion.isSame && column.kind !== 'choices' ? -1 : 0;
  return cells.filter((cell) => rank(cell) >= 0).sort((a, b) => rank(a) - rank(b));
}

function placeOf({ number, places }: JournalRow, header: string): Place {
  return { row: number, column: places.get(header) ?? null };
}

function notesOf(
  row: JournalRow,
  cells: readonly Cell[],
  about: { base: DraftRecord; reviews: Reviews },
): JournalFileNote[] {
  return cells.flatMap(({ column, header, conversion }) => {
    const message = noteOf(column, conversion, about);
    return message === null ? [] : [{ ...placeOf(row, header), message }];
  });
}

/** Names of peer review that the directory takes for free texts now; the corrected file has the present ones. */
function formerNames(row: JournalRow, reviews: Reviews): JournalFileNote[] {
  return [...row.cells].flatMap(([header, cell]) =>
    columnOf(header)?.path === reviewPath
      ? formerReviews(cell, reviews).map((names) => ({
          ...placeOf(row, header),
          message: msg('journalFile.loss.formerReview', names),
        }))
      : [],
  );
}

function noteOf(
  { kind, path }: JournalColumn,
  { isSame, loss, edits }: Conversion,
  { base, reviews }: { base: DraftRecord; reviews: Reviews },
): Message | null {
  if (loss) return loss;
  if (kind === 'ignored') return msg('journalFile.loss.ignored');
  if (!isSame || kind !== 'choices') return null;
  const isOther = freeTextOf(path, applyEdits(base, edits), reviews) !== freeTextOf(path, base, reviews);
  return isOther ? msg('journalFile.loss.otherText') : null;
}

/** Step 11: only columns of the file with a value in the cell or in the record. */
function refusedCells(
  row: JournalRow,
  cells: readonly Cell[],
  { base, now, reviews }: { base: DraftRecord; now: Date; reviews: Reviews },
): JournalFileProblem[] {
  const record = fileRecord(cells, base);
  const present = [...row.cells].flatMap(([header, cell]) => {
    const column = columnOf(header);
    const was: Json = column === null ? null : exportedCell(column, base, reviews);
    const hasValue = stripText(cell) !== '' || (was !== null && was !== '');
    return column !== null && column.header === header && hasValue ? [{ column, header, cell, was }] : [];
  });
  const refusals = formRefusals(record, {
    journal: base,
    now,
    reviews,
    columns: present.map(({ column }) => column),
  });
  return present.flatMap(({ column, header, cell, was }) => {
    const own = cells.find((one) => one.header === header);
    const words = ownRefusal(own, record, base) ?? refusals.get(column)?.words;
    if (words === undefined) return [];
    const code = refusals.get(column)?.code ?? column.kind;
    const explanation = explainRefusal(code, cell);
    return [problem('error', placeOf(row, header), words, explanation, { was, now: cell })];
  });
}

const libraryWords = 'Enter the name(s) of the national library or libraries where the journal is archived';

/** The form's message on a cell that no record can hold. */
function ownRefusal(cell: Cell | undefined, record: DraftRecord, base: DraftRecord): string | undefined {
  if (!cell) return undefined;
  const { column, conversion } = cell;
  if (column.kind === 'fees' && getAt(record, 'bibjson.apc.has_apc') !== true) return undefined;
  // The form does not recognise the column's text as a library.
  if (column.kind === 'libraries') return keepsLibraries(record, base) ? libraryWords : undefined;
  return conversion.refusal;
}

function keepsLibraries(record: DraftRecord, base: DraftRecord): boolean {
  const libraries = (one: DraftRecord) =>
    JSON.stringify(getAt(one, 'bibjson.preservation.national_library') ?? []);
  const named = getAt(record, 'bibjson.preservation.service');
  const isAsked = Array.isArray(named) && named.includes('national_library');
  return isAsked || (libraries(base) !== '[]' && libraries(record) === libraries(base));
}

function explainLocked(was: Json): Message {
  return was === null
    ? msg('journalFile.problem.lockedEmpty')
    : msg('journalFile.problem.locked', { value: String(was) });
}

function explainRefusal(code: string, cell: string): Message {
  return msg(`journalFile.refusal.${code}`, { value: stripText(cell) });
}

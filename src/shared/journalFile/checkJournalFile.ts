import { applicationFromJournal } from '../application/application.ts';
import type { BulkChange } from '../application/applicationDraft.ts';
import { type Message, msg } from '../message.ts';
import { checkHeaders, type TableKind, tableKind } from './checkHeaders.ts';
import { checkRow } from './checkRow.ts';
import type { Reviews } from './choices.ts';
import { withCorrectHeaders } from './correctHeaders.ts';
import { onlineIssnHeader, printIssnHeader } from './journalColumns.ts';
import type { JournalRow, JournalTable, UnreadableFile } from './readJournalFile.ts';
import {
  crashProblem,
  type DirectoryReport,
  directoryReport,
  type JournalFileNote,
  type JournalFileProblem,
  problem,
} from './report.ts';

/** A journal as far as the check needs it; `record` as the directory has it. */
export interface FileJournal {
  id: string;
  title: string;
  pissn: string | null;
  eissn: string | null;
  inDirectory: boolean;
  mine: boolean;
  record: unknown;
}

export interface JournalFileContext {
  /** The directory's name of the account. */
  account: string;
  journals: readonly FileJournal[];
  /** The reason why the directory accepts no Update Request, by journal. */
  refusals: ReadonlyMap<string, string>;
  now: Date;
  /** Which list of kinds of peer review the directory has. */
  reviews: Reviews;
}

/** A row of the file about a journal of the account. */
export interface RowOfJournal {
  row: number;
  journalId: string;
  title: string;
  /** The changes that an Update Request would make. */
  changes: BulkChange[];
  /** The reason why no Update Request can be made from the row; null if one can. */
  blocked: Message | null;
}

export interface CheckedJournalFile {
  kind: TableKind;
  report: DirectoryReport;
  problems: JournalFileProblem[];
  notes: JournalFileNote[];
  /** Where the directory's check would crash, so that its page shows no report at all. */
  crash: JournalFileProblem | null;
  journals: RowOfJournal[];
  rows: number;
}

/**
 * Checks a Journal Update File as the page of the directory does, in the same order and words, and adds what the page
 * does not see (reference/journal-update-file.md 4, 8).
 */
export function checkJournalFile(
  table: JournalTable | UnreadableFile,
  context: JournalFileContext,
): CheckedJournalFile {
  if (typeof table === 'string') {
    const crash = crashProblem({ row: null, column: null }, table);
    const report = directoryReport([], []);
    return { kind: 'other', report, problems: [], notes: [], crash, journals: [], rows: 0 };
  }
  const found = checkHeaders(table.headers);
  const lacksIssns = found.some(({ row }) => row === null);
  const checked = checkRows(lacksIssns ? [] : table.rows, context);
  const problems = [...found, ...checked.problems];
  const corrected = withCorrectHeaders(table);
  const { journals, notes } = found.length > 0 ? checkRows(corrected.rows, context) : checked;
  const own = new Set(journals.map(({ row }) => row));
  return {
    kind: tableKind(table.headers),
    report: directoryReport(problems, [...found.map(logLine), ...checked.log]),
    problems,
    notes: [...corrected.left.filter(({ row }) => row !== null && own.has(row)), ...notes],
    crash: checked.crash,
    journals,
    rows: table.rows.length,
  };
}

interface CheckedRows {
  problems: JournalFileProblem[];
  notes: JournalFileNote[];
  log: string[];
  journals: RowOfJournal[];
  crash: JournalFileProblem | null;
}

function checkRows(rows: readonly JournalRow[], context: JournalFileContext): CheckedRows {
  const result: CheckedRows = { problems: [], notes: [], log: [], journals: [], crash: null };
  const add = (found: readonly JournalFileProblem[]) => {
    result.problems.push(...found);
    result.log.push(...found.map(logLine));
  };
  for (const row of rows) {
    result.log.push(`Processing CSV row ${row.number}`);
    if (row.isEmpty) {
      result.log.push(`Skipping empty row ${row.number}.`);
      continue;
    }
    const found = matchRow(row, context);
    if ('words' in found) {
      add([found]);
      continue;
    }
    result.log.push(`Validating update for journal with ID ${found.id}`);
    const base = applicationFromJournal(found.record);
    const refusal = context.refusals.get(found.id) ?? null;
    const checked = checkRow(row, { ...{ base, refusal, now: context.now, reviews: context.reviews } });
    add(checked.problems);
    result.notes.push(...checked.notes);
    const { changes } = checked;
    const isChange = !changesNothing(checked.blocked);
    const blocked = (isChange ? otherJournal(row, found, context) : null) ?? checked.blocked;
    result.journals.push({ row: row.number, journalId: found.id, title: found.title, changes, blocked });
    // The directory stops at a crash; the rest is checked for the user all the same.
    result.crash ??= checked.crash;
  }
  result.notes.push(...repeatedRows(result.journals));
  return result;
}

/** Returns true if this is why a row makes no Update Request: its cells are those of the directory. */
export function changesNothing(blocked: Message | null): boolean {
  return blocked?.key === 'journalFile.problem.noChange';
}

function logLine({ type, words }: JournalFileProblem): string {
  return `[${type}] ${words}`;
}

const issnsOf = ({ cells }: JournalRow) =>
  [printIssnHeader, onlineIssnHeader].flatMap((header) => cells.get(header) || []);
const hasOneOf = (issns: readonly string[], { pissn, eissn }: FileJournal) =>
  issns.some((issn) => issn === pissn || issn === eissn);

/** Why the journal that the directory finds may not be the one that the row is about; null if no other is named. */
function otherJournal(row: JournalRow, found: FileJournal, { journals }: JournalFileContext): Message | null {
  const other = journals.find(
    (journal) => journal.id !== found.id && journal.inDirectory && hasOneOf(issnsOf(row), journal),
  );
  return other ? msg('journalFile.problem.twoJournals', { title: found.title, other: other.title }) : null;
}

/** Steps 5 and 6: the first journal in the directory with one of the ISSNs, exactly as they are written. */
function matchRow(
  row: JournalRow,
  { account, journals }: JournalFileContext,
): FileJournal | JournalFileProblem {
  const issns = issnsOf(row);
  const listed = issns.join(', ');
  const place = { row: row.number, column: null };
  const hasOne = (journal: FileJournal) => hasOneOf(issns, journal);
  const found = journals.find((journal) => journal.inDirectory && hasOne(journal));
  if (!found) {
    const withdrawn = journals.find(hasOne);
    const explanation = withdrawn
      ? msg('journalFile.problem.withdrawn', { title: withdrawn.title })
      : msg(`journalFile.problem.${issns.length === 0 ? 'noIssn' : 'noJournal'}`);
    const words = `There is no journal record in DOAJ for ISSN(s) ${listed}.  The record may not exist, or it may be withdrawn.`;
    return problem('error', place, words, explanation);
  }
  if (found.mine) return found;
  const words = `Your account '${account}' doesn't own the journal with ISSN(s) ${listed}. You may not update it.`;
  return problem('error', place, words, msg('journalFile.problem.notOwner', { title: found.title }));
}

/**
 * A second Update Request for a journal within ten seconds is refused, and a later one replaces it. A row that makes none
 * is not in the way of another.
 */
function repeatedRows(journals: RowOfJournal[]): JournalFileNote[] {
  const first = new Map<string, number>();
  const notes: JournalFileNote[] = [];
  for (const journal of journals.filter(({ blocked }) => blocked === null)) {
    const row = first.get(journal.journalId);
    if (row === undefined) {
      first.set(journal.journalId, journal.row);
      continue;
    }
    const message = msg('journalFile.loss.repeated', { row });
    notes.push({ row: journal.row, column: null, message });
    journal.blocked = message;
  }
  return notes;
}

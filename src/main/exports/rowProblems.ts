import { type ArticleContext, checkArticle } from '../../shared/article/articleRules.ts';
import { holdsBack } from '../../shared/article/rules/codes.ts';
import { fieldLabel } from '../../shared/draft/fieldLabel.ts';
import { notePath, noteSeverity } from '../../shared/draft/importNotes.ts';
import type { Severity } from '../../shared/finding.ts';
import { type Message, msg } from '../../shared/message.ts';
import { sameJson } from '../../shared/sameJson.ts';
import { firstMessage } from '../../shared/upload/heldMessage.ts';
import type { Db } from '../store/database.ts';
import { createReportReading, type HeldBack } from '../store/exports/reportReading.ts';
import { createTableReading, type RowRecord, rowPlace } from '../store/exports/tableReading.ts';

/** A problem of a row of a table. */
export interface RowProblem {
  severity: Severity;
  /** The path of the field; empty for the whole record. */
  path: string;
  field: Message | null;
  message: Message;
  help: Message | null;
}

export type ProblemSource = { importId: number } | { uploadId: number };

/** The problems of an imported table's rows, by their place; `record` is what a row became. */
export type RowProblems = (place: string, record: RowRecord | undefined) => readonly RowProblem[];

/** The problems of an import: what could not be read, and the findings of the records as they are now. */
export function importProblems(db: Db, importId: number, context: ArticleContext): RowProblems {
  const reading = createTableReading(db);
  const unread = new Map<string, RowProblem[]>();
  for (const { file, line, message } of createReportReading(db).importProblems(importId))
    addTo(unread, rowPlace(file, line), errorAt('', message));
  return (place, row) => {
    const problems = unread.get(place) ?? [];
    const found = row && reading.record(row);
    if (!found) return problems;
    const { record, notes } = found;
    if (record === null)
      return [...problems, errorAt('', msg('queue.held.unreadable'), msg('queue.held.unreadableHelp'))];
    const lost = notes.flatMap((message): RowProblem[] => {
      const severity = noteSeverity(message);
      return severity === null
        ? []
        : [problemAt(notePath(message, record), record, { severity, message, help: null })];
    });
    const findings = checkArticle(record, context).filter(({ severity }) => severity !== 'ignored');
    return [...problems, ...lost, ...findings.map((finding) => problemAt(finding.path, record, finding))];
  };
}

/** The problems of an upload: what was refused or failed, and what our rules held back. */
export function uploadProblems(db: Db, uploadId: number, context: ArticleContext): RowProblems {
  const reading = createReportReading(db);
  const byDraft = new Map<number, RowProblem[]>();
  for (const { draftId, refusal } of reading.refusals(uploadId)) {
    if (draftId === null) continue;
    const { path, message, help } = refusal;
    addTo(byDraft, draftId, errorAt(path, message, help));
  }
  for (const held of reading.heldBack(uploadId))
    for (const problem of heldBackProblems(held, context)) addTo(byDraft, held.draftId, problem);
  return (_, row) => (row && byDraft.get(row.draftId)) ?? [];
}

/**
 * Each problem for which our rules held a record back: those that it still has, with what to do about them, otherwise
 * the one that the plan named.
 */
export function heldBackProblems(held: HeldBack, context: ArticleContext): RowProblem[] {
  const { record, path, reason } = held;
  const named = firstMessage(held.message);
  const still = record === null ? [] : checkArticle(record, context).filter(holdsBack);
  if (still.some(({ message }) => sameJson(message, named)))
    return still.map((finding) => problemAt(finding.path, record, finding));
  const severity = heldForErrors.has(reason) ? 'error' : 'warning';
  return [problemAt(path, record ?? undefined, { severity, message: named, help: null })];
}

/** Reasons for which the directory would refuse a record. */
const heldForErrors: ReadonlySet<string> = new Set([
  'errors',
  'no-identifier',
  'would-be-refused',
  'two-records',
  'unreadable',
]);

function errorAt(path: string, message: Message, help: Message | null = null): RowProblem {
  return problemAt(path, undefined, { severity: 'error', message, help });
}

function problemAt(
  path: string,
  record: unknown,
  { severity, message, help }: Pick<RowProblem, 'severity' | 'message' | 'help'>,
): RowProblem {
  return { severity, path, field: path === '' ? null : fieldLabel(path, record), message, help };
}

function addTo<K>(map: Map<K, RowProblem[]>, key: K, problem: RowProblem): void {
  const list = map.get(key);
  if (list) list.push(problem);
  else map.set(key, [problem]);
}

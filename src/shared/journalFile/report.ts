import type { Json } from '../json.ts';
import { type Message, msg } from '../message.ts';

export type ProblemType = 'error' | 'warn';

export interface Place {
  /** The row as the directory counts, the headers being row 1; null for the file as a whole. */
  row: number | null;
  /** The position of the column from 0; null for the whole row. */
  column: number | null;
}

/** One problem that the directory's check would report. */
export interface JournalFileProblem extends Place {
  type: ProblemType;
  /** The directory's own words. */
  words: string;
  /** The meaning and the remedy, in the user's language. */
  explanation: Message;
  was: Json;
  now: Json;
}

/** Something that the directory's check does not report. */
export interface JournalFileNote extends Place {
  message: Message;
}

/** The report in the shape in which the directory sends it to its page (reference/journal-update-file.md 4). */
export interface DirectoryReport {
  has_errors: boolean;
  has_warnings: boolean;
  general: [ProblemType, string][];
  headers: Record<string, [ProblemType, string]>;
  rows: Record<string, [ProblemType, string]>;
  values: Record<string, Record<string, [ProblemType, string, Json, Json]>>;
  log: string[];
}

/** The page of the directory shows this if its check crashes. */
const crashWords =
  'There was an unexpected problem validating your file, please try again, and contact us if the problem persists.';

export function crashProblem(place: Place, reason: string): JournalFileProblem {
  return problem('error', place, crashWords, msg(`journalFile.crash.${reason}`));
}

/** The directory removes tags from its messages, which contain headers and texts of the file (reference/journal-update-file.md 4). */
export function problem(
  type: ProblemType,
  place: Place,
  words: string,
  explanation: Message,
  { was = null, now = null }: { was?: Json; now?: Json } = {},
): JournalFileProblem {
  return { type, ...place, words: withoutTags(words), explanation, was, now };
}

/** Like Python's `re.sub('<.*?>', '', words)`. */
function withoutTags(words: string): string {
  return words.split('\n').map(lineWithoutTags).join('\n');
}

function lineWithoutTags(line: string): string {
  let plain = '';
  for (let at = 0; ; ) {
    const start = line.indexOf('<', at);
    const end = start < 0 ? -1 : line.indexOf('>', start);
    if (end < 0) return plain + line.slice(at);
    plain += line.slice(at, start);
    at = end + 1;
  }
}

/** `log`: what the check did and found, in order. One entry for each place: the last one wins, as in the directory. */
export function directoryReport(
  problems: readonly JournalFileProblem[],
  log: readonly string[],
): DirectoryReport {
  const report: DirectoryReport = {
    has_errors: problems.some(({ type }) => type === 'error'),
    has_warnings: problems.some(({ type }) => type === 'warn'),
    general: [],
    headers: {},
    rows: {},
    values: {},
    log: [...log],
  };
  for (const { type, row, column, words, was, now } of problems) {
    if (row === null) report.general.push([type, words]);
    else if (row === 1) report.headers[String(column)] = [type, words];
    else if (column === null) report.rows[row] = [type, words];
    else report.values[row] = { ...report.values[row], [column]: [type, words, was, now] };
  }
  return report;
}

import { type ArticleContext, checkArticle } from '../../shared/article/articleRules.ts';
import type { ExportResult } from '../../shared/contract/exports.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { Finding } from '../../shared/finding.ts';
import { fieldText } from '../../shared/i18n/fieldText.ts';
import { describe, language, speak, t } from '../../shared/i18n/i18n.ts';
import { addMainTexts } from '../../shared/i18n/mainTexts.ts';
import type { Language } from '../../shared/languages.ts';
import { msg } from '../../shared/message.ts';
import { csvText, csvTextLines } from '../../shared/text/csvText.ts';
import { checkContext } from '../store/checkContext.ts';
import type { Db } from '../store/database.ts';
import { createReportReading, type PlacedRecord } from '../store/exports/reportReading.ts';
import { heldBackProblems } from './rowProblems.ts';
import { type ExportProgress, writePieces } from './writePieces.ts';

/** A report of the problems of an import or upload, to be written to a file. */
export interface ReportJob {
  id: number;
  /** The path of the file, which is created. */
  file: string;
  report: 'csv' | 'json';
  accountId: string;
  source: { importId: number } | { uploadId: number };
  language: Language;
  /** The time at which the rules apply (ISO). */
  at: string;
}

const columns = ['file', 'record', 'line', 'title', 'doi', 'severity', 'problem', 'field', 'advice'] as const;
type Row = Record<(typeof columns)[number], string | number | null>;

/** The language of this process, for the thread that writes a report. */
export const reportLanguage = language;

/** Writes a report with one row for each problem; continues only when the caller asks for more. */
export async function* exportReport(db: Db, job: ReportJob): AsyncGenerator<ExportProgress, ExportResult> {
  await addMainTexts();
  await speak(job.language);
  const progress = { done: 0, total: 0 };
  let written = 0;
  async function* pieces(): AsyncGenerator<string> {
    const rows =
      'importId' in job.source
        ? importRows(db, job, progress)
        : uploadRows(db, job.source.uploadId, checkContext(db, job));
    for await (const row of rows) {
      yield job.report === 'csv' ? csvPiece(row, written === 0) : jsonPiece(row, written === 0);
      written++;
    }
    if (written > 0 && job.report === 'json') yield '\n]\n';
  }
  const size = yield* writePieces(job.file, pieces(), () => ({ ...progress }));
  return { written, size, lost: [], leftOut: [] };
}

function csvPiece(row: Row, isFirst: boolean): string {
  const cells = columns.map((column) => String(row[column] ?? ''));
  if (!isFirst) return csvTextLines([cells]);
  return csvText(
    columns.map((column) => t(`exports.reportColumn.${column}`)),
    [cells],
  );
}

function jsonPiece(row: Row, isFirst: boolean): string {
  return `${isFirst ? '[' : ','}\n${JSON.stringify(row)}`;
}

/** The records that could not be read, then the findings of each record as it is now. */
async function* importRows(db: Db, job: ReportJob, progress: ExportProgress): AsyncGenerator<Row> {
  if (!('importId' in job.source)) return;
  const { importId } = job.source;
  const reading = createReportReading(db);
  const context = checkContext(db, job);
  for (const problem of reading.importProblems(importId))
    yield {
      ...placed({ ...problem, title: '', doi: '' }),
      severity: t('severity.error'),
      problem: describe(problem.message),
      field: '',
      advice: '',
    };
  const keys = reading.importKeys(importId);
  progress.total = keys.length;
  for (const key of keys) {
    progress.done++;
    const found = reading.record(key);
    if (!found) continue;
    if (found.record === null) {
      yield {
        ...placed(found),
        ...problemCells({
          ...{ severity: 'error', path: '' },
          ...{ message: msg('queue.held.unreadable'), help: msg('queue.held.unreadableHelp') },
        }),
      };
      continue;
    }
    for (const finding of checkArticle(found.record, context))
      yield { ...placed(found), ...problemCells(finding, found.record) };
  }
}

/** The records that were refused or failed, then those that our rules held back. */
async function* uploadRows(db: Db, uploadId: number, context: ArticleContext): AsyncGenerator<Row> {
  const reading = createReportReading(db);
  for (const found of reading.refusals(uploadId)) {
    yield { ...placed(found), ...problemCells({ severity: 'error', ...found.refusal }) };
  }
  for (const found of reading.heldBack(uploadId))
    for (const problem of heldBackProblems(found, context))
      yield { ...placed(found), ...problemCells(problem, found.record) };
}

/** The cells about a problem; the record, if it is known, names the entry of a list that the problem is in. */
function problemCells(
  { severity, message, path, help }: Pick<Finding, 'severity' | 'message' | 'path' | 'help'>,
  record?: DraftRecord | null,
) {
  return {
    severity: t(`severity.${severity}`),
    problem: describe(message),
    field: path === '' ? '' : fieldText(path, record),
    advice: describe(help),
  };
}

function placed({ file, index, line, title, doi }: PlacedRecord) {
  return { file, record: index, line, title, doi };
}

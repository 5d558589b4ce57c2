import { createWriteStream, rmSync, statSync } from 'node:fs';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import type { ExportResult } from '../../shared/contract/exports.ts';
import type { ReturnedRows } from '../../shared/draft/returnedRows.ts';
import { describe, speak, t } from '../../shared/i18n/i18n.ts';
import { addMainTexts } from '../../shared/i18n/mainTexts.ts';
import type { Language } from '../../shared/languages.ts';
import { ordinaryChoices } from '../formats/article/choices.ts';
import { placeIn } from '../formats/readRecord.ts';
import { returnTextTable } from '../formats/tables/csv/returnTextTable.ts';
import type { AddedCells, ReturnOptions } from '../formats/tables/returnTable.ts';
import type { RowGroup } from '../formats/tables/rowGroups.ts';
import { returnWorkbook } from '../formats/tables/xlsx/returnWorkbook.ts';
import { fail } from '../platform/failures.ts';
import { checkContext } from '../store/checkContext.ts';
import type { Db } from '../store/database.ts';
import { createTableReading, rowPlace } from '../store/exports/tableReading.ts';
import { importProblems, type ProblemSource, type RowProblem, uploadProblems } from './rowProblems.ts';
import { type ExportProgress, writePieces } from './writePieces.ts';

/** An imported table that is returned with the problems of its rows. */
export interface TableJob {
  id: number;
  /** The path of the file, which is created, and of a temporary one. */
  file: string;
  sourceFile: string;
  table: { importId: number; file: number };
  rows: ReturnedRows;
  accountId: string;
  /** The import or upload whose problems are added. */
  source: ProblemSource;
  language: Language;
  /** The time at which the rules apply (ISO). */
  at: string;
}

const columns = ['problem', 'field', 'advice'] as const;

/**
 * Writes a table that was imported, with columns for the problems of its rows; continues only when the caller asks for
 * more.
 */
export async function* exportTable(db: Db, job: TableJob): AsyncGenerator<ExportProgress, ExportResult> {
  await addMainTexts();
  await speak(job.language);
  const { importId, file } = job.table;
  const reading = createTableReading(db);
  const table = reading.importTables(importId).find((one) => one.file === file);
  if (!table) throw fail('exports.tableGone');
  const records = reading.rows(importId);
  const problemsOf =
    'importId' in job.source
      ? importProblems(db, importId, checkContext(db, job))
      : uploadProblems(db, job.source.uploadId, checkContext(db, job));
  const progress = { done: 0, total: records.size };
  let written = 0;

  function add(group: RowGroup, sheet: string | null): AddedCells | null {
    const place = rowPlace(placeIn(table!.name, sheet === null ? {} : { part: sheet }), group.rows[0]!.line);
    const record = records.get(place);
    if (record) progress.done++;
    const problems = problemsOf(place, record);
    if (!isReturned(problems, job.rows)) return null;
    written++;
    return { rows: cellsOf(problems, group), draft: record?.key ?? '' };
  }
  const options: ReturnOptions = {
    choices: {
      ...ordinaryChoices,
      mapping: reading.mapping(importId),
      encoding: reading.encoding(importId, file),
    },
    headings: columns.map((column) => t(`exports.returnedColumn.${column}`)),
    keepsAll: job.rows === 'all',
    add,
  };
  const bytes = () => inflated(reading.blocks(importId, file));
  try {
    const pieces =
      table.format === 'xlsx'
        ? returnWorkbook(await savedAs(job.sourceFile, bytes()), options)
        : returnTextTable(bytes(), options);
    const size = yield* writePieces(job.file, pieces, () => ({ ...progress }));
    return { written, size, lost: [], leftOut: [] };
  } finally {
    rmSync(job.sourceFile, { force: true });
  }
}

function isReturned(problems: readonly RowProblem[], rows: ReturnedRows): boolean {
  if (rows === 'all') return true;
  return problems.some(
    ({ severity }) => severity === 'error' || (rows === 'problems' && severity === 'warning'),
  );
}

/** The cells with the problems; an author's problems are in the author's row. */
function cellsOf(problems: readonly RowProblem[], { article, kind }: RowGroup): string[][] {
  const byRow: RowProblem[][] = Array.from({ length: Math.max(1, article.length) }, () => []);
  for (const problem of problems)
    byRow[article.length > 1 ? kind.rowOf(article, problem.path) : 0]!.push(problem);
  return byRow.map((some) => [
    some.map(problemText).join('\n'),
    some.map(({ field }) => describe(field)).join('\n'),
    some.map(({ help }) => describe(help)).join('\n'),
  ]);
}

function problemText({ severity, message }: RowProblem): string {
  return `${t('common.labelled', { label: t(`exports.severity.${severity}`) })} ${describe(message)}`;
}

async function* inflated(blocks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  // The callback is required; errors reach the loop, which reads the stream.
  yield* pipe(Readable.from(blocks), createInflateRaw(), () => undefined);
}

/** A workbook is not read in order, so it has to be a file. */
async function savedAs(path: string, bytes: AsyncIterable<Buffer>) {
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
  const range = { path, start: 0, size: statSync(path).size };
  return { bytes: Readable.from([]), range };
}

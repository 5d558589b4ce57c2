import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs';
import type { ExportResult } from '../../shared/contract/contract.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { ExportFileFormat } from '../../shared/draft/exportFormats.ts';
import { journalTitlesOf } from '../formats/journalTitles.ts';
import { Losses } from '../formats/write/losses.ts';
import { writers } from '../formats/writers.ts';
import type { Db } from '../store/database.ts';
import { createExportReading, type ExportPlace, type ExportReading } from '../store/exports/exportReading.ts';
import { createJournalStore } from '../store/journals/journalStore.ts';

/** An export to a file; `source` says which records. */
export interface ExportJob {
  id: number;
  /** The path of the file, which is created. */
  file: string;
  format: ExportFileFormat;
  accountId: string;
  source: { ids: readonly number[] } | { importId: number } | { uploadId: number };
}

/** Records that were handled, out of how many. */
export interface ExportProgress {
  done: number;
  total: number;
}

/** Milliseconds between two reports. */
const reportEvery = 100;
/** Characters that are collected before they are written. */
const pieceLength = 1 << 18;

/** Writes an export; it continues only when the next report is asked for. */
export async function* writeExport(db: Db, job: ExportJob): AsyncGenerator<ExportProgress, ExportResult> {
  const reading = createExportReading(db);
  const places = findRecords(reading, job.source);
  const handled: ExportPlace[] = [];
  async function* records(): AsyncGenerator<DraftRecord> {
    for (const place of places) {
      const row = reading.record(place);
      if (!row) continue;
      handled.push(place);
      yield JSON.parse(row.record) as DraftRecord;
    }
  }
  const losses = new Losses();
  const journalTitles = journalTitlesOf(createJournalStore(db).cards(job.accountId) ?? []);
  const write = await writers[job.format]();
  const file = openSync(job.file, 'w', 0o600);
  try {
    let text = '';
    let reportAt = performance.now() + reportEvery;
    for await (const piece of write(records(), { losses, journalTitles })) {
      if (typeof piece === 'string') text += piece;
      else {
        writeFileSync(file, text);
        writeFileSync(file, piece);
        text = '';
      }
      if (text.length > pieceLength) {
        writeFileSync(file, text);
        text = '';
      }
      if (performance.now() < reportAt) continue;
      yield { done: handled.length, total: places.length };
      reportAt = performance.now() + reportEvery;
    }
    writeFileSync(file, text);
    return {
      written: handled.length - losses.leftOutCount,
      size: fstatSync(file).size,
      lost: losses.parts,
      leftOutCount: losses.leftOutCount,
      leftOut: losses.leftOut.map(({ index, reason }) => ({
        title: reading.record(handled[index - 1]!)?.title ?? '',
        reason,
      })),
    };
  } finally {
    closeSync(file);
  }
}

function findRecords(reading: ExportReading, source: ExportJob['source']): readonly ExportPlace[] {
  if ('importId' in source) return reading.importPlaces(source.importId);
  if ('uploadId' in source) return reading.uploadPlaces(source.uploadId);
  return source.ids.map((draftId) => ({ draftId, changeId: null }));
}

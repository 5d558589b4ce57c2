import type { ExportResult } from '../../shared/contract/exports.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { ExportFormat } from '../../shared/draft/fileFormats.ts';
import { msg } from '../../shared/message.ts';
import { formats } from '../formats/formats.ts';
import { journalTitlesOf } from '../formats/journalTitles.ts';
import { Losses } from '../formats/losses.ts';
import type { Db } from '../store/database.ts';
import { createExportReading, type ExportPlace, type ExportReading } from '../store/exports/exportReading.ts';
import { createJournalStore } from '../store/journals/journalStore.ts';
import { storedRecord } from '../store/storedJson.ts';
import { type ExportProgress, writePieces } from './writePieces.ts';

/** An export to a file; `source` says which records. */
export interface ExportJob {
  id: number;
  /** The path of the file, which is created. */
  file: string;
  format: ExportFormat;
  accountId: string;
  source: { ids: readonly number[] } | { importId: number } | { uploadId: number };
}

/** Writes an export; it continues only when the caller asks for the next report. */
export async function* writeExport(db: Db, job: ExportJob): AsyncGenerator<ExportProgress, ExportResult> {
  const reading = createExportReading(db);
  const places = findRecords(reading, job.source);
  const handled: ExportPlace[] = [];
  const unreadable: ExportPlace[] = [];
  async function* records(): AsyncGenerator<DraftRecord> {
    for (const place of places) {
      const row = reading.record(place);
      if (!row) continue;
      const record = storedRecord(row.record);
      if (record === null) unreadable.push(place);
      else {
        handled.push(place);
        yield record;
      }
    }
  }
  const losses = new Losses();
  const journalTitles = journalTitlesOf(createJournalStore(db).cards(job.accountId) ?? []);
  const write = await formats[job.format].write();
  const size = yield* writePieces(job.file, write(records(), { losses, journalTitles }), () => ({
    done: handled.length + unreadable.length,
    total: places.length,
  }));
  const titleAt = (place: ExportPlace) => reading.record(place)?.title ?? '';
  const reason = msg('shell.unreadable.message');
  return {
    written: handled.length - losses.leftOut.length,
    size,
    lost: losses.parts,
    leftOut: [
      ...unreadable.map((place) => ({ title: titleAt(place), reason })),
      ...losses.leftOut.map(({ index, ...why }) => ({ title: titleAt(handled[index - 1]!), ...why })),
    ],
  };
}

function findRecords(reading: ExportReading, source: ExportJob['source']): readonly ExportPlace[] {
  if ('importId' in source) return reading.importPlaces(source.importId);
  if ('uploadId' in source) return reading.uploadPlaces(source.uploadId);
  return source.ids.map((draftId) => ({ draftId, changeId: null }));
}

import type { ExportResult } from '../../shared/contract/exports.ts';
import type { Db } from '../store/database.ts';
import { createTableReading, type KeptTable } from '../store/exports/tableReading.ts';
import { exportReport, type ReportJob } from './exportReport.ts';
import { exportTable, type TableJob } from './exportTable.ts';
import type { ProblemSource } from './rowProblems.ts';
import { type ExportJob, writeExport } from './writeExport.ts';
import type { ExportProgress } from './writePieces.ts';

/** Starts an export, continues it, or drops it; or asks for the imported tables of an import or upload. */
export type ExportOrder =
  | { start: AnyExportJob }
  | { next: number }
  | { drop: number }
  | { tables: ProblemSource };

export type AnyExportJob = ExportJob | ReportJob | TableJob;

/** The result is null while there is more to write. */
export type ExportSlice = { progress: ExportProgress; result: null } | { result: ExportResult };
type Answer = ExportSlice | KeptTable[] | null;

/** Writes exports in slices, so that they can be cancelled and take turns. */
export function createExportSlices(db: Db): (order: ExportOrder) => Promise<Answer> {
  const running = new Map<number, ReturnType<typeof writeExport>>();

  async function next(id: number): Promise<ExportSlice | null> {
    const step = await running.get(id)?.next();
    if (step?.done !== true) return step ? { progress: step.value, result: null } : null;
    running.delete(id);
    return { result: step.value };
  }

  return async (order) => {
    if ('start' in order) {
      const job = order.start;
      running.set(job.id, started(db, job));
      return next(job.id);
    }
    if ('next' in order) return next(order.next);
    if ('tables' in order) {
      const reading = createTableReading(db);
      const { tables } = order;
      return 'importId' in tables
        ? reading.importTables(tables.importId)
        : reading.uploadTables(tables.uploadId);
    }
    const dropped = running.get(order.drop);
    running.delete(order.drop);
    // Closes its file.
    await dropped?.return(undefined as never);
    return null;
  };
}

function started(db: Db, job: AnyExportJob): ReturnType<typeof writeExport> {
  if ('report' in job) return exportReport(db, job);
  return 'table' in job ? exportTable(db, job) : writeExport(db, job);
}

import type { ExportResult } from '../../shared/contract/contract.ts';
import type { Db } from '../store/database.ts';
import { exportReport, type ReportJob } from './exportReport.ts';
import { type ExportJob, writeExport } from './writeExport.ts';
import type { ExportProgress } from './writePieces.ts';

/** Starts an export, continues it, or drops it. */
export type ExportOrder = { start: ExportJob | ReportJob } | { next: number } | { drop: number };

/** The result is null while there is more to write. */
export type ExportSlice = { progress: ExportProgress; result: null } | { result: ExportResult };

/** Writes exports in slices, so that they can be cancelled and take turns. */
export function createExportSlices(db: Db): (order: ExportOrder) => Promise<ExportSlice | null> {
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
      running.set(job.id, 'report' in job ? exportReport(db, job) : writeExport(db, job));
      return next(job.id);
    }
    if ('next' in order) return next(order.next);
    const dropped = running.get(order.drop);
    running.delete(order.drop);
    // Closes its file.
    await dropped?.return(undefined as never);
    return null;
  };
}

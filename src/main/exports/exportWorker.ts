import { parentPort, workerData } from 'node:worker_threads';
import { useSharedPack } from '../platform/rulePack/savedPack.ts';
import { openInThread } from '../store/database.ts';
import { serveWorkerRpc } from '../store/workerRpc.ts';
import { createExportSlices, type ExportOrder } from './exportSlices.ts';

if (parentPort) {
  useSharedPack();
  const { file } = workerData as { file: string };
  let write: ReturnType<typeof createExportSlices> | null = null;
  serveWorkerRpc<ExportOrder>(parentPort, (order) => {
    write ??= createExportSlices(openInThread(file, { durable: false }));
    return write(order);
  });
}

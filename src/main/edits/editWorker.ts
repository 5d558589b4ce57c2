import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../store/database.ts';
import { serveWorkerRpc } from '../store/workerRpc.ts';
import { createEditSlices, type EditOrder, type EditThreadData } from './editSlices.ts';

if (parentPort) {
  const { file, signal } = workerData as EditThreadData;
  let handle: ReturnType<typeof createEditSlices> | null = null;
  serveWorkerRpc<EditOrder>(parentPort, (order) => {
    // The main thread's commit that ends the undo step makes everything durable.
    handle ??= createEditSlices(openDatabase(file, { durable: false }), signal);
    return handle(order);
  });
}

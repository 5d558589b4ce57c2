import { on } from 'node:events';
import { type MessagePort, Worker } from 'node:worker_threads';
import { AppError, type WireError } from '../../shared/errors.ts';
import { frugal } from '../store/workerRpc.ts';
import { type CheckedBatch, type CheckOrder, checkRecords } from './checkRecords.ts';
import { importBroke, toImportError } from './importErrors.ts';

/** What a thread that reads and checks is started with. */
export interface CheckingStart {
  role: 'check';
  checks: CheckOrder;
}

/** The message to a thread that reads and checks; each `next` allows it one more batch. */
type ToThread = 'next';

/** `end` comes after the last batch. */
type FromThread = { type: 'batch'; batch: CheckedBatch } | { type: 'end'; error: WireError | null };

/** How many batches the thread may be ahead of the writer; this bounds its memory. */
const ahead = 2;

/** Like `checkRecords`, but in a separate thread, which serves the order with `serveChecking`. */
export async function* checkInThread(file: URL, order: CheckOrder): AsyncGenerator<CheckedBatch> {
  const worker = new Worker(file, {
    workerData: { role: 'check', checks: order } satisfies CheckingStart,
    resourceLimits: frugal,
  });
  const arriving = on(worker, 'message', { close: ['exit'] });
  const allowNext = () => worker.postMessage('next' satisfies ToThread);
  try {
    for (let n = 0; n < ahead; n++) allowNext();
    for await (const [data] of arriving) {
      const message: FromThread = data;
      if (message.type === 'end') {
        if (message.error) throw AppError.fromWire(message.error);
        return;
      }
      yield message.batch;
      allowNext();
    }
    throw importBroke('');
  } catch (error) {
    throw error instanceof AppError ? error : importBroke(String(error));
  } finally {
    await worker.terminate();
  }
}

/** Runs in the thread: sends the batches as fast as the writer allows. */
export async function serveChecking(port: MessagePort, order: CheckOrder): Promise<void> {
  const allowances = on(port, 'message');
  const send = (message: FromThread) => port.postMessage(message);
  let error: WireError | null = null;
  try {
    for await (const batch of checkRecords(order)) {
      await allowances.next();
      send({ type: 'batch', batch });
    }
  } catch (cause) {
    error = toImportError(cause).toWire();
  }
  send({ type: 'end', error });
  port.close();
}

import { type MessagePort, Worker } from 'node:worker_threads';
import { AppError, type WireError } from '../../shared/errors.ts';
import { type CheckedBatch, type CheckOrder, checkRecords } from './checkRecords.ts';
import { importBroke, toImportError } from './importErrors.ts';

/** The message to a thread that reads and checks; each `next` allows it one more batch. */
type ToThread = 'next';

/** `end` comes after the last batch. */
type FromThread = { type: 'batch'; batch: CheckedBatch } | { type: 'end'; error: WireError | null };

/** For threads that keep little for long: with the default young generation their garbage takes tens of MB more. */
export const frugal = { maxYoungGenerationSizeMb: 8 };

/** Batches that the thread may be ahead of the writer, which bounds its memory. */
const ahead = 4;

/** Like `checkRecords`, but in a thread of its own, which serves the order with `serveChecking`. */
export async function* checkInThread(file: URL, order: CheckOrder): AsyncGenerator<CheckedBatch> {
  const worker = new Worker(file, { workerData: { checks: order }, resourceLimits: frugal });
  const arrived: FromThread[] = [];
  let wake = () => {};
  const add = (message: FromThread) => {
    arrived.push(message);
    wake();
  };
  const die = (details: string) => add({ type: 'end', error: importBroke(details).toWire() });
  worker.on('message', add);
  worker.on('error', (error) => die(String(error)));
  worker.on('exit', () => die(''));
  const allowNext = () => worker.postMessage('next' satisfies ToThread);
  try {
    for (let n = 0; n < ahead; n++) allowNext();
    for (;;) {
      const message = arrived.shift();
      if (!message) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if (message.type === 'batch') {
        yield message.batch;
        allowNext();
      } else if (message.error) throw AppError.fromWire(message.error);
      else return;
    }
  } finally {
    await worker.terminate();
  }
}

/** Runs in the thread: sends the batches as fast as the writer allows. */
export async function serveChecking(port: MessagePort, order: CheckOrder): Promise<void> {
  let allowed = 0;
  let wake = () => {};
  port.on('message', (_: ToThread) => {
    allowed++;
    wake();
  });
  const say = (message: FromThread) => port.postMessage(message);
  let error: WireError | null = null;
  try {
    for await (const batch of checkRecords(order)) {
      while (allowed === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      allowed--;
      say({ type: 'batch', batch });
    }
  } catch (cause) {
    error = toImportError(cause).toWire();
  }
  say({ type: 'end', error });
  port.close();
}

import { on } from 'node:events';
import { type MessagePort, Worker } from 'node:worker_threads';
import { AppError, type WireError } from '../../shared/errors.ts';
import { frugal } from '../store/workerRpc.ts';
import { importBroke, toImportError } from './importErrors.ts';

/** Allows the thread one more batch; `answer` is what the taker said to the batch before. */
interface Allowance {
  answer: unknown;
}

/** `end` comes after the last batch. */
type FromThread = { type: 'batch'; batch: unknown } | { type: 'end'; error: WireError | null };

/** How many batches the thread may be ahead of the taker; this bounds its memory. */
const ahead = 2;

/** The batches of a thread of the worker `file`, which sends them with `sendBatches`; what `next` is given goes back to it. */
export async function* takeBatches<Batch, Answer = undefined>(
  file: URL,
  workerData: unknown,
): AsyncGenerator<Batch, void, Answer | undefined> {
  const worker = new Worker(file, { workerData, resourceLimits: frugal });
  const arriving = on(worker, 'message', { close: ['exit'] });
  const allowNext = (answer?: Answer) => worker.postMessage({ answer } satisfies Allowance);
  try {
    for (let n = 0; n < ahead; n++) allowNext();
    for await (const [data] of arriving) {
      const message: FromThread = data;
      if (message.type === 'end') {
        if (message.error) throw AppError.fromWire(message.error);
        return;
      }
      allowNext(yield message.batch as Batch);
    }
    throw importBroke('');
  } catch (error) {
    throw error instanceof AppError ? error : importBroke(String(error));
  } finally {
    await worker.terminate();
  }
}

/** Runs in the thread: sends the batches as fast as their taker allows, and gives the generator the answers to earlier ones. */
export async function sendBatches<Batch, Answer = undefined>(
  port: MessagePort,
  batches: AsyncGenerator<Batch, void, Answer | undefined>,
): Promise<void> {
  const allowances = on(port, 'message');
  const send = (message: FromThread) => port.postMessage(message);
  let error: WireError | null = null;
  try {
    for (let batch = await batches.next(); !batch.done; ) {
      const { value } = await allowances.next();
      const [{ answer }] = value as [Allowance];
      send({ type: 'batch', batch: batch.value });
      batch = await batches.next(answer as Answer | undefined);
    }
  } catch (cause) {
    error = toImportError(cause).toWire();
  }
  send({ type: 'end', error });
  port.close();
}

import { once } from 'node:events';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { ImportSource } from '../../../shared/draft/importSource.ts';
import { frugal } from '../../store/workerRpc.ts';
import type { SourceOrder } from './findSource.ts';

/** Milliseconds after which the place of a record is not looked for any longer. */
const timeoutMs = 20_000;

/** What a thread that looks for a record is started with. */
export interface SourceStart {
  role: 'source';
  orders: readonly SourceOrder[];
}

/**
 * Looks for a record in files in a thread of its own, since reading a large file up to the record takes time; null if it is
 * found in none of them, or not in time.
 */
export async function findInThread(
  file: URL,
  orders: readonly SourceOrder[],
  signal: AbortSignal,
): Promise<ImportSource | null> {
  const worker = new Worker(file, {
    workerData: { role: 'source', orders } satisfies SourceStart,
    resourceLimits: frugal,
  });
  try {
    const [found] = await once(worker, 'message', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    return found as ImportSource | null;
  } catch {
    // The article is shown without its place.
    return null;
  } finally {
    await worker.terminate();
  }
}

/** Runs in the thread. */
export async function serveSource(port: MessagePort, orders: readonly SourceOrder[]): Promise<void> {
  const { findSource } = await import('./findSource.ts');
  let found: ImportSource | null = null;
  for (const order of orders) found ??= await findSource(order).catch(() => null);
  port.postMessage(found);
}

import { Worker } from 'node:worker_threads';
import type { AppError } from '../../shared/errors.ts';
import { fromThreadError, frugal } from '../store/workerRpc.ts';
import type { WriteSignal } from '../store/write.ts';
import type { WriteTurns } from '../store/writeTurns.ts';
import { closeGate, createGate } from './databaseGate.ts';
import { importBroke } from './importErrors.ts';
import type { JobOrder, TurnAnswer, WorkerMessage, WorkerStart } from './importJob.ts';

/** How a job ended: `stopped` means that we stopped it. */
export type JobEnd = { how: 'done' } | { how: 'stopped' } | { how: 'failed'; error: AppError };

/** A job in its own thread. */
export interface ImportThread {
  ended: Promise<JobEnd>;
  /** Stops it from writing any more; `ended` settles when the thread has ended. */
  stop(): void;
}

/**
 * Milliseconds that a thread may take to its next turn before it is terminated, but only while it is outside the
 * database.
 */
const turnTimeoutMs = 5_000;
/** Milliseconds between two checks whether it is outside. */
const lookEvery = 20;

/** Starts a job; `onProgress` is called when there are new counts. */
export function startImportThread(
  file: URL,
  order: JobOrder,
  turns: WriteTurns,
  signal: WriteSignal,
  onProgress: () => void,
): ImportThread {
  const gate = createGate();
  const worker = new Worker(file, {
    workerData: { role: 'job', order, gate, signal } satisfies WorkerStart,
    resourceLimits: frugal,
  });
  const { promise: ended, resolve } = Promise.withResolvers<JobEnd>();
  let end: JobEnd | null = null;
  let isStopping = false;
  let giveBack = () => {};
  let timer: NodeJS.Timeout | undefined;
  let terminated: Promise<unknown> = Promise.resolve();

  const answer = (release: () => void) => {
    giveBack = release;
    if (end) release();
    else worker.postMessage((isStopping ? 'stop' : 'go') satisfies TurnAnswer);
  };
  worker.on('message', (message: WorkerMessage) => {
    if (message.type === 'turn') turns.take(answer);
    else if (message.type === 'done') {
      giveBack();
      if (message.progress) onProgress();
    } else
      end ??= message.failed
        ? failed(fromThreadError(message.failed))
        : { how: isStopping ? 'stopped' : 'done' };
  });
  worker.on('error', (error) => {
    end ??= failed(importBroke(String(error)));
  });
  worker.on('exit', () => {
    end ??= isStopping ? { how: 'stopped' } : failed(importBroke(''));
    giveBack();
    clearTimeout(timer);
    resolve(end);
  });

  function endFromOutside(): void {
    if (closeGate(gate)) terminated = worker.terminate();
    else timer = setTimeout(endFromOutside, lookEvery);
  }
  return {
    ended: ended.then(async (how) => {
      await terminated;
      return how;
    }),
    stop: () => {
      if (isStopping || end) return;
      isStopping = true;
      timer = setTimeout(endFromOutside, turnTimeoutMs);
    },
  };
}

function failed(error: AppError): JobEnd {
  return { how: 'failed', error };
}

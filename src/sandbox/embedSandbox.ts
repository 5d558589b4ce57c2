import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SandboxAddresses, SandboxOptions } from './startSandbox.ts';

export interface EmbeddedSandbox {
  addresses: SandboxAddresses;
  /** Identifies the thread that it runs in. */
  threadId: number;
  stop: () => Promise<void>;
}

/** The thread takes turns: it is sent the options of a sandbox, answers with its addresses, and is sent `stop`. */
export type SandboxOrder = Omit<SandboxOptions, 'now'> | 'stop';
export type SandboxAnswer = SandboxAddresses | 'stopped';

/** Milliseconds that a sandbox has to stop before its thread is terminated. */
const stopTimeoutMs = 2_000;

/** Small, because a sandbox is mostly idle and V8 returns the memory of an idle thread late or never. */
const maxYoungGenerationSizeMb = 2;

/** A thread without a sandbox, for the next one: loading its code is most of a start. */
let idle: { worker: Worker; file: string } | null = null;

/** Starts the sandbox in a worker thread, so that it never blocks the caller's event loop; `workerFile` is the built sandboxWorker. */
export async function embedSandbox({
  workerFile,
  ...options
}: { workerFile: URL | string } & Omit<SandboxOptions, 'now'>): Promise<EmbeddedSandbox> {
  const file = String(workerFile);
  const worker = takeIdle(file) ?? startThread(workerFile);
  // A thread that cannot start a sandbox ends with the error.
  const addresses = (await ask(worker, options)) as SandboxAddresses;
  let stopped: Promise<void> | null = null;
  return {
    addresses,
    threadId: worker.threadId,
    stop: () => {
      stopped ??= stopSandbox(worker, file);
      return stopped;
    },
  };
}

/** Has a thread load the sandbox's code before it is needed; it keeps no program from ending. */
export function prepareSandbox(workerFile: URL | string): void {
  if (idle) return;
  const worker = startThread(workerFile);
  worker.unref();
  idle = { worker, file: String(workerFile) };
}

/** Ends the thread that is kept for the next sandbox, if there is one. */
export async function endIdleSandbox(): Promise<void> {
  await idle?.worker.terminate();
}

function takeIdle(file: string): Worker | null {
  if (idle?.file !== file) return null;
  const { worker } = idle;
  idle = null;
  worker.ref();
  return worker;
}

function startThread(file: URL | string): Worker {
  const worker = new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb } });
  // Without a listener, an error in the sandbox would end the caller's process.
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    if (idle?.worker === worker) idle = null;
  });
  return worker;
}

async function stopSandbox(worker: Worker, file: string): Promise<void> {
  const isDead = worker.threadId === -1;
  if (isDead) return;
  const timer = setTimeout(() => void worker.terminate(), stopTimeoutMs);
  try {
    await ask(worker, 'stop');
  } catch {
    // The thread has ended, which stops the sandbox too.
    return;
  } finally {
    clearTimeout(timer);
  }
  if (idle) {
    await worker.terminate();
    return;
  }
  worker.unref();
  idle = { worker, file };
}

/** Rejects if the thread ends instead of answering. */
async function ask(worker: Worker, order: SandboxOrder): Promise<SandboxAnswer> {
  const settled = new AbortController();
  const { signal } = settled;
  worker.postMessage(order);
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([answer]) => answer as SandboxAnswer),
      once(worker, 'exit', { signal }).then(([code]) => {
        throw new Error(`The sandbox ended with code ${code}.`);
      }),
    ]);
  } finally {
    settled.abort();
  }
}

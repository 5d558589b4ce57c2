import { Worker } from 'node:worker_threads';
import type { SandboxAddresses, SandboxOptions } from './startSandbox.ts';

export interface EmbeddedSandbox {
  addresses: SandboxAddresses;
  stop: () => Promise<void>;
}

export type SandboxMessage = ({ type: 'listening' } & SandboxAddresses) | { type: 'failed'; message: string };

/** Starts the sandbox in a worker thread, so that it never blocks the caller's event loop; `workerFile` is the built sandboxWorker. */
export function embedSandbox({
  workerFile,
  ...options
}: { workerFile: URL | string } & Omit<SandboxOptions, 'now'>): Promise<EmbeddedSandbox> {
  const worker = new Worker(workerFile, { workerData: options });
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`The sandbox ended with code ${code} before it listened.`)),
    );
    worker.once('message', (message: SandboxMessage) => {
      if (message.type === 'failed') {
        reject(new Error(message.message));
        return;
      }
      const { type: _, ...addresses } = message;
      resolve({ addresses, stop: () => stopWorker(worker) });
    });
  });
}

function stopWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.threadId === -1) {
      resolve();
      return;
    }
    worker.once('exit', () => resolve());
    worker.postMessage('stop');
  });
}

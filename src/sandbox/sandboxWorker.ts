import { parentPort, workerData } from 'node:worker_threads';
import type { SandboxMessage } from './embedSandbox.ts';
import { startSandbox } from './startSandbox.ts';

// The entry point of the sandbox's thread: started by embedSandbox, stopped by the message 'stop'.
const port = parentPort;
if (!port) throw new Error('sandboxWorker runs in a worker thread only.');

const tell = (message: SandboxMessage) => port.postMessage(message);
try {
  const { stop, ...addresses } = await startSandbox(workerData);
  port.once('message', async () => {
    await stop();
    // Ends only the thread, and at once: a slow response requested by a test may still be pending.
    process.exit();
  });
  tell({ type: 'listening', ...addresses });
} catch (error) {
  tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  port.close();
}

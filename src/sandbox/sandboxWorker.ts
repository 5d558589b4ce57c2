import { on } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { SandboxAnswer } from './embedSandbox.ts';
import { startSandbox } from './startSandbox.ts';

// The entry point of the sandbox's thread: runs one sandbox after another for embedSandbox. Ends if one cannot start.
const port = parentPort;
if (!port) throw new Error('sandboxWorker runs in a worker thread only.');

const answer = (message: SandboxAnswer) => port.postMessage(message);
const orders = on(port, 'message');
for await (const [options] of orders) {
  const { stop, ...addresses } = await startSandbox(options);
  answer(addresses);
  // The next order is to stop.
  await orders.next();
  await stop();
  answer('stopped');
}

import { parentPort, type Worker } from 'node:worker_threads';

/** The import worker, killed in its third transaction. */
let turns = 0;
(parentPort as unknown as Worker).on('message', () => {
  if (++turns === 3) process.exit(1);
});
await import('../../src/main/import/importWorker.ts');

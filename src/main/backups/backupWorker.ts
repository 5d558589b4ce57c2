import { parentPort } from 'node:worker_threads';
import { useSharedPack } from '../platform/rulePack/savedPack.ts';
import { databaseFacts } from '../store/databaseFacts.ts';
import { serveWorkerRpc } from '../store/workerRpc.ts';
import type { Order } from './backupJob.ts';
import { checkDatabase } from './checkDatabase.ts';
import { compareBackup } from './compareBackup.ts';
import { lookInto, makeBackup } from './makeBackup.ts';
import { prepareRestore } from './prepareRestore.ts';

// Blocking is fine here: only the caller of an order waits for this thread.
if (parentPort) {
  useSharedPack();
  serveWorkerRpc(parentPort, doJob);
}

function doJob(order: Order): unknown {
  switch (order.job) {
    case 'check':
      return checkDatabase(order.database);
    case 'make':
      return makeBackup(order);
    case 'look':
      return order.files.map(lookInto);
    case 'facts':
      return databaseFacts(order.database);
    case 'compare':
      return compareBackup(order);
    case 'prepare':
      return prepareRestore(order);
  }
}

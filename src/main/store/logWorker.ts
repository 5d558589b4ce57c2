import { parentPort, workerData } from 'node:worker_threads';
import { type Db, openInThread } from './database.ts';
import { copyLog, restartLog } from './flush.ts';
import { serveWorkerRpc } from './workerRpc.ts';

/** What the thread is started with. */
export interface LogThreadData {
  /** The path of the database. */
  file: string;
}

/** `restart`: nobody else may be writing a lot. Answered with the pages that were in the log. */
export type LogOrder = 'copy' | 'restart';

/** It reads each page of the log once. */
const cacheKilobytes = 256;

// Blocking is fine here: a writer waits for this thread only when it has written more than was copied meanwhile.
if (parentPort) {
  const { file } = workerData as LogThreadData;
  let opened: Db | null = null;
  const open = () => {
    const db = openInThread(file, { durable: false });
    db.pragma(`cache_size = -${cacheKilobytes}`);
    return db;
  };
  serveWorkerRpc<LogOrder>(parentPort, (order) => {
    opened ??= open();
    return (order === 'copy' ? copyLog : restartLog)(opened).pages;
  });
}

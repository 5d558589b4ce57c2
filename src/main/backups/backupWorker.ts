import { type MessagePort, parentPort } from 'node:worker_threads';
import { AppError } from '../../shared/errors.ts';
import { type Language, speak, t } from '../../shared/words.ts';
import { isDamage, storageError } from '../store/database.ts';
import { databaseFacts } from '../store/databaseFacts.ts';
import type { JobAnswer, Order } from './backupJob.ts';
import { checkDatabase } from './checkDatabase.ts';
import { compareBackup } from './compareBackup.ts';
import { lookInto, makeBackup } from './makeBackup.ts';
import { prepareRestore } from './prepareRestore.ts';

if (parentPort) work(parentPort);

/** Does what it is asked, one thing after the other, in this thread, where nobody but the one who asked waits for it. */
function work(port: MessagePort): void {
  port.on('message', async (given: { order: Order; language: Language }) => {
    await speak(given.language);
    port.postMessage(answerTo(given.order));
  });
}

function answerTo(order: Order): JobAnswer {
  try {
    return { ok: true, value: doJob(order) };
  } catch (cause) {
    const error = storageError(cause);
    return { ok: false, isDamage: isDamage(cause), error: toAppError(error).toWire() };
  }
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

/** What the file system throws (no space, no right to write) is said as SQLite's own trouble is. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isFull =
    error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  const kind = isFull ? 'storageFull' : 'storage';
  const details = error instanceof Error ? error.message : String(error);
  return new AppError('storage', t(`error.${kind}.message`), {
    why: t(`error.${kind}.why`),
    fix: t(`error.${kind}.fix`),
    details,
    cause: error,
  });
}

import { msg } from '../../shared/message.ts';
import { createWorkerRpc } from '../store/workerRpc.ts';
import type { BackupJob, BackupJobs, Order } from './backupJob.ts';

/** Sends the worker one order: resolves to its result, rejects with an AppError. */
export type AskBackupWorker = <J extends BackupJob>(
  job: J,
  order: BackupJobs[J]['order'],
) => Promise<BackupJobs[J]['answer']>;

/** Copies, compares and checks databases in a thread, so that a large one does not block the application. */
export interface BackupThread {
  ask: AskBackupWorker;
  /** Ends the thread; a later order starts a new one. */
  end(): Promise<void>;
}

/** The thread ends and frees its memory after this many milliseconds without an order. */
const idleFor = 5_000;

/** Creates the thread, which starts with its first order and does one job after another; `file` is backupWorker. */
export function createBackupThread(file: URL): BackupThread {
  const thread = createWorkerRpc<Order>(file, { idleFor, broke: msg('backups.broke.message') });
  return {
    ask: <J extends BackupJob>(job: J, order: BackupJobs[J]['order']) =>
      thread.ask({ job, ...order } as unknown as Order) as Promise<BackupJobs[J]['answer']>,
    end: thread.end,
  };
}

import { msg } from '../../shared/message.ts';
import { createAskedThread } from '../store/askedThread.ts';
import type { BackupJob, BackupJobs, Order } from './backupJob.ts';

/** Asks the worker one thing: resolves to its answer, rejects with an AppError. */
export type AskBackupWorker = <J extends BackupJob>(
  job: J,
  order: BackupJobs[J]['order'],
) => Promise<BackupJobs[J]['answer']>;

/** The thread in which databases are copied, compared and checked, so that a large one holds nobody up. */
export interface BackupThread {
  ask: AskBackupWorker;
  /** Ends it; what is asked after that starts another one. */
  end(): Promise<void>;
}

/** A thread that nothing was asked of for so long, in milliseconds, gives its memory back. */
const idleFor = 5_000;

/** Makes the thread, which starts when it is first asked and does one job after the other; `file` is backupWorker. */
export function createBackupThread(file: URL): BackupThread {
  const thread = createAskedThread<Order>(file, { idleFor, broke: msg('backups.broke.message') });
  return {
    ask: <J extends BackupJob>(job: J, order: BackupJobs[J]['order']) =>
      thread.ask({ job, ...order } as unknown as Order) as Promise<BackupJobs[J]['answer']>,
    end: thread.end,
  };
}

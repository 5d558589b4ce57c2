import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/errors.ts';
import { language, t } from '../../shared/words.ts';
import { FoundDamage } from '../store/database.ts';
import type { BackupJob, BackupJobs, JobAnswer, Order } from './backupJob.ts';

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
  let worker: Worker | null = null;
  let waiting: PromiseWithResolvers<unknown> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function ask<J extends BackupJob>(job: J, order: BackupJobs[J]['order']): Promise<BackupJobs[J]['answer']> {
    const answer = last.then(() => askNow({ job, ...order } as unknown as Order));
    last = answer.catch(() => undefined);
    return answer as Promise<BackupJobs[J]['answer']>;
  }

  async function askNow(order: Order): Promise<unknown> {
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    worker.postMessage({ order, language: language() });
    waiting = Promise.withResolvers<unknown>();
    try {
      return await waiting.promise;
    } finally {
      waiting = null;
      worker?.unref();
      idle = setTimeout(() => void endIdle(), idleFor).unref();
    }
  }

  function start(): Worker {
    const made = new Worker(file);
    const die = (details: string) => {
      if (worker !== made) return;
      worker = null;
      waiting?.reject(broken(details));
    };
    made.on('message', (answer: JobAnswer) => {
      if (answer.ok) waiting?.resolve(answer.value);
      else waiting?.reject(toError(answer));
    });
    made.on('error', (error) => die(String(error)));
    made.on('exit', () => die(''));
    return made;
  }

  async function endIdle(): Promise<void> {
    const at = worker;
    worker = null;
    await at?.terminate();
  }

  return {
    ask,
    async end() {
      await last;
      clearTimeout(idle);
      await endIdle();
    },
  };
}

function toError({ error, isDamage }: Extract<JobAnswer, { ok: false }>): AppError {
  return new AppError(error.code, error.message, {
    ...error,
    ...(isDamage ? { cause: new FoundDamage(error.details) } : {}),
  });
}

function broken(details: string): AppError {
  return new AppError('bug', t('backups.broke.message'), { fix: t('backups.broke.fix'), details });
}

import { type MessagePort, type ResourceLimits, Worker } from 'node:worker_threads';
import { AppError, type WireError } from '../../shared/errors.ts';
import { type Message, msg } from '../../shared/message.ts';
import { fail } from '../platform/failures.ts';
import { FoundDamage, isDamage, storageError } from './database.ts';

/** A thread that handles one order after another. */
export interface WorkerRpc<Order> {
  /** Resolves to the answer, or rejects with an AppError. */
  ask(order: Order): Promise<unknown>;
  /** Ends the thread after the orders it already has; a later order starts another one. */
  end(): Promise<void>;
}

/**
 * Limits for threads that keep little data for long. With the default young generation their garbage takes tens of MB
 * more, and with the default old generation, whose limit determines how much garbage piles up, about 80 MB more. One
 * hostile record of 20 MB fits.
 */
export const frugal = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 1024 };

/** V8's own limit, which threads do not inherit from a program that was started with a smaller one. */
export const ordinary = { maxYoungGenerationSizeMb: 48 };

/** An error on its way between threads; `isDamage`: of the data file, or as of one. */
export interface ThreadError {
  error: WireError;
  isDamage: boolean;
}

/** The only kind of message between the threads. */
type Answer = { ok: true; value: unknown } | ({ ok: false } & ThreadError);

/**
 * Starts a thread for the worker `file` (`serveWorkerRpc`) with the first order; it ends after `idleFor` ms without
 * one, to free memory. `broke` describes the failure of the thread itself.
 */
export function createWorkerRpc<Order>(
  file: URL,
  options: { idleFor: number; workerData?: unknown; broke: Message; resourceLimits?: ResourceLimits },
): WorkerRpc<Order> {
  let worker: Worker | null = null;
  let waiting: PromiseWithResolvers<unknown> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let terminated: Promise<unknown> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();

  async function askNow(order: Order): Promise<unknown> {
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    worker.postMessage(order);
    waiting = Promise.withResolvers<unknown>();
    try {
      return await waiting.promise;
    } finally {
      waiting = null;
      worker?.unref();
      idle = setTimeout(terminate, options.idleFor).unref();
    }
  }

  function start(): Worker {
    const { workerData, resourceLimits = ordinary } = options;
    const made = new Worker(file, { workerData, resourceLimits });
    const die = (details: string) => {
      if (worker !== made) return;
      worker = null;
      waiting?.reject(new AppError('bug', options.broke, { fix: msg('backups.broke.fix'), details }));
    };
    made.on('message', (answer: Answer) => {
      if (answer.ok) waiting?.resolve(answer.value);
      else waiting?.reject(fromThreadError(answer));
    });
    made.on('error', (error) => die(String(error)));
    made.on('exit', () => die(''));
    return made;
  }

  function terminate(): void {
    if (worker) terminated = worker.terminate();
    worker = null;
  }

  return {
    ask(order) {
      const answer = last.then(() => askNow(order));
      last = answer.catch(() => undefined);
      return answer;
    },
    async end() {
      await last;
      clearTimeout(idle);
      terminate();
      await terminated;
    },
  };
}

/** Runs in the thread: answers every order that arrives on its port with the result of `work`. */
export function serveWorkerRpc<Order>(port: MessagePort, work: (order: Order) => unknown): void {
  const answerTo = async (order: Order): Promise<Answer> => {
    try {
      return { ok: true, value: await work(order) };
    } catch (cause) {
      return { ok: false, ...toThreadError(toAppError(storageError(cause))) };
    }
  };
  port.on('message', (order: Order) => void answerTo(order).then((answer) => port.postMessage(answer)));
}

export function toThreadError(error: AppError): ThreadError {
  return { error: error.toWire(), isDamage: isDamage(error) };
}

export function fromThreadError({ error, isDamage }: ThreadError): AppError {
  return new AppError(error.code, error.message, {
    ...error,
    ...(isDamage ? { cause: new FoundDamage(error.details) } : {}),
  });
}

/** Errors of the file system (no space, no permission to write) are reported like SQLite's own. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isFull =
    error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  const kind = isFull ? 'storageFull' : 'storage';
  const details = error instanceof Error ? error.message : String(error);
  return fail(`error.${kind}`, {}, { details, cause: error });
}

import { type MessagePort, Worker } from 'node:worker_threads';
import { AppError, type WireError } from '../../shared/errors.ts';
import { type Message, msg } from '../../shared/message.ts';
import { FoundDamage, isDamage, storageError } from './database.ts';

/** A thread of its own that does what it is asked, one thing after the other. */
export interface AskedThread<Order> {
  /** Resolves to the answer, rejects with an AppError. */
  ask(order: Order): Promise<unknown>;
  /** Ends it, after what was asked; what is asked after that starts another one. */
  end(): Promise<void>;
}

/** The thread's only kind of message. */
type Answer = { ok: true; value: unknown } | { ok: false; error: WireError; isDamage: boolean };

/**
 * Makes the thread, which starts when it is first asked; `file` is a worker that calls `answerOrders`. One that nothing
 * was asked of for `idleFor` milliseconds ends and gives its memory back. `broke` says what happened if the thread
 * itself breaks.
 */
export function createAskedThread<Order>(
  file: URL,
  options: { idleFor: number; workerData?: unknown; broke: Message },
): AskedThread<Order> {
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
    const made = new Worker(file, { workerData: options.workerData });
    const die = (details: string) => {
      if (worker !== made) return;
      worker = null;
      waiting?.reject(new AppError('bug', options.broke, { fix: msg('backups.broke.fix'), details }));
    };
    made.on('message', (answer: Answer) => {
      if (answer.ok) waiting?.resolve(answer.value);
      else waiting?.reject(toError(answer));
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

/** In the thread: answers every order that comes through its port with the result of `work`. */
export function answerOrders<Order>(port: MessagePort, work: (order: Order) => unknown): void {
  const answerTo = (order: Order): Answer => {
    try {
      return { ok: true, value: work(order) };
    } catch (cause) {
      const error = toAppError(storageError(cause));
      return { ok: false, isDamage: isDamage(cause), error: error.toWire() };
    }
  };
  port.on('message', (order: Order) => port.postMessage(answerTo(order)));
}

function toError({ error, isDamage }: Extract<Answer, { ok: false }>): AppError {
  return new AppError(error.code, error.message, {
    ...error,
    ...(isDamage ? { cause: new FoundDamage(error.details) } : {}),
  });
}

/** What the file system throws (no space, no right to write) is said as SQLite's own trouble is. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isFull =
    error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  const kind = isFull ? 'storageFull' : 'storage';
  const details = error instanceof Error ? error.message : String(error);
  return new AppError('storage', msg(`error.${kind}.message`), {
    why: msg(`error.${kind}.why`),
    fix: msg(`error.${kind}.fix`),
    details,
    cause: error,
  });
}

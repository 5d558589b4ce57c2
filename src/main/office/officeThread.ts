import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { ordinary } from '../store/workerRpc.ts';
import type {
  FromThread,
  OfficeAnswers,
  OfficeNews,
  OfficeOrder,
  OfficeThreadData,
  ToThread,
} from './officeOrders.ts';

/** Milliseconds that the thread has to end by itself, because a statement may wait for the network. */
const endPatience = 2_000;

export type OfficeThread = ReturnType<typeof createOfficeThread>;

/**
 * The office's thread, which starts with the first order. `heard` gets its news; `broke` is called if it ends because of
 * an error.
 */
export function createOfficeThread(
  file: URL,
  workerData: OfficeThreadData,
  heard: (news: OfficeNews) => void,
  broke: (details: string) => void,
) {
  let worker: Worker | null = null;
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();

  function start(): Worker {
    const made = new Worker(file, { workerData, resourceLimits: ordinary });
    made.on('message', (message: FromThread) => {
      if (message.type !== 'done' && message.type !== 'failed') return heard(message);
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === 'done') asked?.resolve(message.value);
      else asked?.reject(AppError.fromWire(message.error));
    });
    const die = (details: string) => {
      const isUnexpected = worker === made;
      if (isUnexpected) worker = null;
      for (const asked of waiting.values())
        asked.reject(new AppError('bug', msg('office.error.broke'), { details }));
      waiting.clear();
      if (isUnexpected) broke(details);
    };
    made.on('error', (error) => die(String(error)));
    made.on('exit', () => die(''));
    return made;
  }

  function send(message: ToThread): void {
    worker ??= start();
    worker.postMessage(message);
  }

  function ask<O extends OfficeOrder>(order: O): Promise<OfficeAnswers[O['do']]> {
    const asked = Promise.withResolvers<unknown>();
    const id = ++lastId;
    waiting.set(id, asked);
    send({ type: 'order', id, order });
    return asked.promise as Promise<OfficeAnswers[O['do']]>;
  }

  return {
    ask,
    /** Tells the thread something, if it runs. */
    tell(message: Exclude<ToThread, { type: 'order' }>): void {
      if (worker) send(message);
    },
    async end(): Promise<void> {
      if (!worker) return;
      const stopped = ask({ do: 'stop' }).catch(() => undefined);
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, endPatience);
      await Promise.race([stopped, late.promise]);
      clearTimeout(timer);
      const ending = worker;
      worker = null;
      await ending.terminate();
    },
  };
}

import { AppError } from '../../shared/errors.ts';
import type { Message } from '../../shared/message.ts';

/** Milliseconds between two reports of progress. */
const reportEvery = 250;

/** Work that a window watches and cancels under a name of its choice; `cancelled` tells the caller that it was. */
export function createWatchedWork(cancelled: Message, clock: { monotonic(): number }) {
  const running = new Map<string, AbortController>();
  let unnamed = 0;
  return {
    /** Cancels earlier work under the same name. An error of cancelled work becomes AppError `cancelled`. */
    async run<T>(watch: string | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const name = watch ?? `unnamed ${++unnamed}`;
      const cancelling = new AbortController();
      running.get(name)?.abort();
      running.set(name, cancelling);
      try {
        return await work(cancelling.signal);
      } catch (error) {
        throw cancelling.signal.aborted ? new AppError('cancelled', cancelled) : error;
      } finally {
        if (running.get(name) === cancelling) running.delete(name);
      }
    },
    cancel: (watch: string) => running.get(watch)?.abort(),
    cancelAll(): void {
      for (const cancelling of running.values()) cancelling.abort();
    },
    /** Reports progress now and then, and at the end; nothing if the work has no name. */
    reporter(watch: string | undefined, report: (watch: string, done: number, total: number) => void) {
      let reportedAt = Number.NEGATIVE_INFINITY;
      return (done: number, total: number) => {
        const now = clock.monotonic();
        if (watch === undefined || (now - reportedAt < reportEvery && done < total)) return;
        reportedAt = now;
        report(watch, done, total);
      };
    },
  };
}

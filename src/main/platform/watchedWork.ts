import { AppError } from '../../shared/errors.ts';
import type { Message } from '../../shared/message.ts';
import { createReportTimer } from './runs.ts';

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
      const isDue = createReportTimer(clock);
      return (done: number, total: number) => {
        if (watch !== undefined && (isDue() || done >= total)) report(watch, done, total);
      };
    },
  };
}

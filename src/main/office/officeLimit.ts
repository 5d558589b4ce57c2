import type { Log } from '../platform/log.ts';
import type { OfficeThread } from './officeThread.ts';

/** A directory's limit, which the office counts for all its computers. */
export function createOfficeLimit(thread: Pick<OfficeThread, 'ask'>, origin: string, log: Pick<Log, 'warn'>) {
  return {
    take: (bucket: { perSecond: number; capacity: number }): Promise<number | null> =>
      thread.ask({ do: 'take', origin, ...bucket }).catch(() => null),
    hold(ms: number): void {
      thread.ask({ do: 'hold', origin, ms }).catch((error: unknown) => log.warn('office.limit', { error }));
    },
  };
}

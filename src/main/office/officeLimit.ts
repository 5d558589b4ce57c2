import type { Log } from '../platform/log.ts';
import type { OfficeThread } from './officeThread.ts';

/** The limit of the directory of these accounts, which the office knows and counts for all its computers. */
export function createOfficeLimit(
  thread: Pick<OfficeThread, 'ask'>,
  accountIds: readonly string[],
  log: Pick<Log, 'warn'>,
) {
  return {
    take: (): Promise<number | null> => thread.ask({ do: 'take', accountIds }).catch(() => null),
    hold(ms: number): void {
      thread
        .ask({ do: 'hold', accountIds, ms })
        .catch((error: unknown) => log.warn('office.limit', { error }));
    },
  };
}

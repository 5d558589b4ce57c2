import type { DirectoryAccess } from '../remote/directoryAccess.ts';

/** Sends what waits of one account, one request at a time. */
export interface AccountLoop {
  /** Something changed: look again at once; `isAsked`: somebody acted, so that what stopped it is tried anew. */
  wake(isAsked?: boolean): void;
  /** Lets a request under way end for `graceMs`, then breaks it off; what it carried is looked up at the next start. */
  stop(graceMs: number): Promise<void>;
}

/** The loops of all accounts, each made when it is first woken. */
export interface AccountLoops {
  /** Does nothing once all are stopped. */
  wake(accountId: string, isAsked?: boolean): void;
  stop(graceMs: number): Promise<void>;
  /** Ends the loop of an account that is about to be removed. */
  forget(accountId: string): Promise<void>;
}

/** Makes the loops; those that have begun are woken when their directory can be reached again. */
export function createAccountLoops(
  directory: Pick<DirectoryAccess, 'onConnection'>,
  make: (accountId: string) => AccountLoop,
): AccountLoops {
  const loops = new Map<string, AccountLoop>();
  let isStopped = false;
  directory.onConnection(({ accountId, state }) => {
    if (state === 'online') loops.get(accountId)?.wake();
  });
  return {
    wake(accountId, isAsked = false) {
      if (isStopped) return;
      let loop = loops.get(accountId);
      if (!loop) {
        loop = make(accountId);
        loops.set(accountId, loop);
      }
      loop.wake(isAsked);
    },
    async stop(graceMs) {
      isStopped = true;
      await Promise.all([...loops.values()].map((loop) => loop.stop(graceMs)));
    },
    async forget(accountId) {
      await loops.get(accountId)?.stop(0);
      loops.delete(accountId);
    },
  };
}
